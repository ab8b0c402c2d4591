"""Formulas: files of terms, validated like regulations, that turn a sheet into score cards."""
