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

// An account is a visitor with the hash of the visitor's password.
type account struct {
	salt, hash []byte
	claims     visitorClaims
}

// accounts are the visitors by name.
type accounts map[string]account

// demoAccounts have the passwords "engine" and "compiler".
var demoAccounts = accounts{
	"ada":   newAccount("engine", visitorClaims{Name: "Ada Lovelace", Plan: "pro", IsBeta: true}),
	"grace": newAccount("compiler", visitorClaims{Name: "Grace Hopper", Plan: "free"}),
}

func newAccount(password string, claims visitorClaims) account {
	salt := []byte("a random salt for each account, " + claims.Name)
	return account{salt, hashOf(password, salt), claims}
}

// check returns the claims of the account with a name and a password, and reports whether there is
// one. It takes as long for a name that does not exist.
func (a accounts) check(name, password string) (visitorClaims, bool) {
	found, there := a[name]
	same := subtle.ConstantTimeCompare(hashOf(password, found.salt), found.hash) == 1
	return found.claims, there && same
}

func hashOf(password string, salt []byte) []byte {
	const iterations = 600_000                                                 // as OWASP recommends for SHA-256
	hash, _ := pbkdf2.Key(sha256.New, password, salt, iterations, sha256.Size) // it fails for short salts in FIPS mode only
	return hash
}
