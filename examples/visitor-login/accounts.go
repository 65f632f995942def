package main

import (
	"crypto/pbkdf2"
	"crypto/sha256"
	"crypto/subtle"
)

// visitorClaims are the claims about a visitor that the site can adapt its content to.
type visitorClaims struct {
	Name   string `json:"name"`
	Plan   string `json:"plan"`
	IsBeta bool   `json:"isBeta"`
}

// iterations is the cost of a password's hash that OWASP recommends for SHA-256.
const iterations = 600_000

// An account is a visitor with the hash of the visitor's password.
type account struct {
	salt, hash []byte
	claims     visitorClaims
}

// accounts are the visitors by name, with hashes of a number of iterations.
type accounts struct {
	iterations int
	byName     map[string]account
}

// demoAccounts returns accounts with the passwords "engine" and "compiler".
func demoAccounts(iterations int) *accounts {
	a := &accounts{iterations, map[string]account{}}
	a.add("ada", "engine", visitorClaims{Name: "Ada Lovelace", Plan: "pro", IsBeta: true})
	a.add("grace", "compiler", visitorClaims{Name: "Grace Hopper", Plan: "free"})
	return a
}

func (a *accounts) add(name, password string, claims visitorClaims) {
	salt := []byte("a random salt for each account, " + claims.Name)
	a.byName[name] = account{salt, a.hashOf(password, salt), claims}
}

// check returns the claims of the account with a name and a password, and reports whether there is
// one. It takes as long for a name that does not exist.
func (a *accounts) check(name, password string) (visitorClaims, bool) {
	found, ok := a.byName[name]
	same := subtle.ConstantTimeCompare(a.hashOf(password, found.salt), found.hash) == 1
	return found.claims, ok && same
}

func (a *accounts) hashOf(password string, salt []byte) []byte {
	hash, _ := pbkdf2.Key(sha256.New, password, salt, a.iterations, sha256.Size) // it fails for short salts in FIPS mode only
	return hash
}
