"""People of the register: who they are, what they agreed to, and their accounts."""
