package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/parquet-go/parquet-go"

	publishing "github.com/publishing-platform/publishing-go"
)

// An exporter writes the days of a site to a directory.
type exporter struct {
	client        *publishing.Client
	orgID, siteID string
	service       string // what the client is connected to
	dir           string
	now           time.Time
	again, texts  bool
	out           io.Writer
}

// A dayRange contains the times from its first one up to its end, which it does not contain.
type dayRange struct{ from, to time.Time }

// last returns the last time of the day.
func (d dayRange) last() time.Time { return d.to.Add(-time.Nanosecond) }

func (d dayRange) contains(at time.Time) bool { return !at.Before(d.from) && at.Before(d.to) }

// export writes the files of all days that have ended, and skips files that exist.
func (e *exporter) export(ctx context.Context, first, end time.Time) error {
	if _, err := e.claimed(); err != nil {
		return err
	}
	written, skipped := 0, 0
	for from := first; from.Before(end); from = from.AddDate(0, 0, 1) {
		day := dayRange{from, from.AddDate(0, 0, 1)}
		if day.to.After(e.now) {
			fmt.Fprintf(e.out, "%s has not ended, so it is not exported\n", from.Format(time.DateOnly))
			break
		}
		for _, table := range []struct {
			name  string
			write func(ctx context.Context, day dayRange, to io.Writer) error
		}{
			{"events", e.writeEvents},
			{"questions", e.writeQuestions},
			{"statistics", e.writeStatistics},
		} {
			file := filepath.Join(e.dir, table.name, from.Format(time.DateOnly)+".parquet")
			if !e.again {
				if _, err := os.Stat(file); err == nil {
					skipped++
					continue
				} else if !errors.Is(err, fs.ErrNotExist) {
					return err
				}
			}
			err := writeFile(file, func(to io.Writer) error {
				if err := table.write(ctx, day, to); err != nil {
					return err
				}
				return e.claim()
			})
			if err != nil {
				return fmt.Errorf("%s of %s: %w", table.name, from.Format(time.DateOnly), err)
			}
			written++
		}
	}
	_, err := fmt.Fprintf(e.out, "%s: %d files written, %d existed\n", e.dir, written, skipped)
	return err
}

// originOf is the file of a directory that says where its tables come from.
const originOf = "origin.json"

// origin is the content of the file.
func (e *exporter) origin() []byte {
	text, _ := json.MarshalIndent(map[string]any{ // texts and a bool can be encoded
		"service": e.service, "organization": e.orgID, "site": e.siteID, "texts": e.texts,
	}, "", "  ")
	return text
}

// claimed reports whether the directory has tables of this export. If it has tables of another site
// or service, or with other columns, claimed returns an error: they would count as exported.
func (e *exporter) claimed() (bool, error) {
	got, err := os.ReadFile(filepath.Join(e.dir, originOf))
	switch {
	case err == nil && bytes.Equal(got, e.origin()):
		return true, nil
	case err == nil:
		return false, fmt.Errorf("directory %s: it has an export of %s; choose another directory", e.dir, got)
	case !errors.Is(err, fs.ErrNotExist):
		return false, err
	}
	tables, err := fs.Glob(os.DirFS(e.dir), "*/*.parquet")
	if err == nil && len(tables) > 0 {
		err = fmt.Errorf("directory %s: it has tables of no export; choose another directory", e.dir)
	}
	return false, err
}

// claim records in the directory where its tables come from, before the first one appears.
func (e *exporter) claim() error {
	if isClaimed, err := e.claimed(); isClaimed || err != nil {
		return err
	}
	return writeFile(filepath.Join(e.dir, originOf), func(to io.Writer) error {
		_, err := to.Write(e.origin())
		return err
	})
}

// writeFile makes a file appear when it is complete and on the disk.
func writeFile(name string, write func(to io.Writer) error) (err error) {
	dir := filepath.Dir(name)
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return err
	}
	file, err := os.CreateTemp(dir, "."+filepath.Base(name)+"-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = file.Close() // again, if closing it was what failed
			_ = os.Remove(file.Name())
		}
	}()
	if err := write(file); err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	return os.Rename(file.Name(), name)
}

// writeRows writes a table.
func writeRows[T any](to io.Writer, rows []T) error {
	w := parquet.NewGenericWriter[T](to, parquet.Compression(&parquet.Zstd))
	if _, err := w.Write(rows); err != nil {
		return err
	}
	return w.Close()
}
