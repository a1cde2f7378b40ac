mod tree_sgf;
