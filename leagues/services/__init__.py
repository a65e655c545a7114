"""Services that change leagues, on behalf of people or on schedule. Each public function is one transaction."""
