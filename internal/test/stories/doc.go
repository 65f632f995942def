// Package stories tests the SDK as a whole, through what a program can import: what teams do with a
// space, a repository, a review, a site and its appearance, and an administrator with people; that
// secrets show nowhere; that middleware may change the context of a request; that net/http replays
// nothing.
package stories
