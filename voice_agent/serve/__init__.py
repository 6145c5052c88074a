"""The service that systemd starts."""
