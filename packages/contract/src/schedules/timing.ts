import { z } from 'zod';
import { isTimeZone } from '../enterprise/work-time.ts';

/** What happens when it is due while the run before still goes on. */
export const overlaps = ['skip', 'wait', 'parallel', 'replace'] as const;
/** What becomes of the moments that passed while nobody was there to see them. */
export const missedPolicies = ['once', 'skip', 'all'] as const;

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** When something runs by itself. One of `cron`, `every` and `at`. */
export const Timing = z
  .object({
    /** Five fields of cron, in the zone. */
    cron: z.string().trim().max(200).optional(),
    /** Seconds from one to the next. */
    every: z.int().min(10).max(31_536_000).optional(),
    /** Once. */
    at: z.iso.datetime({ offset: true }).optional(),
    /** Left out: the enterprise's own, whatever it is then. */
    zone: z.string().max(60).refine(isTimeZone).optional(),
    /** On days alone that the enterprise's calendar has as working days. */
    workdays: z.boolean().default(false),
    /** Between these times of day alone; one that ends before it begins goes over midnight. */
    window: z
      .object({ from: Clock, to: Clock })
      .refine(({ from, to }) => from !== to)
      .optional(),
    overlap: z.enum(overlaps).default('skip'),
    missed: z.enum(missedPolicies).default('once'),
  })
  .refine(({ cron, every, at }) => [cron, every, at].filter((one) => one !== undefined).length === 1, {
    path: ['cron'],
  });
export type Timing = z.infer<typeof Timing>;
