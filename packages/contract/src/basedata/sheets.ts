import { z } from 'zod';

/** What came of a spreadsheet: rows that are right are taken, the others are named with their line. */
export const SheetOutcome = z.object({
  created: z.int(),
  updated: z.int(),
  failures: z.array(z.object({ line: z.int(), code: z.string(), data: z.record(z.string(), z.string()) })),
});
export type SheetOutcome = z.infer<typeof SheetOutcome>;
