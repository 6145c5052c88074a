"""How well is the interview led?"""
