import { z } from 'zod';
import { uuid } from '../endpoint.ts';
import { hueNames } from '../hues/hues.ts';

/** One thing a record says, ready to be drawn by whoever knows nothing of forms. */
export const RecordFact = z.object({
  /** Of its field, in the reader's language. */
  title: z.string(),
  /** The value in words. */
  text: z.string(),
  /** What was chosen of several, each in its hue. */
  options: z
    .array(z.object({ label: z.string(), hue: z.enum(hueNames), retired: z.literal(true).optional() }))
    .optional(),
  /** The names of those it speaks of. */
  people: z.array(z.string()).optional(),
  /** A number: its digits are read, its unit stands back. */
  isFigure: z.literal(true).optional(),
});
export type RecordFact = z.infer<typeof RecordFact>;

export const RecordFacts = z.object({ id: uuid, facts: z.array(RecordFact) });
export type RecordFacts = z.infer<typeof RecordFacts>;

/** Records in one call. */
export const mostFactsAsked = 200;
