"""What a language model reads in the labelled sets, beside rules and heads.

rows = drawing.drawn(seed)            # so many rows of each set
asking.ask(...)                       # each put to a model as the seat would, kept in lab/predictions/model
tables.page(rows, answers)            # what each reader would do, with intervals; nobody is asked
"""
