"""The pages of the house: for the narrator, the caregiver, the family and the advocate."""
