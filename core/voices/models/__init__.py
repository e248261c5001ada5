"""The models that the embedded voice can run: which there are, which are here, how to fetch them."""
