import { z } from 'zod';

/** A text of the expression language; it is kept as it was written, whether it can be read or not. */
export const Feel = z.string().max(20_000);

/** Hit policies of DMN. */
export const hitPolicies = ['unique', 'any', 'priority', 'first', 'output order', 'rule order', 'collect'] as const;
export const aggregations = ['sum', 'min', 'max', 'count'] as const;

export const mostRows = 10_000;
/** Inputs and outputs together. */
export const mostColumns = 30;

/** A decision table of texts. A cell of tests that is empty or `-` accepts anything. Types are written as FEEL writes them. */
export const Table = z.object({
  policy: z.enum(hitPolicies),
  /** Only with `collect`. */
  aggregation: z.enum(aggregations).optional(),
  inputs: z.array(
    z.object({
      text: Feel,
      type: z.string().max(1_000).optional(),
      /** Tests of which one must pass; the table has no result otherwise. */
      allowed: Feel.optional(),
    }),
  ),
  outputs: z.array(
    z.object({
      name: z.string().max(200),
      type: z.string().max(1_000).optional(),
      /** Worth most first: what `priority` and `output order` go by. */
      values: Feel.optional(),
      /** The result when no rule applies. */
      otherwise: Feel.optional(),
    }),
  ),
  rules: z.array(z.object({ tests: z.array(Feel), outputs: z.array(Feel), note: z.string().max(1_000).optional() })),
});
export type Table = z.infer<typeof Table>;
