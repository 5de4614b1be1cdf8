"""Games of the program GF1: logs old and new, and its XML, read and written."""
