"""The interviewer's seat, where a language model has it: what it is shown, what it proposes, the fence, the choice. Pure.

    asked = brief.messages(...)          # one file a person can read and change, then this life, this talk, this turn
    reply = proposal.read(answer, said)  # what it proposes, best first
    why = fence.struck(reply, look)      # "" where it may be said
    progress, move = seated.lead(...)    # said in the place of our own words

Safety, consent, wishes, permissions, opening and closing are never a model's (seated.LED names where it may speak).
"""
