package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
)

// state is the directory in the export that contains the journal and incomplete files.
const state = ".export"

// A directory is the directory that an export writes to. Paths cannot leave it.
type directory struct{ root *os.Root }

// openDirectory creates the directory if it does not exist, and removes incomplete files of a run
// that was killed.
func openDirectory(name string) (*directory, error) {
	if err := os.MkdirAll(name, 0o750); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	d := &directory{root}
	if err = d.check(); err == nil {
		err = d.sweep()
	}
	if err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return d, nil
}

// check returns an error if the directory has files, but no export, which could replace them.
func (d *directory) check() error {
	files, err := fs.ReadDir(d.root.FS(), ".")
	if err != nil || len(files) == 0 || slices.ContainsFunc(files, func(f fs.DirEntry) bool { return f.Name() == state }) {
		return err
	}
	return errors.New("it has files that are of no export; use an empty directory")
}

func (d *directory) sweep() error {
	if err := d.root.MkdirAll(state, 0o750); err != nil {
		return err
	}
	left, err := fs.Glob(d.root.FS(), state+"/part-*")
	for _, name := range left {
		err = errors.Join(err, d.root.Remove(name))
	}
	return err
}

// write writes a file, renames it to its name when it is complete, and returns its size. It
// replaces an existing file.
func (d *directory) write(name string, fill func(*os.File) error) (size int64, err error) {
	part := path.Join(state, "part-"+rand.Text())
	f, err := d.root.OpenFile(part, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o640)
	if err != nil {
		return 0, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, d.root.Remove(part))
		}
	}()
	if err := errors.Join(fill(f), f.Sync()); err != nil {
		return 0, errors.Join(err, f.Close())
	}
	if size, err = f.Seek(0, io.SeekCurrent); err != nil {
		return 0, errors.Join(err, f.Close())
	}
	if err := f.Close(); err != nil {
		return 0, err
	}
	if err := d.root.MkdirAll(path.Dir(name), 0o750); err != nil {
		return 0, err
	}
	return size, d.root.Rename(part, name)
}

// has reports whether there is a file with the size.
func (d *directory) has(name string, size int64) bool {
	info, err := d.root.Lstat(name)
	return err == nil && info.Mode().IsRegular() && info.Size() == size
}

// remove removes a file, if it exists, and the directories that are empty then.
func (d *directory) remove(name string) error {
	if err := d.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove %s: %w", name, err)
	}
	for dir := path.Dir(name); dir != "." && d.root.Remove(dir) == nil; dir = path.Dir(dir) {
	}
	return nil
}

// removeTwin removes the file old, whose path differs only in case or in the form of its characters
// from that of another file. On some systems, both are the same file, which stays.
func (d *directory) removeTwin(old, name string) error {
	before, err := d.root.Lstat(old)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	after, errAfter := d.root.Lstat(name)
	if err := errors.Join(err, errAfter); err != nil || os.SameFile(before, after) {
		return err
	}
	return d.remove(old)
}
