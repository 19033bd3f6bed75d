import { z } from 'zod';
import type { RunName } from '../../platform/runs/runs.ts';

/** A rule carried out outside of any transaction, because it reaches outside of the space's data. */
export const ruleRun = {
  kind: 'rules.rule',
  payload: z.object({
    rule: z.string(),
    release: z.int(),
    trace: z.uuid(),
    /** What it is judged on: the values of then. */
    input: z.record(z.string(), z.unknown()),
    author: z.uuid(),
    what: z.object({
      source: z.uuid(),
      formId: z.string(),
      recordId: z.uuid(),
      actor: z.uuid().nullable(),
      starts: z.string().optional(),
      cause: z.unknown().optional(),
    }),
  }),
} satisfies RunName<unknown>;
