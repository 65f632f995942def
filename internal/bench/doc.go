// Package bench measures what the SDK costs and compares it with targets. Each figure compares a
// call of the SDK with the same call written by hand (hand.go) with the same payload (payload.go)
// over the same transport (service.go). The rows of the table are in rows.go, and the command in
// ratios measures them. The benchmarks and the limits on allocations are tests.
package bench
