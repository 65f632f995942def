package publishingtest

import (
	"slices"
	"time"

	"github.com/publishing-platform/publishing-go/spaces"
)

// reaction is an emoji with which a user reacted to a comment or a reply.
type reaction struct {
	emoji string
	user  string // ID
	at    time.Time
}

// react returns reactions with those that the caller adds and without those that the caller
// removes. If the rule is off, those that are in both stay.
func (c *call) react(given []reaction, added, removed []string, removes rule) []reaction {
	for _, emoji := range added {
		if !slices.ContainsFunc(given, func(a reaction) bool { return a.emoji == emoji && a.user == c.caller }) {
			given = append(given, reaction{emoji, c.caller, c.now()})
		}
	}
	return slices.DeleteFunc(given, func(a reaction) bool {
		return a.user == c.caller && slices.Contains(removed, a.emoji) &&
			(c.enabled(removes) || !slices.Contains(added, a.emoji))
	})
}

// showReactions returns the seeded reactions together with those that users have added, as
// responses contain it.
func (st *state) showReactions(seeded []spaces.Reaction, given []reaction) []spaces.Reaction {
	shown := orNone(slices.Clone(seeded))
	for i := range shown {
		shown[i].Users = slices.Clone(shown[i].Users)
		for j := range shown[i].Users {
			by := &shown[i].Users[j].User
			*by = st.current(*by)
		}
	}
	for _, one := range given {
		at := slices.IndexFunc(shown, func(other spaces.Reaction) bool {
			return other.Emoji == one.emoji
		})
		if at < 0 {
			at = len(shown)
			shown = append(shown, spaces.Reaction{Emoji: one.emoji})
		}
		by, _ := st.users.Get(one.user) // users are never removed
		shown[at].Count++
		shown[at].Users = append(slices.Clone(shown[at].Users),
			spaces.ReactionUser{User: *by, ReactedAt: one.at})
	}
	return shown
}

// orNone returns the list, or an empty one if it is nil.
func orNone[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
