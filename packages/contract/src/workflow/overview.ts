import { z } from 'zod';
import { endpoint, shortId } from '../endpoint.ts';
import { Text } from '../text.ts';
import { PersonRef } from './process.ts';

/** A form whose processes the person watches over. */
export const WatchedForm = z.object({ formId: shortId, title: Text, appId: shortId, appTitle: Text });
export type WatchedForm = z.infer<typeof WatchedForm>;

/** Times are milliseconds. */
const Span = z.number().nullable();

export const FlowFigures = z.object({
  formId: shortId,
  title: Text,
  started: z.int(),
  finished: z.int(),
  invalid: z.int(),
  /** Now, whenever they began. */
  running: z.int(),
  /** Of those that finished in the period, from start to end. */
  average: Span,
  median: Span,
});
export type FlowFigures = z.infer<typeof FlowFigures>;

export const NodeFigures = z.object({
  formId: shortId,
  formTitle: Text,
  node: z.string(),
  name: Text,
  /** Rounds that were completed in the period. */
  completed: z.int(),
  returned: z.int(),
  average: Span,
  median: Span,
  /** Nine of ten took no longer. */
  p90: Span,
  longest: Span,
  /** Now. */
  open: z.int(),
  overdue: z.int(),
  oldestOpenAt: z.string().nullable(),
  /** Percent of the time that its flow spent in steps of people. */
  share: z.number(),
  /** Where a flow stays longest, when that is far more than its part. */
  bottleneck: z.boolean(),
});
export type NodeFigures = z.infer<typeof NodeFigures>;

export const PersonFigures = z.object({
  person: PersonRef,
  handled: z.int(),
  average: Span,
  open: z.int(),
  overdue: z.int(),
  oldestOpenAt: z.string().nullable(),
});
export type PersonFigures = z.infer<typeof PersonFigures>;

export const DayFigures = z.object({ day: z.iso.date(), started: z.int(), finished: z.int() });
export type DayFigures = z.infer<typeof DayFigures>;

export const Overview = z.object({
  flows: z.array(FlowFigures),
  nodes: z.array(NodeFigures),
  people: z.array(PersonFigures),
  days: z.array(DayFigures),
});
export type Overview = z.infer<typeof Overview>;

export const overviewParts = ['flows', 'nodes', 'people'] as const;
export type OverviewPart = (typeof overviewParts)[number];

const permission = 'workflow.task.handle' as const;
const period = { from: z.iso.datetime(), until: z.iso.datetime(), formId: shortId.optional() };

/** For those who watch over processes: administrators of the space over all, those whom a process names over it. */
export const overviewApi = {
  forms: endpoint({
    method: 'GET',
    path: '/workflow/overview/forms',
    permission,
    summary: 'The forms whose processes I watch over; empty for most people.',
    response: z.object({ forms: z.array(WatchedForm) }),
  }),
  figures: endpoint({
    method: 'GET',
    path: '/workflow/overview',
    permission,
    summary: 'How long processes and their steps took, where they wait, and who has how much to do.',
    query: z.object(period),
    response: Overview,
  }),
  sheet: endpoint({
    method: 'GET',
    path: '/workflow/overview/sheet',
    permission,
    summary: 'One table of the overview as a spreadsheet.',
    query: z.object({ ...period, part: z.enum(overviewParts) }),
    response: z.unknown(),
    transfer: 'stream',
  }),
};
