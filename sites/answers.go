package sites

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/sites/insights"
)

// AnswerService lists the answers that the assistant of a site has given. [AskService.Stream] asks
// for a new answer, and [AskService.StreamQuestions] recommends questions. The token needs the
// permission to read insights. Package insights contains the types.
//
// Experimental: may change in any minor release; see [api].
type AnswerService struct {
	// Sources lists the sources of an answer.
	Sources AnswerSourceService

	core *transport.Core
}

// List returns one page of the answers of a site, without their texts.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/answers
func (s AnswerService) List(
	ctx context.Context, orgID, siteID string,
	options insights.AnswerListOptions, opts ...api.CallOption,
) (*pagination.Page[insights.Answer], error) {
	return transport.List[insights.Answer](
		ctx, s.core, opAnswerList.Path(orgID, siteID).Query(options), opts,
	)
}

// All returns an iterator over the answers of a site.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/answers
func (s AnswerService) All(
	ctx context.Context, orgID, siteID string,
	options insights.AnswerListOptions, opts ...api.CallOption,
) iter.Seq2[insights.Answer, error] {
	return transport.All[insights.Answer](
		ctx, s.core, opAnswerList.Path(orgID, siteID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [AnswerService.List].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/answers
func (s AnswerService) ListPages(
	ctx context.Context, orgID, siteID string,
	options insights.AnswerListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[insights.Answer], error] {
	return transport.Pages[insights.Answer](
		ctx, s.core, opAnswerList.Path(orgID, siteID).Query(options), opts,
	)
}

// Get returns an answer with its text.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/answers/{siteQuestionAnswerId}
func (s AnswerService) Get(
	ctx context.Context, orgID, siteID, siteQuestionAnswerID string, opts ...api.CallOption,
) (*insights.AnswerWithResponse, error) {
	return transport.JSON[insights.AnswerWithResponse](
		ctx, s.core, opAnswerGet.Path(orgID, siteID, siteQuestionAnswerID), opts,
	)
}

// Thread returns all answers of the thread that an answer belongs to, including the answer itself.
// The result is not paginated.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/answers/{siteQuestionAnswerId}/thread
func (s AnswerService) Thread(
	ctx context.Context, orgID, siteID, siteQuestionAnswerID string, opts ...api.CallOption,
) (*insights.AnswerThread, error) {
	items, err := transport.JSON[[]insights.AnswerWithResponse](
		ctx, s.core, opAnswerThread.Path(orgID, siteID, siteQuestionAnswerID), opts,
	)
	if err != nil {
		return nil, err
	}
	return &insights.AnswerThread{Items: *items}, nil
}

// AnswerSourceService lists the sources of an answer.
//
// Experimental: may change in any minor release; see [api].
type AnswerSourceService struct {
	core *transport.Core
}

// List returns one page of the sources of an answer.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/answers/{siteQuestionAnswerId}/sources
func (s AnswerSourceService) List(
	ctx context.Context, orgID, siteID, siteQuestionAnswerID string,
	options insights.AnswerSourceListOptions, opts ...api.CallOption,
) (*pagination.Page[insights.AnswerSource], error) {
	return transport.List[insights.AnswerSource](
		ctx, s.core,
		opAnswerSourceList.Path(orgID, siteID, siteQuestionAnswerID).Query(options), opts,
	)
}

// All returns an iterator over the sources of an answer.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/answers/{siteQuestionAnswerId}/sources
func (s AnswerSourceService) All(
	ctx context.Context, orgID, siteID, siteQuestionAnswerID string,
	options insights.AnswerSourceListOptions, opts ...api.CallOption,
) iter.Seq2[insights.AnswerSource, error] {
	return transport.All[insights.AnswerSource](
		ctx, s.core,
		opAnswerSourceList.Path(orgID, siteID, siteQuestionAnswerID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [AnswerSourceService.List].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/answers/{siteQuestionAnswerId}/sources
func (s AnswerSourceService) ListPages(
	ctx context.Context, orgID, siteID, siteQuestionAnswerID string,
	options insights.AnswerSourceListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[insights.AnswerSource], error] {
	return transport.Pages[insights.AnswerSource](
		ctx, s.core,
		opAnswerSourceList.Path(orgID, siteID, siteQuestionAnswerID).Query(options), opts,
	)
}
