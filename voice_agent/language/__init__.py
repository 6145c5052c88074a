"""Engines that write and that know meaning. One engine, one file."""
