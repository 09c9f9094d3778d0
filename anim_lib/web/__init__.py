"""Clips on course pages: the player, what an author pastes, a whole lesson page, and a server.

Everything here is made of records and finished files. What comes from a lesson reaches a page
through :mod:`anim_lib.web.markup`, as text and never as markup.
"""
