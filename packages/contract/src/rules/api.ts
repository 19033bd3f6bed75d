import { z } from 'zod';
import { endpoint, largeBodyBytes, shortId, uuid } from '../endpoint.ts';
import { DefinitionLevel } from '../definitions/level.ts';
import { HookAddresses } from './hook.ts';
import { Text, shownText } from '../text.ts';
import { RuleTest } from './document.ts';
import { actors, moments, Rule, Start } from './rule.ts';
import { Table } from './table.ts';

const read = 'rules.rule.read';
const edit = 'rules.rule.edit';
const RuleId = z.string().min(1).max(100);
const Plain = z.record(z.string(), z.unknown());

export const traceStates = ['done', 'stopped', 'failed', 'running'] as const;

/** A rule as the overview shows it, in the release that is in force, or as it is drafted where none is. */
export const RuleRow = z.object({
  id: z.string(),
  name: Text,
  released: z.int().nullable(),
  enabled: z.boolean(),
  /** A code, where it was switched off by itself. */
  offBecause: z.string().nullable(),
  at: z.enum(moments),
  runsAs: z.enum(actors),
  starts: z.array(Start),
  author: uuid,
  /** In the last 30 days. */
  judged: z.int(),
  held: z.int(),
  failed: z.int(),
  undecided: z.int(),
  lastHeld: z.string().nullable(),
  can: z.array(DefinitionLevel),
});
export type RuleRow = z.infer<typeof RuleRow>;

export const TraceStepView = z.object({
  at: z.string(),
  kind: z.string(),
  branch: z.int().optional(),
  undecided: z.literal(true).optional(),
  read: Plain.optional(),
  name: z.string().optional(),
  value: z.unknown().optional(),
  hits: z.array(z.int()).optional(),
  count: z.int().optional(),
  effect: z.string().optional(),
  text: z.unknown().optional(),
});

export type TraceStepView = z.infer<typeof TraceStepView>;

export const RuleTrace = z.object({
  id: uuid,
  rule: z.string(),
  name: Text.nullable(),
  release: z.int(),
  starts: z.string(),
  formId: z.string().nullable(),
  recordId: uuid.nullable(),
  actsAs: z.enum(actors),
  actor: uuid.nullable(),
  state: z.enum(traceStates),
  code: z.string().nullable(),
  at: z.string(),
});
export type RuleTrace = z.infer<typeof RuleTrace>;

export const RuleTraceDetail = RuleTrace.extend({
  steps: z.array(TraceStepView),
  changes: z.array(z.object({ target: z.array(z.string()), value: z.unknown() })),
  effects: z.array(z.object({ key: z.string(), what: z.string(), target: z.string().optional(), input: Plain })),
  text: z.string().nullable(),
  data: Plain.nullable(),
  /** What the release says, by statement: the text of the rule language. */
  source: z.string().nullable(),
});
export type RuleTraceDetail = z.infer<typeof RuleTraceDetail>;

export const Tried = z.object({
  state: z.enum(['done', 'waiting', 'stopped', 'failed']),
  steps: z.array(TraceStepView),
  changes: z.array(z.object({ target: z.array(z.string()), value: z.unknown() })),
  effects: z.array(z.object({ key: z.string(), what: z.string(), target: z.string().optional(), input: Plain })),
  stop: z.object({ field: z.string().optional(), text: z.string() }).optional(),
  code: z.string().optional(),
  result: Plain,
  undecided: z.array(z.object({ statement: z.string(), missing: z.array(z.string()) })),
});
export type Tried = z.infer<typeof Tried>;

const Field = z.object({
  id: z.string(),
  title: Text,
  /** As the expression language writes it. */
  type: z.string(),
  writable: z.boolean(),
  /** Where a relation leads. */
  form: shortId.optional(),
});

/** What a rule of a form may name. */
export const RuleFacts = z.object({
  forms: z.array(z.object({ id: shortId, title: Text, app: Text })),
  fields: z.array(Field),
  /** Nodes of the form's process, as it is released. */
  steps: z.array(z.object({ id: z.string(), name: Text })),
  actions: z.array(
    z.object({ name: z.string(), title: Text, effect: z.enum(['space', 'outside']), inputs: z.array(z.string()) }),
  ),
  rules: z.array(z.object({ id: z.string(), name: Text })),
  scripts: z.array(z.object({ id: z.string(), name: Text })),
  /** What the caller may have a rule be: before and behind saves, as the system. */
  mayBind: z.boolean(),
});
export type RuleFacts = z.infer<typeof RuleFacts>;

export const Simulated = z.object({
  judged: z.int(),
  held: z.int(),
  refused: z.int(),
  failed: z.int(),
  undecided: z.int(),
  /** More lay in the time asked for. */
  cut: z.boolean(),
  /** Where it would have come to something else than the release in force. */
  differing: z.int(),
  samples: z.array(
    z.object({
      recordId: uuid,
      at: z.string(),
      starts: z.string(),
      changes: z.array(z.object({ target: z.array(z.string()), value: z.unknown() })),
      effects: z.array(z.string()),
      text: z.string().optional(),
    }),
  ),
});
export type Simulated = z.infer<typeof Simulated>;

const Problem = z.object({
  code: z.string(),
  data: z.record(z.string(), z.unknown()).optional(),
  at: z.string().optional(),
  part: z.string().optional(),
});

export const rulesApi = {
  list: endpoint({
    method: 'GET',
    path: '/rules',
    permission: read,
    summary: 'Rules one may see: what starts them, as whom they act, how often they held and failed',
    query: z.object({ search: z.string().max(200).optional() }),
    response: z.object({ rows: z.array(RuleRow), mayCreate: z.boolean() }),
  }),
  facts: endpoint({
    method: 'GET',
    path: '/rules/facts',
    permission: read,
    summary: 'What a rule may name: forms, the fields of one, actions, rules and scripts',
    query: z.object({ form: shortId.optional() }),
    response: RuleFacts,
  }),
  traces: endpoint({
    method: 'GET',
    path: '/rules/traces',
    permission: read,
    summary: 'What rules did, the last first; of one rule, or of all that one may see',
    query: z.object({
      rule: RuleId.optional(),
      record: uuid.optional(),
      state: z.enum(traceStates).optional(),
      after: uuid.optional(),
    }),
    response: z.object({ rows: z.array(RuleTrace), next: z.string().nullable() }),
  }),
  trace: endpoint({
    method: 'GET',
    path: '/rules/traces/:traceId',
    permission: read,
    summary: 'Why a rule did something, what it read and what it did; without what the caller may not see',
    params: z.object({ traceId: uuid }),
    response: RuleTraceDetail,
  }),
  why: endpoint({
    method: 'GET',
    path: '/rules/why',
    permission: read,
    summary: 'The rule that gave a field of a record its value, where one did',
    query: z.object({ formId: shortId, recordId: uuid, field: z.string().max(200) }),
    response: z.object({ trace: RuleTrace.nullable() }),
  }),
  tryRule: endpoint({
    method: 'POST',
    path: '/rules/try',
    permission: read,
    summary: 'Judges a rule on values or on a record, without any effect',
    bodyBytes: largeBodyBytes,
    body: z.object({ rule: Rule, input: Plain.optional(), recordId: uuid.optional() }),
    response: Tried,
  }),
  runTests: endpoint({
    method: 'POST',
    path: '/rules/tests',
    permission: read,
    summary: 'What test cases of a rule come to',
    bodyBytes: largeBodyBytes,
    body: z.object({ rule: Rule, tests: z.array(RuleTest).max(200) }),
    response: z.object({
      results: z.array(
        z.object({
          id: z.string(),
          passed: z.boolean(),
          wrong: z.array(z.string()),
          found: Plain,
          refused: z.boolean(),
        }),
      ),
    }),
  }),
  simulate: endpoint({
    method: 'POST',
    path: '/rules/simulate',
    permission: read,
    summary: 'What a rule would have done with what happened in the last days; nothing is carried out',
    bodyBytes: largeBodyBytes,
    body: z.object({ rule: Rule, id: RuleId.optional(), days: z.int().min(1).max(31) }),
    response: Simulated,
  }),
  call: endpoint({
    method: 'POST',
    path: '/rules/:ruleId/calls',
    permission: edit,
    summary: 'Runs a released rule that begins by a call, on values; answers what it comes to',
    params: z.object({ ruleId: RuleId }),
    body: z.object({ commandId: uuid.optional(), input: Plain }),
    response: z.object({ trace: uuid.nullable(), result: Plain, refused: z.string().nullable() }),
  }),
  press: endpoint({
    method: 'POST',
    path: '/rules/:ruleId/records/:recordId',
    permission: edit,
    summary: 'Runs a released rule that begins by a button, on a record',
    params: z.object({ ruleId: RuleId, recordId: uuid }),
    body: z.object({ commandId: uuid }),
    response: z.object({ trace: uuid.nullable(), refused: z.string().nullable() }),
  }),
  hook: endpoint({
    method: 'GET',
    path: '/rules/:ruleId/hooks/:hookKey',
    permission: edit,
    summary: 'The address from which a rule is begun by calls from outside, for who draws it',
    params: z.object({ ruleId: RuleId, hookKey: z.string().min(1).max(200) }),
    response: HookAddresses,
  }),
  readTable: endpoint({
    method: 'POST',
    path: '/rules/tables/readings',
    permission: read,
    transfer: 'multipart',
    summary: 'A decision table of an uploaded workbook',
    response: z.object({ table: Table.nullable(), problems: z.array(Problem) }),
  }),
  writeTable: endpoint({
    method: 'POST',
    path: '/rules/tables/workbooks',
    permission: read,
    transfer: 'stream',
    summary: 'A decision table as a workbook',
    bodyBytes: largeBodyBytes,
    body: z.object({ name: shownText().min(1).max(200), table: Table }),
    response: z.never(),
  }),
};
