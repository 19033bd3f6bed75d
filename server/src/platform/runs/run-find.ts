import type { Ctx } from '../context.ts';
import { spaceQuery, spaceSchema } from '../db/space-data.ts';
import { notFound } from '../errors.ts';
import type { RunRow } from './run-rows.ts';

type Place = Pick<Ctx, 'platform' | 'spaceId'>;

/** A run of the caller's, with what it was given: for the module whose work it does. */
export async function ownRunOfKind(
  { platform, spaceId, user }: Ctx,
  id: string,
  kind: string,
): Promise<Pick<RunRow, 'state' | 'payload' | 'result'>> {
  const { rows } = await spaceQuery<Pick<RunRow, 'state' | 'payload' | 'result'>>(platform, {
    text: `select state, payload, result from ${spaceSchema(spaceId)}.run where id = $1 and kind = $2 and actor = $3`,
    values: [id, kind, user.id],
  });
  if (!rows[0]) throw notFound('runs.run.not_found');
  return rows[0];
}

/** What the last runs of a kind in the space were given, those alone that are over: what they left behind can go. */
export async function payloadsOfEnded({ platform, spaceId }: Place, kind: string): Promise<unknown[]> {
  const { rows } = await spaceQuery<{ payload: unknown }>(platform, {
    text: `select payload from ${spaceSchema(spaceId)}.run where kind = $1 and state in ('finished', 'failed', 'cancelled') order by id desc limit 20`,
    values: [kind],
  });
  return rows.map(({ payload }) => payload);
}

/** What runs of a kind were given that have been over for so long: their rows are about to go as well. */
export async function payloadsOverFor({ platform, spaceId }: Place, kind: string, days: number): Promise<unknown[]> {
  const { rows } = await spaceQuery<{ payload: unknown }>(platform, {
    text: `select payload from ${spaceSchema(spaceId)}.run where kind = $1 and finished < $2`,
    values: [kind, new Date(Date.now() - days * 86_400_000)],
  });
  return rows.map(({ payload }) => payload);
}

/** Those of these runs that are yet to be done, or are being done now. */
export async function unfinishedOf({ platform, spaceId }: Place, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await spaceQuery<{ id: string }>(platform, {
    text: `select id from ${spaceSchema(spaceId)}.run where id = any($1::uuid[]) and state in ('waiting', 'running', 'suspended')`,
    values: [ids],
  });
  return new Set(rows.map(({ id }) => id));
}
