import { z } from 'zod';
import { Feel, Table } from './table.ts';
import { shownText } from '../text.ts';

/**
 * A rule as its views draw it and a release freezes it: what starts it, as whom it acts, and statements one after the other. Texts are
 * FEEL over the fields of the record by their ids, `old` holds the values from before.
 */

/** Stamped on every release. */
export const ruleFormat = 20201130;

/** A field, a variable, a parameter. */
export const RuleName = z.string().regex(/^[^`\s](?:[^`\n\r]{0,98}[^`\s])?$/);
const Id = z.string().min(1).max(60);
const Note = z.string().max(2_000).optional();

/** Whose rights hold: those of who wrote it, of the person whose act began it, or of the system. */
export const actors = ['author', 'person', 'system'] as const;
/** Before a save, in its transaction behind it, or after it is done. */
export const moments = ['before', 'after', 'later'] as const;

const form = { form: RuleName };
/** An ISO duration, as `PT5M` or `-P3D`. */
export const Span = z.string().regex(/^-?P[0-9DHMTSWY.]+$/);

export const Start = z.discriminatedUnion('on', [
  z.object({ on: z.literal('created'), ...form }),
  /** With fields: when one of them has another value than before. */
  z.object({ on: z.literal('changed'), ...form, fields: z.array(RuleName) }),
  z.object({ on: z.literal('deleted'), ...form }),
  z.object({ on: z.literal('saving'), ...form }),
  /** Before or after a date of a record; in working days where asked. */
  z.object({ on: z.literal('date'), ...form, field: RuleName, shift: Span, working: z.boolean() }),
  z.object({ on: z.literal('time'), cron: z.string().max(100), working: z.boolean() }),
  z.object({ on: z.literal('every'), span: Span, working: z.boolean() }),
  z.object({ on: z.literal('message'), name: z.string().max(200) }),
  z.object({ on: z.literal('step'), ...form, node: z.string().max(200) }),
  z.object({ on: z.literal('button'), ...form, button: z.string().max(200) }),
  z.object({ on: z.literal('device'), event: z.string().max(200) }),
  z.object({ on: z.literal('alarm'), alarm: z.string().max(200) }),
  z.object({ on: z.literal('webhook'), key: z.string().max(200) }),
  /** By address, by another rule, by a flow. */
  z.object({ on: z.literal('call') }),
]);
export type Start = z.infer<typeof Start>;
export type StartKind = Start['on'];

export const Given = z.object({ name: RuleName, value: Feel });
export type Given = z.infer<typeof Given>;

interface Base {
  id: string;
  note?: string | undefined;
}

export interface Let extends Base {
  kind: 'let';
  name: string;
  value: string;
}

export interface Assign extends Base {
  kind: 'set';
  /** A field, or a field of the record that a relation leads to. */
  target: string[];
  value: string;
}

export interface When extends Base {
  kind: 'when';
  branches: { condition: string; body: Statement[] }[];
  otherwise?: Statement[] | undefined;
  /** What is empty counts as not so; without it a condition that nobody can decide ends the statement. */
  emptyIsNo?: boolean | undefined;
}

export interface Match extends Base {
  kind: 'match';
  /** `let`: the result gets a name; `set`: every output is a field that is set. */
  into: 'let' | 'set';
  name?: string | undefined;
  table: Table;
}

export interface Each extends Base {
  kind: 'each';
  item: string;
  list: string;
  body: Statement[];
}

/** Something done by an action of the house: `records.create`, `messages.leave`. */
export interface Act extends Base {
  kind: 'act';
  action: string;
  /** The form, template, task or connection it acts on. */
  target?: string | undefined;
  /** What comes of it gets a name; without one nobody waits for it. */
  as?: string | undefined;
  where?: string | undefined;
  most?: number | undefined;
  input: Given[];
}

/** Another rule. */
export interface Run extends Base {
  kind: 'run';
  rule: string;
  as?: string | undefined;
  input: Given[];
}

export interface Script extends Base {
  kind: 'script';
  script: string;
  as?: string | undefined;
  input: Given[];
}

/** Refuses what was about to be saved, or ends the rule. */
export interface Stop extends Base {
  kind: 'stop';
  field?: string | undefined;
  text?: string | undefined;
}

export type Statement = Let | Assign | When | Match | Each | Act | Run | Script | Stop;
export type StatementKind = Statement['kind'];

const base = { id: Id, note: Note };
const Body: z.ZodType<Statement[]> = z.lazy(() => z.array(Statement));
const as = RuleName.optional();
const input = z.array(Given);

export const Statement: z.ZodType<Statement> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('let'), ...base, name: RuleName, value: Feel }),
  z.object({ kind: z.literal('set'), ...base, target: z.array(RuleName).min(1).max(2), value: Feel }),
  z.object({
    kind: z.literal('when'),
    ...base,
    branches: z.array(z.object({ condition: Feel, body: Body })).min(1),
    otherwise: Body.optional(),
    emptyIsNo: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('match'),
    ...base,
    into: z.enum(['let', 'set']),
    name: RuleName.optional(),
    table: Table,
  }),
  z.object({ kind: z.literal('each'), ...base, item: RuleName, list: Feel, body: Body }),
  z.object({
    kind: z.literal('act'),
    ...base,
    action: z.string().max(100),
    target: RuleName.optional(),
    as,
    where: Feel.optional(),
    most: z.int().min(1).max(10_000).optional(),
    input,
  }),
  z.object({ kind: z.literal('run'), ...base, rule: z.string().max(200), as, input }),
  z.object({ kind: z.literal('script'), ...base, script: z.string().max(200), as, input }),
  z.object({ kind: z.literal('stop'), ...base, field: RuleName.optional(), text: Feel.optional() }),
]);

/** A name with a type as FEEL writes it: `number`, `list<context<qty: number>>`. */
export const Typed = z.object({ name: RuleName, type: z.string().min(1).max(2_000) });
export type Typed = z.infer<typeof Typed>;

export const Rule = z.object({
  format: z.literal(ruleFormat),
  name: shownText().min(1).max(200),
  at: z.enum(moments),
  runsAs: z.enum(actors),
  inputs: z.array(Typed),
  outputs: z.array(Typed),
  /** Types that others may name. */
  types: z.array(Typed),
  starts: z.array(Start),
  body: z.array(Statement),
  /** Where statements stand in the graph, and which are folded; kept by the statement's id. */
  layout: z.record(z.string(), z.object({ x: z.number(), y: z.number(), fold: z.boolean().optional() })),
});
export type Rule = z.infer<typeof Rule>;

export const mostStatements = 200;

/** Every statement, those inside of others too. */
export function statementsIn(body: readonly Statement[]): Statement[] {
  return body.flatMap((one) => [one, ...bodiesOf(one).flatMap(statementsIn)]);
}

export function bodiesOf(statement: Statement): Statement[][] {
  if (statement.kind === 'each') return [statement.body];
  if (statement.kind !== 'when') return [];
  return [...statement.branches.map(({ body }) => body), ...(statement.otherwise ? [statement.otherwise] : [])];
}
