package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/sites/insights"
)

// hourly are the columns of the events that one row counts: those that are sums for any range.
var hourly = []insights.EventsColumn{
	{Column: insights.EventsColumnDatetime, Interval: insights.EventsIntervalHour},
	{Column: insights.EventsColumnEventType},
	{Column: insights.EventsColumnSiteSpace},
	{Column: insights.EventsColumnPage},
	{Column: insights.EventsColumnVisitorGeoCountry},
	{Column: insights.EventsColumnVisitorDevice},
}

// eventsOf counts the events of a day, by the columns or all together.
func (e *exporter) eventsOf(ctx context.Context, day dayRange, by []insights.EventsColumn) (
	*insights.EventsAggregationResult, error,
) {
	end := day.last()
	return e.client.Sites.Insights.Events.CollectAggregate(ctx, e.orgID, e.siteID, insights.EventAggregate{
		Select:  append(slices.Clip(by), insights.EventsColumn{Column: insights.EventsColumnEventsCount}),
		GroupBy: by,
		Range:   insights.EventsRange{From: &day.from, To: &end},
	})
}

// countEvents returns the number of all events of a day.
func (e *exporter) countEvents(ctx context.Context, day dayRange) (count int64, err error) {
	result, err := e.eventsOf(ctx, day, nil)
	if err != nil {
		return 0, err
	}
	rows, err := result.Rows()
	for _, row := range rows {
		count += int64(publishing.Value(row[0].Number))
	}
	return count, err
}

// answersOf lists the answers of a day, in the order of the service.
func (e *exporter) answersOf(ctx context.Context, day dayRange) (answers []insights.Answer, err error) {
	options := insights.AnswerListOptions{From: day.from, To: day.last(), Limit: 1000}
	for answer, err := range e.client.Sites.Answers.All(ctx, e.orgID, e.siteID, options) {
		if err != nil {
			return nil, err
		}
		if day.contains(answer.CreatedAt) {
			answers = append(answers, answer)
		}
	}
	return answers, nil
}

// An eventRow counts the events of an hour that have the same values.
type eventRow struct {
	Hour      time.Time `parquet:"hour,timestamp(millisecond)"`
	Type      string    `parquet:"type,dict"`
	SiteSpace *string   `parquet:"site_space,optional,dict"`
	Space     *string   `parquet:"space,optional,dict"`
	Page      *string   `parquet:"page,optional,dict"`
	Country   *string   `parquet:"country,optional,dict"`
	Device    *string   `parquet:"device,optional,dict"`
	Events    int64     `parquet:"events"`
}

// writeEvents writes a row for each hour of a day and what its events have in common. It prints how
// many events are in no row.
func (e *exporter) writeEvents(ctx context.Context, day dayRange, to io.Writer) error {
	result, err := e.eventsOf(ctx, day, hourly)
	if err != nil {
		return err
	}
	rows, err := result.Rows()
	if err != nil {
		return err
	}
	missing, err := e.countEvents(ctx, day)
	if err != nil {
		return err
	}
	if len(result.Columns) != len(hourly)+1 {
		return fmt.Errorf("the service returned %d columns, and %d are selected", len(result.Columns), len(hourly)+1)
	}
	table := make([]eventRow, 0, len(rows))
	for _, row := range rows {
		counted := eventRow{SiteSpace: row[2].Text, Country: row[4].Text, Device: row[5].Text}
		if row[0].Text == nil || row[1].Text == nil || row[6].Number == nil {
			return fmt.Errorf("a row of the service has no time, no type or no count: %v", row)
		}
		if counted.Hour, err = time.Parse(time.RFC3339, *row[0].Text); err != nil {
			return err
		}
		// Periods are the service's: one that is not of the day is that of an event that is not
		// either.
		if !day.contains(counted.Hour) {
			continue
		}
		counted.Type, counted.Events = *row[1].Text, int64(*row[6].Number)
		if page := row[3].Page; page != nil {
			counted.Space, counted.Page = &page.Space, page.Page
		}
		missing -= counted.Events
		table = append(table, counted)
	}
	if missing != 0 {
		fmt.Fprintf(e.out, "%s: the service counts %d events in no row\n", day.from.Format(time.DateOnly), missing)
	}
	return writeRows(to, table)
}

// A questionRow is an answer to a question.
type questionRow struct {
	Time        time.Time `parquet:"time,timestamp(millisecond)"`
	Answer      string    `parquet:"answer"`
	Question    string    `parquet:"question"`
	Type        string    `parquet:"type,dict"`
	Thread      *string   `parquet:"thread,optional"`
	Language    string    `parquet:"language,dict"`
	Channel     string    `parquet:"channel,dict"`
	Answered    string    `parquet:"answered,dict"`
	Helpfulness string    `parquet:"helpfulness,dict"`
	Relevance   string    `parquet:"relevance,dict"`
	Rating      *int64    `parquet:"rating,optional"` // 1 and -1
	Text        *string   `parquet:"text,optional"`   // with -texts
}

// writeQuestions writes a row for each answer of a day.
func (e *exporter) writeQuestions(ctx context.Context, day dayRange, to io.Writer) error {
	answers, err := e.answersOf(ctx, day)
	if err != nil {
		return err
	}
	table := make([]questionRow, 0, len(answers))
	for _, a := range answers {
		row := questionRow{
			Time: a.CreatedAt, Answer: a.ID, Question: a.Question.ID, Type: string(a.Question.Type),
			Language: a.Language, Channel: string(a.Channel.Type), Answered: string(a.Answered),
			Helpfulness: string(a.Helpfulness), Relevance: string(a.Relevance),
		}
		if a.Thread != nil {
			row.Thread = &a.Thread.ID
		}
		if a.Feedback != nil {
			row.Rating = new(int64(a.Feedback.Rating))
		}
		if e.texts {
			row.Text = &a.Input.Raw
		}
		table = append(table, row)
	}
	return writeRows(to, table)
}

// A statisticsRow contains the statistics of a day.
type statisticsRow struct {
	Day       time.Time `parquet:"day,timestamp(millisecond)"`
	Events    int64     `parquet:"events"`
	Questions int64     `parquet:"questions"`
	Answers   int64     `parquet:"answers"`
	Yes       int64     `parquet:"answered_yes"`
	Partially int64     `parquet:"answered_partially"`
	No        int64     `parquet:"answered_no"`
	Positive  int64     `parquet:"feedback_positive"`
	Negative  int64     `parquet:"feedback_negative"`
	Unrated   int64     `parquet:"feedback_unrated"`
}

// writeStatistics writes a single row.
func (e *exporter) writeStatistics(ctx context.Context, day dayRange, to io.Writer) error {
	stats, err := e.client.Sites.QuestionStats(ctx, e.orgID, e.siteID, insights.QuestionStatsOptions{
		From: day.from, To: day.last(),
	})
	if err != nil {
		return err
	}
	events, err := e.countEvents(ctx, day)
	if err != nil {
		return err
	}
	return writeRows(to, []statisticsRow{{
		Day: day.from, Events: events, Questions: stats.Total, Answers: stats.Answers,
		Yes: stats.Answered.Yes, Partially: stats.Answered.Partially, No: stats.Answered.No,
		Positive: stats.Feedback.Positive, Negative: stats.Feedback.Negative, Unrated: stats.Feedback.Unrated,
	}})
}
