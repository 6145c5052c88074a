"""What `doctor`, `devices` and `bench` measure of this house: machine, room, engines, waiting and hearing."""
