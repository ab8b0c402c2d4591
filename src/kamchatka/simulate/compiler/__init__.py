"""The only folder that knows the compiler: which functions it is given, and how they become machine code."""
