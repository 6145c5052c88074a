"""Many houses, one cluster: the engines that hear, speak, understand and write, as Ray Serve runs them. Nothing is kept there."""
