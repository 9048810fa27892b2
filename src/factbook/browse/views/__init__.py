"""What each page shows: a function a page, from what was asked to a record of `shown`."""
