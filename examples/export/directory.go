package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
)

// state is the directory in the export with what is done and with files that are not complete yet.
const state = ".export"

// directory is what an export writes to. No path leads out of it.
type directory struct{ root *os.Root }

// openDirectory makes the directory when it is not there, and removes what a run that was killed has left.
func openDirectory(name string) (*directory, error) {
	if err := os.MkdirAll(name, 0o750); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	d := &directory{root}
	if err := d.sweep(); err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return d, nil
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

// write makes a file appear under its name when it is complete, and returns its size. A file that is there is replaced.
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

// has tells whether there is a file of a size.
func (d *directory) has(name string, size int64) bool {
	info, err := d.root.Lstat(name)
	return err == nil && info.Mode().IsRegular() && info.Size() == size
}

// remove removes a file, which need not be there, and the directories that it leaves empty.
func (d *directory) remove(name string) error {
	if err := d.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove %s: %w", name, err)
	}
	for dir := path.Dir(name); dir != "." && d.root.Remove(dir) == nil; dir = path.Dir(dir) {
	}
	return nil
}
