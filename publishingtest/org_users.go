package publishingtest

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

var ruleUserOwn = ofCallers(newUndecidedRule("users.update.own-403", "an update of a user other than the caller returns 403; without the rule, every caller may update it"))

// The operations on the accounts of users.
var _ = declare(operations{
	"Users.Me":  {handle: getCaller},
	"Users.Get": {handle: userKind.get},
	"Users.Update": {userKind.on(updateUser), limits.Table{
		limits.BodyOf[orgs.UserUpdate](),
		limits.Body("photoURL", limits.URI),
	}},
})

// userKind is the resource kind for user accounts.
var userKind = &kind[*state, api.User, api.User]{
	name: "user", param: "userId", in: everywhere,
	table: func(st *state) *ordered.Table[*api.User] { return &st.users },
	show:  func(_ *call, _ *state, user *api.User) api.User { return *user },
}

func getCaller(c *call) (response, error) { return respondOK(*c.callerUser()) }

func updateUser(c *call, _ *state, user *api.User) (response, error) {
	if err := c.mayCall(user.ID == c.caller, "the user whose account it is", ruleUserOwn); err != nil {
		return response{}, err
	}
	merge(user, input[orgs.UserUpdate](c))
	return respondOK(*user)
}

// current returns a user with the current values of the account. The stored user of a member or a
// comment has the values from the time when the member or comment was created.
func (st *state) current(user api.User) api.User {
	if account, ok := st.users.Get(user.ID); ok {
		return *account
	}
	return user
}
