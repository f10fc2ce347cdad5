"""What the end-to-end tests stand on: local servers, the browser, the page's names. Imports nothing itself."""
