"""Are feelings, wishes and cries for help heard?"""
