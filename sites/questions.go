package sites

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/sites/insights"
)

// QuestionService lists the questions that visitors of a site have asked its assistant.
// [AskService.StreamQuestions] recommends questions instead. The token needs the permission to read
// insights. Package insights contains the types.
//
// Experimental: may change in any minor release; see [api].
type QuestionService struct {
	// Sources lists the sources of the answers to a question.
	Sources QuestionSourceService

	core *transport.Core
}

// List returns one page of the questions to a site. By default, the most recently created question
// comes first.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/questions
func (s QuestionService) List(
	ctx context.Context, orgID, siteID string,
	options insights.QuestionListOptions, opts ...api.CallOption,
) (*pagination.Page[insights.Question], error) {
	return transport.List[insights.Question](
		ctx, s.core, opQuestionList.Path(orgID, siteID).Query(options), opts,
	)
}

// All returns an iterator over the questions to a site.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/questions
func (s QuestionService) All(
	ctx context.Context, orgID, siteID string,
	options insights.QuestionListOptions, opts ...api.CallOption,
) iter.Seq2[insights.Question, error] {
	return transport.All[insights.Question](
		ctx, s.core, opQuestionList.Path(orgID, siteID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [QuestionService.List].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/questions
func (s QuestionService) ListPages(
	ctx context.Context, orgID, siteID string,
	options insights.QuestionListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[insights.Question], error] {
	return transport.Pages[insights.Question](
		ctx, s.core, opQuestionList.Path(orgID, siteID).Query(options), opts,
	)
}

// Get returns a question. The options determine which answers its Stats count.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/questions/{siteQuestionId}
func (s QuestionService) Get(
	ctx context.Context, orgID, siteID, siteQuestionID string,
	options insights.QuestionGetOptions, opts ...api.CallOption,
) (*insights.Question, error) {
	return transport.JSON[insights.Question](
		ctx, s.core, opQuestionGet.Path(orgID, siteID, siteQuestionID).Query(options), opts,
	)
}

// QuestionSourceService lists the sources of the answers to a question.
//
// Experimental: may change in any minor release; see [api].
type QuestionSourceService struct {
	core *transport.Core
}

// List returns one page of the sources of the answers to a question.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/questions/{siteQuestionId}/sources
func (s QuestionSourceService) List(
	ctx context.Context, orgID, siteID, siteQuestionID string,
	options insights.QuestionSourceListOptions, opts ...api.CallOption,
) (*pagination.Page[insights.AnswerSource], error) {
	return transport.List[insights.AnswerSource](
		ctx, s.core, opQuestionSourceList.Path(orgID, siteID, siteQuestionID).Query(options), opts,
	)
}

// All returns an iterator over the sources of the answers to a question.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/questions/{siteQuestionId}/sources
func (s QuestionSourceService) All(
	ctx context.Context, orgID, siteID, siteQuestionID string,
	options insights.QuestionSourceListOptions, opts ...api.CallOption,
) iter.Seq2[insights.AnswerSource, error] {
	return transport.All[insights.AnswerSource](
		ctx, s.core, opQuestionSourceList.Path(orgID, siteID, siteQuestionID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [QuestionSourceService.List].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/questions/{siteQuestionId}/sources
func (s QuestionSourceService) ListPages(
	ctx context.Context, orgID, siteID, siteQuestionID string,
	options insights.QuestionSourceListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[insights.AnswerSource], error] {
	return transport.Pages[insights.AnswerSource](
		ctx, s.core, opQuestionSourceList.Path(orgID, siteID, siteQuestionID).Query(options), opts,
	)
}

// QuestionStats counts the questions to a site and their answers. [QuestionService] and
// [AnswerService] list them. QuestionStats does not count the questions that
// [AskService.StreamQuestions] recommends.
//
// Experimental: may change in any minor release; see [api].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/question-stats
func (s Service) QuestionStats(
	ctx context.Context, orgID, siteID string,
	options insights.QuestionStatsOptions, opts ...api.CallOption,
) (*insights.QuestionStats, error) {
	return transport.JSON[insights.QuestionStats](
		ctx, s.core, opQuestionStats.Path(orgID, siteID).Query(options), opts,
	)
}
