"""What people write in files: its kinds, their schemas, what is wrong with one, and how one begins a new one."""
