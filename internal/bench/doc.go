// Package bench holds what the SDK costs against figures. A figure compares a call of the SDK with the same call written by hand (hand.go)
// on the same payload (payload.go) over the same transport (service.go). The rows are in rows.go; the command in ratios measures them all,
// and the benchmarks and ceilings of allocations are the tests.
package bench
