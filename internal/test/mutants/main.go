// Mutants draws changes of the SDK's sources that are mistakes, and prints for each of them the
// test that detects it. It runs in the root of the module:
//
//	go run ./internal/test/mutants -seed 1 -n 40
//
//	-seed N        the seed of the drawing; the same seed and sources give the same mutants
//	-n N           the number of mutants; more of them begin with the same ones
//	-packages A,B  the packages to change
//	-only 3,7      the mutants to test; all if it is empty
//	-list          only lists the mutants
//	-whole         tests those that survive with PUBLISHING_TESTS=whole too
//	-base DIR      tests the same mutants in the root of another checkout
//	-timeout D     the time limit of the tests of a package with a sample of its sweeps; four times
//	               as long for the whole. A test that exceeds it detects the mutant
//	-o FILE        also writes the table to a file
//
// The columns of the table are number, group, kind, place and change of the mutant, the outcome,
// the package and the test that detected it, and the seconds until then. The outcome is killed,
// killed whole, survived, not applicable if the other checkout has other text around the place, or
// "fails without it" if the test fails without the mutant too, and so detects nothing.
//
// The sources stay as they are: the compiler gets a mutant as an overlay. A test that itself reads
// the sources, or runs the go command, does not see the mutant. Packages are tested one after the
// other, nearest first, until one of them fails. Vet does not run. The program needs a Unix shell,
// which limits the memory of a test.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	seed := flag.Uint64("seed", 1, "seed of the drawing")
	n := flag.Int("n", 40, "number of mutants")
	packages := flag.String("packages", strings.Join(all, ","), "packages to change")
	only := flag.String("only", "", "mutants to test, such as 3,7; empty for all")
	list := flag.Bool("list", false, "only list the mutants")
	whole := flag.Bool("whole", false, "test survivors with all cases of the sweeps")
	base := flag.String("base", ".", "root of the checkout to test")
	timeout := flag.Duration("timeout", 3*time.Minute, "time limit of the tests of a package, with a sample of its sweeps")
	output := flag.String("o", os.DevNull, "file to write the table to")
	flag.Parse()

	sources, err := load(ctx, strings.Split(*packages, ","))
	if err != nil {
		return err
	}
	mutants, err := draw(sources, *seed, *n)
	if err != nil {
		return err
	}
	file, err := os.Create(*output)
	if err != nil {
		return err
	}
	out := io.MultiWriter(os.Stdout, file)
	var tests *tree
	if !*list {
		if tests, err = open(ctx, *base); err != nil {
			return err
		}
	}
	outcomes := map[string]int{}
	for i, m := range mutants {
		number := fmt.Sprint(i + 1)
		if *only != "" && !slices.Contains(strings.Split(*only, ","), number) {
			continue
		}
		row := []string{number, m.group(), m.kind, fmt.Sprintf("%s:%d", m.name, m.line()), m.change()}
		if tests != nil {
			r, err := tests.run(ctx, m, *timeout, *whole)
			if err != nil {
				return fmt.Errorf("mutant %s: %w", number, err)
			}
			outcomes[r.outcome]++
			row = append(row, r.outcome, r.pkg, r.test, fmt.Sprintf("%.1f", r.took.Seconds()))
		}
		if _, err := fmt.Fprintln(out, strings.Join(row, "\t")); err != nil {
			return err
		}
	}
	if tests != nil {
		fmt.Println(outcomes)
	}
	return file.Close()
}
