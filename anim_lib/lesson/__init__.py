"""Lesson files: what the user wrote, checked and frozen."""
