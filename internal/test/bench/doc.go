// Package bench measures what the SDK costs and compares it with targets. Most figures compare a
// call of the SDK with the same call written by hand (hand.go) with the same payload (payload.go)
// over the same transport (service.go). Others compare programs (program.go), or responses of the
// in-memory server (memoryserver.go). The figures and their targets are in table.go, how they are
// measured in rows.go, and the command in ratios measures them. The benchmarks and the limits on
// allocations are tests.
package bench
