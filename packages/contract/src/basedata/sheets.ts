import { z } from 'zod';

const Failure = z.object({
  line: z.int(),
  code: z.string(),
  data: z.record(z.string(), z.string()),
  /** The row as it was. */ cells: z.array(z.string()),
});

/** What came of a spreadsheet: rows that are right are taken, the others come back with their line and why. */
export const SheetOutcome = z.object({
  created: z.int(),
  updated: z.int(),
  /** The titles above its columns. */ header: z.array(z.string()),
  failures: z.array(Failure),
});
export type SheetOutcome = z.infer<typeof SheetOutcome>;
