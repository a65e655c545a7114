"""Read and carry out answers to the site's letters."""
