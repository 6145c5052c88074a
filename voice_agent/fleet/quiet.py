"""What stands in the environment of every process of a cluster, so that Ray keeps and reports nothing."""

QUIET = {
    # nothing to Ray's makers
    "RAY_USAGE_STATS_ENABLED": "0",
    # sound and words go by value from process to process, never through Ray's object store
    "RAY_SERVE_USE_GRPC_BY_DEFAULT": "1",
    # and were there something in it that no longer fits, it would stay in memory
    "RAY_object_spilling_directory": "/dev/shm",
    "RAY_SERVE_LOG_TO_STDERR": "0",
    "RAY_SERVE_ENABLE_TASK_EVENTS": "0",
}
"""Set before Ray is imported; `voice-agent fleet environment` prints it for `ray start` on other computers."""
