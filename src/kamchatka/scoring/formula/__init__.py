"""Formulas: files of terms, checked as regulations are, that turn a sheet into score cards."""
