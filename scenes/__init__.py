"""The clips that ship: one scene a file, which tells the story and nothing else."""
