import { z } from 'zod';
import { uuid } from '../endpoint.ts';
import { PersonRef } from './process.ts';

/** What the designer asks of a process beside drawing it. */

/** One step of the way a process takes, and why. */
export const TraceStep = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('entered'), node: z.string(), edge: z.string().nullable() }),
  z.object({
    kind: z.literal('chose'),
    node: z.string(),
    taken: z.array(z.string()),
    /** Conditions that were looked at; null where one could not be decided, with the fields that were empty, and the code of what else was wrong. */
    tried: z.array(
      z.object({
        edge: z.string(),
        holds: z.boolean().nullable(),
        missing: z.array(z.string()).optional(),
        reason: z.string().optional(),
      }),
    ),
    why: z.enum(['condition', 'otherwise', 'chosen', 'only', 'undecided', 'none']),
  }),
  z.object({
    kind: z.literal('people'),
    node: z.string(),
    rules: z.array(z.string()),
    persons: z.array(z.string()),
    why: z.enum(['found', 'nobody', 'administrator', 'passed']),
  }),
  z.object({
    kind: z.literal('joined'),
    node: z.string(),
    edges: z.array(z.string()),
    why: z.enum(['all', 'no_more']),
  }),
]);
export type TraceStep = z.infer<typeof TraceStep>;

export const SimulatedStep = z.object({
  node: z.string(),
  /** Null where time did it. */
  by: uuid.nullable(),
  at: z.string(),
  trace: z.array(TraceStep),
});
export type SimulatedStep = z.infer<typeof SimulatedStep>;

export const Simulation = z.object({
  steps: z.array(SimulatedStep),
  end: z.enum(['finished', 'asks', 'refused', 'endless']),
  /** What somebody would have to choose before it could go on. */
  asks: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('executors'), node: z.string() }),
      z.object({ kind: z.literal('edges'), node: z.string(), edges: z.array(z.string()), many: z.boolean() }),
    ]),
  ),
  /** The code of the refusal, with a text in `errors`. */
  refusal: z.string().nullable(),
  people: z.array(PersonRef),
});
export type Simulation = z.infer<typeof Simulation>;

/** What hinders a process from going on in another release, at one of its nodes. */
export const Hindrance = z.object({ node: z.string(), why: z.enum(['gone', 'other_kind', 'join']) });

export const Migration = z.object({
  moved: z.int(),
  refused: z.array(z.object({ instanceId: uuid, recordId: uuid, title: z.string(), hindrances: z.array(Hindrance) })),
});
export type Migration = z.infer<typeof Migration>;
