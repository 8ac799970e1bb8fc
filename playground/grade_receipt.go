package main

import (
	"context"
	"errors"
)

func replay(ctx context.Context, env environment, f *gradeFlags) error {
	return cannot(errors.New("receipts are not replayed yet"))
}
