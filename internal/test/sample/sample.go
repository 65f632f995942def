// Package sample decides how much of a sweep runs. A sweep tries what combinations of operations,
// fields, faults and the like give. By default it tries a sample of them, which is the same in each
// run and has each class of them at least once. With PUBLISHING_TESTS=whole in the environment it
// tries all, except that with the race detector random cases are fewer; see CountOneByOne.
package sample

import (
	"flag"
	"math/rand/v2"
	"os"
	"sync"
)

// Variable is the environment variable that selects the size of sweeps.
const Variable = "PUBLISHING_TESTS"

var whole = sync.OnceValue(func() bool {
	if !flag.Parsed() {
		panic("sample: called before the tests begin, when go test does not yet see what its cached result depends on")
	}
	switch size := os.Getenv(Variable); size { //nolint:forbidigo // only tests import the package
	case "":
		return false
	case "whole":
		return true
	default:
		panic(Variable + "=" + size + `: want "whole" or nothing`)
	}
})

// Whole reports whether sweeps try all cases.
func Whole() bool { return whole() }

// Count returns how many random cases a sweep tries.
func Count(sample, all int) int {
	if Whole() {
		return all
	}
	return sample
}

// oneIn is how many cases that make one call at a time there are for one that is tried with the
// race detector.
const oneIn = 8

// CountOneByOne is like [Count], for cases that make one call at a time. With the race detector, it
// returns an eighth of them: they are random, so that more of them find less and less.
func CountOneByOne(sample, all int) int {
	if raced {
		sample, all = (sample+oneIn-1)/oneIn, (all+oneIn-1)/oneIn
	}
	return Count(sample, all)
}

// Of returns the cases of a sweep to try, in their order: all if Whole, and otherwise few that have
// all classes between them. For a product, the classes of a case are the Pairs of its values.
func Of[T any](cases []T, classes func(T) []string) []T {
	if Whole() {
		return cases
	}
	ids := map[string]int{}
	of, most := make([][]int, len(cases)), 0
	for i, c := range cases {
		for _, class := range classes(c) {
			id, known := ids[class]
			if !known {
				id = len(ids)
				ids[class] = id
			}
			of[i] = append(of[i], id)
		}
		most = max(most, len(of[i]))
	}
	covered, chosen := make([]bool, len(ids)), make([]bool, len(cases))
	order := rand.New(rand.NewPCG(1, 1)).Perm(len(cases)) //nolint:gosec // the same in each run
	for least := most; least > 0; least /= 2 {            // first those that add most
		for _, i := range order {
			added := 0
			for _, id := range of[i] {
				if !covered[id] {
					added++
				}
			}
			if added < least {
				continue
			}
			chosen[i] = true
			for _, id := range of[i] {
				covered[id] = true
			}
		}
	}
	var list []T
	for i, c := range cases {
		if chosen[i] {
			list = append(list, c)
		}
	}
	return list
}

// OneByOne returns the cases to try of a sweep whose cases make one call at a time: with the race
// detector, which slows them down and has little to find in them, one in eight, unless Whole.
func OneByOne[T any](cases []T) []T {
	if !raced || Whole() {
		return cases
	}
	var list []T
	for i := 0; i < len(cases); i += oneIn {
		list = append(list, cases[i])
	}
	return list
}

// Pairs returns a class for each pair of values in their positions.
func Pairs(values ...string) []string {
	var pairs []string
	for i, first := range values {
		for j, second := range values[:i] {
			pairs = append(pairs, string(rune('a'+j))+second+"\x00"+string(rune('a'+i))+first)
		}
	}
	return pairs
}
