// Ratios measures what the SDK costs and prints the table of the README of internal/test/bench:
//
//	-rounds N    the number of measurements of each side
//	-rows 1,3    the rows to measure; all if it is empty
//	-json FILE   also writes the figures to a file
//	-old FILE    also prints the figures that are worse by more than a tenth than those of the file
//	-table FILE… measures nothing, and prints the figures of the files side by side
//
// It exits with status 1 if a target is missed, and with 2 if it cannot measure. Figures that are
// worse than those of -old do not affect the status.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/publishing-platform/publishing-go/internal/test/bench"
)

var errMissed = errors.New("a target is missed")

func main() {
	if child, err := bench.Child(context.Background(), os.Args[1:], os.Stdin, os.Stdout); child {
		exit(err)
	}
	rounds := flag.Int("rounds", 7, "number of measurements of each side")
	only := flag.String("rows", "", "rows to measure, such as 1,3; empty for all")
	file := flag.String("json", "", "file to write the figures to")
	old := flag.String("old", "", "file of an earlier run to compare the figures with")
	table := flag.Bool("table", false, "measure nothing and print the figures of the files in the arguments side by side")
	flag.Parse()
	if *table {
		exit(printTable(flag.Args()))
	}
	exit(measure(*rounds, *only, *file, *old))
}

func measure(rounds int, only, file, old string) error {
	var rows []int
	for text := range strings.SplitSeq(only, ",") {
		if text == "" {
			continue
		}
		row, err := strconv.Atoi(text)
		if err != nil {
			return err
		}
		rows = append(rows, row)
	}
	var before *bench.Report
	if old != "" {
		var err error
		if before, err = read(old); err != nil {
			return err
		}
	}
	report, err := bench.Run(context.Background(), rounds, rows, os.Stdout)
	if err != nil {
		return err
	}
	if file != "" {
		text, err := json.MarshalIndent(report, "", "  ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(file, append(text, '\n'), 0o600); err != nil {
			return err
		}
	}
	if before != nil {
		bench.Compare(os.Stdout, before, report)
	}
	if !report.Holds() {
		return errMissed
	}
	return nil
}

func printTable(files []string) error {
	var reports []*bench.Report
	for _, file := range files {
		report, err := read(file)
		if err != nil {
			return err
		}
		reports = append(reports, report)
	}
	bench.WriteTable(os.Stdout, reports...)
	return nil
}

func read(file string) (*bench.Report, error) {
	text, err := os.ReadFile(file) //nolint:gosec // an argument of the program
	if err != nil {
		return nil, err
	}
	report := new(bench.Report)
	if err := json.Unmarshal(text, report); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return report, nil
}

func exit(err error) {
	switch {
	case err == nil:
		os.Exit(0)
	case errors.Is(err, errMissed):
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	default:
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}
