//go:build !race

package sample

// raced reports whether the test program has the race detector.
const raced = false
