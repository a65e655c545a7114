"""The ground floor: tools that all parts of the site use and that know none of them. Imports nothing of ours."""
