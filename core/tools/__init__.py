"""Tools that members may use: servers of the Model Context Protocol, and functions of Python."""
