"""Dotreel's library: numbers, lessons, stage, rendering and export."""
