package publishingtest

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
)

var ruleUserOwn = ofCallers(newUndecidedRule("users.update.own-403", "an update of a user other than the caller returns 403; without the rule, every caller may update it"))

// userOperations are the operations on the accounts of users.
var userOperations = operations{
	"Users.Me":  {handle: getCaller},
	"Users.Get": {handle: onUser(getUser)},
	"Users.Update": {onUser(updateUser), limits.Table{
		limits.WholeBody(limits.AnyField("displayName", "photoURL")),
		limits.BodyOf[orgs.UserUpdate](),
		limits.Body("photoURL", limits.URI),
	}},
}

func onUser(handle func(c *call, user *api.User) (response, error)) handler {
	return withResource(func(c *call) (*api.User, error) { return find(c, &c.users, "userId") }, handle)
}

func getCaller(c *call) (response, error) { return respondOK(*c.callerUser()) }

func getUser(_ *call, user *api.User) (response, error) { return respondOK(*user) }

func updateUser(c *call, user *api.User) (response, error) {
	if err := c.mayCall(user.ID == c.caller, "the user whose account it is", ruleUserOwn); err != nil {
		return response{}, err
	}
	in := input[orgs.UserUpdate](c)
	setIfGiven(&user.DisplayName, in.DisplayName)
	if in.PhotoURL != nil {
		user.PhotoURL = in.PhotoURL
	}
	return respondOK(*user)
}

// current returns a user with the values that the account has now. Members, comments and the like
// keep those that it had when they were created.
func (st *state) current(user api.User) api.User {
	if account, ok := st.users.Get(user.ID); ok {
		return *account
	}
	return user
}
