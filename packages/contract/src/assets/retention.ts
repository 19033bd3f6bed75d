import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { AssetRow, retentionThens } from './asset.ts';

const read = 'assets.asset.read';
const edit = 'assets.asset.edit';
const ofAsset = z.object({ assetId: z.number().int().min(1).max(2_147_483_647) });

/** Beyond their time, beyond it with leave, or nobody can tell how old they are. */
export const overdueStates = ['due', 'kept', 'unknown'] as const;

export const OverdueRow = AssetRow.extend({
  retention: z.int(),
  /** What is to become of rows that are too old. */
  then: z.enum(retentionThens),
  ageColumn: z.string().nullable(),
  /** Of that column, as its source calls it. */
  ageType: z.string().nullable(),
  oldest: z.iso.datetime().nullable(),
  /** Days beyond those to keep. */
  over: z.int().nullable(),
  /** Why nobody can tell: a code of a refusal, null where nobody looked yet. */
  why: z.string().nullable(),
  keptUntil: z.iso.date().nullable(),
  keptWhy: z.string(),
});
export type OverdueRow = z.infer<typeof OverdueRow>;

export const Age = z.object({
  oldest: z.iso.datetime().nullable(),
  newest: z.iso.datetime().nullable(),
  agedAt: z.iso.datetime().nullable(),
  ageWhy: z.string().nullable(),
});
export type Age = z.infer<typeof Age>;

export const KeepInput = z
  .object({
    /** Null takes the leave back. */
    until: z.iso.date().nullable(),
    reason: z.string().trim().max(500),
  })
  .refine(({ until, reason }) => until === null || reason !== '', { path: ['reason'] });
export type KeepInput = z.infer<typeof KeepInput>;

export const ProfileColumn = z.object({
  key: z.string(),
  title: z.string(),
  type: z.string(),
  filled: z.int(),
  /** How many different values; of very many rows about so many. */
  distinct: z.int(),
  least: z.string().nullable(),
  most: z.string().nullable(),
  /** Of numbers. */
  mean: z.number().nullable(),
  /** The most frequent values. */
  top: z.array(z.object({ value: z.string().nullable(), count: z.int() })),
});
export const Profile = z.object({
  rows: z.int(),
  columns: z.array(ProfileColumn),
  /** More columns are there than were looked at. */
  cut: z.boolean(),
});
export type Profile = z.infer<typeof Profile>;

/** How old rows are, what is to be done with those that are too old, and what they consist of. */
export const retentionApi = {
  overdue: endpoint({
    method: 'GET',
    path: '/assets/overdue',
    permission: read,
    summary: 'Assets whose oldest rows are beyond the days to keep, the longest overdue first, and what is to be done.',
    query: z.object({
      state: z.enum(overdueStates).default('due'),
      after: z.string().max(100).optional(),
      limit: z.number().int().min(1).max(200).default(50),
    }),
    response: z.object({ rows: z.array(OverdueRow), next: z.string().nullable(), count: z.int() }),
  }),
  keep: endpoint({
    method: 'PUT',
    path: '/assets/:assetId/kept',
    permission: edit,
    summary: 'Lets rows stay beyond their time until a day, with a reason.',
    params: ofAsset,
    body: KeepInput,
    response: z.null(),
  }),
  remind: endpoint({
    method: 'POST',
    path: '/assets/:assetId/reminders',
    permission: edit,
    summary: 'Tells owner and stewards that rows are beyond their time.',
    params: ofAsset,
    response: z.object({ told: z.int() }),
  }),
  age: endpoint({
    method: 'POST',
    path: '/assets/:assetId/ages',
    permission: edit,
    summary: 'Looks now how old the rows are.',
    params: ofAsset,
    response: Age,
  }),
  profile: endpoint({
    method: 'GET',
    path: '/assets/:assetId/profile',
    permission: read,
    summary:
      'What the columns hold: how full, how many different values, least, most and the most frequent, read with the rights of the caller.',
    params: ofAsset,
    response: Profile,
  }),
};
