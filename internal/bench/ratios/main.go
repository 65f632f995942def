// Ratios measures what the SDK costs and prints the table of docs/performance.md. It exits with
// status 1 if a target is missed.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/publishing-platform/publishing-go/internal/bench"
)

func main() {
	if child, err := bench.Child(context.Background(), os.Args[1:], os.Stdin, os.Stdout); child {
		exit(err)
	}
	rounds := flag.Int("rounds", 7, "number of measurements of each side")
	only := flag.String("rows", "", "rows to measure, such as 1,3; empty for all")
	flag.Parse()
	var rows []int
	for text := range strings.SplitSeq(*only, ",") {
		if text == "" {
			continue
		}
		row, err := strconv.Atoi(text)
		if err != nil {
			exit(err)
		}
		rows = append(rows, row)
	}
	holds, err := bench.Run(context.Background(), *rounds, rows, os.Stdout)
	if err == nil && !holds {
		err = errors.New("a target is missed")
	}
	exit(err)
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}
