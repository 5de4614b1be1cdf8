"""What people paste, turned into plain text before a notation sees it: mails, web pages, quotes, lists, tables, signs.

Every place in the plain text leads back to the place in the original (``places``). ``through`` decides whether a text
is read so: never one that reads without it.
"""
