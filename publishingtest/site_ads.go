package publishingtest

import (
	"net/http"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
	"github.com/publishing-platform/publishing-go/sites"
)

var (
	rulePartnerKey = newUndecidedRule("sites.adsreview.partner-key-401", "a call of the partner that provides ads without a key that the server accepts returns 401; without the rule, any key is accepted")
	ruleAdsTopic   = newUndecidedRule("sites.ads.update.topic", "a site that is submitted without a topic keeps the last one, and if there is none, the response is 400; without the rule, its topic is webdev")
	ruleAdsAgain   = newUndecidedRule("sites.ads.update.again", "a site can be submitted whatever the state of its ads; without the rule, the response is 400 unless they are pending")
	ruleAdsUnset   = newUndecidedRule("sites.ads.update.unset", "an update without a status changes only the topic; without the rule, the response is 400")
)

// The operations on the ads of sites.
var _ = declare(operations{
	"Sites.Ads.Update":       {onSite(updateAds), limits.Table{limits.BodyOf(sites.AdsUpdate{}), limits.Body("status", limits.OneOf("in-review", "disabled"))}},
	"Sites.AdsReview.List":   {listReviewedSites, limits.Table{limits.QueryOf(sites.AdsReviewListOptions{}), limits.Query("status", limits.OneOf("in-review", "live", "rejected"))}},
	"Sites.AdsReview.Update": {reviewSite, limits.Table{limits.BodyOf(sites.AdsReviewUpdate{}), limits.Body("status", limits.OneOf("live", "rejected", "pending"))}},
})

// adsRecord contains data about the ads of a site that the server keeps in addition to their state.
type adsRecord struct {
	email string // email address of the user who submitted the site
	topic sites.AdsTopic
}

func updateAds(c *call, s *site) (response, error) {
	in := input[sites.AdsUpdate](c)
	status, topic := sites.AdsStatusPending, in.Topic
	if s.data.Ads != nil {
		status = s.data.Ads.Status
		setIfGiven(&s.ads.topic, s.data.Ads.Topic)
	}
	fill(&topic, s.ads.topic)
	switch submits := in.Status == sites.AdsStatusInReview; {
	case submits && topic == "" && c.enabled(ruleAdsTopic):
		return response{}, fail(http.StatusBadRequest,
			"topic: want a value for a site that has never had one [%s]", ruleAdsTopic)
	case submits && (status == sites.AdsStatusPending || c.enabled(ruleAdsAgain)):
		fill(&topic, sites.AdsTopicWebdev)
	case submits:
		return response{}, invalid("status", "a site whose ads are pending", status, "")
	case in.Status == "" && !c.enabled(ruleAdsUnset):
		return response{}, invalid("status", "a value", nil, "")
	}
	s.ads.topic = topic
	next := publishing.Value(s.data.Ads)
	switch in.Status {
	case sites.AdsStatusInReview:
		s.ads.email = publishing.Value(c.callerUser().Email)
		next = sites.Ads{Status: sites.AdsStatusInReview, Topic: &topic}
	case sites.AdsStatusDisabled:
		fill(&topic, sites.AdsTopicWebdev)
		if next.ZoneID == nil {
			next.ZoneID = new(c.newID("zone"))
		}
		next = sites.Ads{Status: sites.AdsStatusDisabled, Topic: &topic, ZoneID: next.ZoneID}
	default:
		if next.Topic == nil { // the ads have no topic that could change
			return response{status: http.StatusNoContent}, nil
		}
		next.Topic = &topic
	}
	s.data.Ads = &next
	return response{status: http.StatusNoContent}, nil
}

func listReviewedSites(c *call) (response, error) {
	status := orElse(sites.AdsStatus(c.query.Get("status")), sites.AdsStatusInReview)
	var listed ordered.Elements[*site]
	for at, org := range c.organizations.All() {
		for added, s := range org.sites.All() {
			if s.data.Ads != nil && s.data.Ads.Status == status {
				listed.Add(ordered.At(at)+ordered.At(added), s)
			}
		}
	}
	return respondPage(c, listed.Sorted(), showReviewedSite)
}

// showReviewedSite returns a site in the form in which the partner sees it.
func showReviewedSite(s *site) sites.AdsReviewSite {
	ads := s.data.Ads
	shown := sites.AdsReviewSite{
		ID: s.data.ID, URL: s.home(), Email: orElse(s.ads.email, "ads@publishing.example"),
		Topic: orElse(s.ads.topic, sites.AdsTopicWebdev), Status: ads.Status, Reason: ads.Reason,
	}
	setIfGiven(&shown.Topic, ads.Topic)
	if ads.Status == sites.AdsStatusLive {
		shown.ZoneID = orNew(ads.ZoneID, "")
	}
	return shown
}

func reviewSite(c *call) (response, error) {
	found := foundAt(c, "siteId", c.siteWith(c.param("siteId")))
	in := input[sites.AdsReviewUpdate](c)
	topic := orElse(found.ads.topic, sites.AdsTopicWebdev)
	setIfGiven(&topic, publishing.Value(found.data.Ads).Topic)
	found.ads.topic = topic
	switch in.Status {
	case sites.AdsStatusLive:
		found.data.Ads = &sites.Ads{Status: in.Status, Topic: &topic, ZoneID: in.ZoneID}
	case sites.AdsStatusRejected:
		found.data.Ads = &sites.Ads{Status: in.Status, Reason: in.Reason}
	default:
		found.data.Ads = &sites.Ads{Status: sites.AdsStatusPending, Submittable: new(true)}
	}
	return response{status: http.StatusNoContent}, nil
}
