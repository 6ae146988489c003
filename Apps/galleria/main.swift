// The executable: the one list of feature modules.
