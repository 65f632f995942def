package bench

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// richPage is what richJSON is decoded into with the SDK's types.
type richPage struct {
	Items []struct {
		Site  sites.Site   `json:"site"`
		Space spaces.Space `json:"space"`
	} `json:"items"`
}

// flatPage has the same fields as richPage, but times, enums and roles are strings, and unions
// are structs with one variant.
type flatPage struct {
	Items []struct {
		Site  flatSite  `json:"site"`
		Space flatSpace `json:"space"`
	} `json:"items"`
}

type flatSite struct {
	Object string `json:"object"`
	ID     string `json:"id"`
	Type   string `json:"type"`
	Title  string `json:"title"`
	Icon   *struct {
		Icon *struct {
			Light string `json:"light"`
			Dark  string `json:"dark"`
		} `json:"icon"`
	} `json:"icon"`
	Hostname *string `json:"hostname"`
	Basename *string `json:"basename"`
	Proxy    *struct {
		Origin string `json:"origin"`
		Target string `json:"target"`
	} `json:"proxy"`
	Visibility      string `json:"visibility"`
	Published       bool   `json:"published"`
	SiteSpaces      int64  `json:"siteSpaces"`
	CreatedAt       string `json:"createdAt"`
	AdaptiveContent *struct {
		Enabled bool `json:"enabled"`
	} `json:"adaptiveContent"`
	Ads *struct {
		Status      string  `json:"status"`
		Submittable *bool   `json:"submittable"`
		Topic       *string `json:"topic"`
		Reason      *string `json:"reason"`
		ZoneID      *string `json:"zoneId"`
	} `json:"ads"`
	AgentsContext string `json:"agentsContext"`
	Features      []struct {
		ID             string   `json:"id"`
		Plan           string   `json:"plan"`
		Frozen         bool     `json:"frozen"`
		Customizations []string `json:"customizations"`
	} `json:"features"`
	URLs flatURLs `json:"urls"`
}

type flatURLs struct {
	Location  string  `json:"location"`
	App       string  `json:"app"`
	Published *string `json:"published"`
}

type flatSpace struct {
	Object     string  `json:"object"`
	ID         string  `json:"id"`
	Title      string  `json:"title"`
	Emoji      *string `json:"emoji"`
	Visibility string  `json:"visibility"`
	CreatedAt  string  `json:"createdAt"`
	UpdatedAt  string  `json:"updatedAt"`
	DeletedAt  *string `json:"deletedAt"`
	EditMode   *string `json:"editMode"`
	MergeRules struct {
		Type  string `json:"type"`
		Rules []struct {
			Rule       string   `json:"rule"`
			Users      []string `json:"users"`
			Expression *string  `json:"expression"`
		} `json:"rules"`
	} `json:"mergeRules"`
	URLs                flatURLs            `json:"urls"`
	Organization        string              `json:"organization"`
	Parent              *string             `json:"parent"`
	Language            *string             `json:"language"`
	Revision            string              `json:"revision"`
	DefaultLevel        *string             `json:"defaultLevel"`
	Comments            *int64              `json:"comments"`
	ChangeRequests      *int64              `json:"changeRequests"`
	ChangeRequestsOpen  *int64              `json:"changeRequestsOpen"`
	ChangeRequestsDraft *int64              `json:"changeRequestsDraft"`
	Permissions         *spaces.Permissions `json:"permissions"`
}

func (p *richPage) sum() (s sum) {
	for i := range p.Items {
		site, space := &p.Items[i].Site, &p.Items[i].Space
		s.add(site.ID, string(site.Ads.Status), site.Icon.Icon.Dark, *site.Hostname)
		s.add(space.ID, level(space.DefaultLevel), space.MergeRules.Rules[0].Users[1])
	}
	return s
}

func (p *flatPage) sum() (s sum) {
	for i := range p.Items {
		site, space := &p.Items[i].Site, &p.Items[i].Space
		s.add(site.ID, site.Ads.Status, site.Icon.Icon.Dark, *site.Hostname)
		s.add(space.ID, level((*api.Role)(space.DefaultLevel)), space.MergeRules.Rules[0].Users[1])
	}
	return s
}

func level(role *api.Role) string {
	if role == nil {
		return "guest"
	}
	return string(*role)
}
