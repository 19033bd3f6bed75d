import { z } from 'zod';
import { actors, Given, RuleName, Span, Typed } from './rule.ts';
import { Feel } from './table.ts';
import { shownText } from '../text.ts';

/**
 * A durable flow: nodes and the ways between them. Tokens go along the ways; `parallel`, `loop` and `iterate` open a scope of tokens of
 * their own, with variables that nobody outside sees. What leaves the house, or waits, is asked of whoever runs the flow.
 */

const Id = z.string().min(1).max(60);

/** Tried again after `first` seconds, each time `factor` times longer, at most `most`. */
export const Retry = z.object({
  times: z.int().min(1).max(20),
  first: z.number().min(0).max(86_400),
  factor: z.number().min(1).max(10),
  most: z.number().min(0).max(86_400),
});

const base = { id: Id, name: shownText().max(200), x: z.number(), y: z.number() };
/** Of nodes that ask something of others. */
const asking = {
  ...base,
  /** What comes of it gets a name. */
  as: RuleName.optional(),
  retry: Retry.optional(),
  /** Seconds. */
  timeout: z.number().min(0.1).max(31_622_400).optional(),
  /** Takes back what the node did, when the flow fails behind it. */
  undo: z.object({ action: z.string().max(100), input: z.array(Given) }).optional(),
};

export const FlowNode = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start'), ...base }),
  z.object({ kind: z.literal('end'), ...base }),
  /** Names get values. */
  z.object({ kind: z.literal('expression'), ...base, values: z.array(Given) }),
  /** The first way whose condition holds; the one without a condition otherwise. */
  z.object({ kind: z.literal('switch'), ...base }),
  /** All ways at once. */
  z.object({ kind: z.literal('parallel'), ...base }),
  /** Where they meet again: all of them, the first, or so many; the others are given up then. */
  z.object({ kind: z.literal('join'), ...base, need: z.union([z.literal('all'), z.int().min(1).max(100)]) }),
  /** The way `body` again and again while the condition holds. */
  z.object({ kind: z.literal('loop'), ...base, condition: Feel }),
  /** The way `body` for every element, so many at once; `result` of each is collected. */
  z.object({
    kind: z.literal('iterate'),
    ...base,
    list: Feel,
    item: RuleName,
    atOnce: z.int().min(1).max(50),
    result: Feel.optional(),
    as: RuleName.optional(),
  }),
  /** An action of the house: query, create, update, delete, aggregate, API, SQL, script, message, rule. */
  z.object({
    kind: z.literal('call'),
    ...asking,
    action: z.string().max(100),
    target: z.string().max(200).optional(),
    /** What is given as it stands, beside what is worked out: a form, a connection, the text of a script. */
    set: z.record(z.string().max(100), z.unknown()).optional(),
    input: z.array(Given),
  }),
  z.object({ kind: z.literal('flow'), ...asking, flow: z.string().max(200), input: z.array(Given) }),
  /** `until`: seconds from now, or a moment. */
  z.object({ kind: z.literal('wait'), ...asking, for: z.literal('time'), until: Feel, working: z.boolean() }),
  z.object({ kind: z.literal('message'), ...asking, message: z.string().max(200), key: Feel }),
  z.object({ kind: z.literal('approval'), ...asking, input: z.array(Given) }),
  z.object({ kind: z.literal('callback'), ...asking }),
  /** Ends the flow as failed, with a text. */
  z.object({ kind: z.literal('fail'), ...base, text: Feel }),
]);
export type FlowNode = z.infer<typeof FlowNode>;
export type FlowNodeOf<K extends FlowNode['kind']> = Extract<FlowNode, { kind: K }>;

export const FlowEdge = z.object({
  id: Id,
  from: Id,
  to: Id,
  /** `body` of a loop, `error` of anything; without it what comes next. */
  way: z.enum(['body', 'error']).optional(),
  /** Of a switch. */
  condition: Feel.optional(),
});
export type FlowEdge = z.infer<typeof FlowEdge>;

/** The key of a flow in its address: `POST /api/flows/<key>`. */
export const FlowKey = z.string().regex(/^[a-z0-9][a-z0-9-]{0,59}$/);

export const FlowStart = z.discriminatedUnion('on', [
  /** Something that a module tells of, by its name: `records.created`. */
  z.object({
    id: Id,
    on: z.literal('trigger'),
    trigger: z.string().min(1).max(100),
    filter: z.record(z.string().max(100), z.unknown()),
  }),
  z.object({ id: Id, on: z.literal('call'), key: FlowKey }),
  z.object({ id: Id, on: z.literal('message'), name: z.string().min(1).max(200) }),
  /** A call from outside, at an address of its own. */
  z.object({ id: Id, on: z.literal('webhook') }),
  /** A button on the records of a form; without a title it bears the name of the flow. */
  z.object({ id: Id, on: z.literal('button'), form: z.string().max(64), title: shownText().max(60) }),
  /** Before or after a date of a form's records, as rules begin by it; in working days where asked. */
  z.object({
    id: Id,
    on: z.literal('date'),
    form: z.string().max(64),
    field: z.string().max(100),
    shift: Span,
    working: z.boolean(),
  }),
]);
export type FlowStart = z.infer<typeof FlowStart>;

const FlowLimits = z.object({
  /** Runs that are not over; who comes later waits. */
  atOnce: z.int().min(1).max(100_000),
  perMinute: z.int().min(1).max(100_000).optional(),
  /** After so many failures in a row the flow switches itself off; 0 never. */
  offAfter: z.int().min(0).max(1_000),
});

export const Flow = z.object({
  inputs: z.array(Typed).max(100),
  outputs: z.array(Given).max(100),
  starts: z.array(FlowStart).max(50),
  /** Whose rights its steps have. */
  runsAs: z.enum(actors),
  limits: FlowLimits,
  nodes: z.array(FlowNode).max(300),
  edges: z.array(FlowEdge).max(1_000),
  /** Where a failure goes that no node catches. */
  catch: Id.optional(),
});
export type Flow = z.infer<typeof Flow>;

export const usualLimits: Flow['limits'] = { atOnce: 50, offAfter: 20 };
