package exercise

func designCommands() []command { return nil }
