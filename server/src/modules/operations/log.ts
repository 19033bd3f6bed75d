import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { operationsApi } from '@formwork/contract/operations/api.ts';
import { sql } from 'kysely';
import { firstBrokenRow } from '../../platform/audit.ts';
import type { TxCtx } from '../../platform/context.ts';
import { namesOf } from '../identity/public.ts';

export async function readLog(ctx: TxCtx, { query }: InputOf<typeof operationsApi.log>): Promise<ResponseOf<typeof operationsApi.log>> {
  let select = ctx.tx.selectFrom('platform.audit').selectAll().where('space_id', '=', ctx.spaceId).orderBy('seq', 'desc').limit(query.limit + 1);
  if (query.before !== undefined) select = select.where('seq', '<', query.before);
  if (query.type !== undefined) select = select.where('type', 'like', `${query.type.replace(/[%_\\]/g, String.raw`\$&`)}%`);
  const found = await select.execute();
  const rows = found.slice(0, query.limit);
  const names = await namesOf(ctx, rows.flatMap((row) => row.actor ?? []));
  return {
    rows: rows.map((row) => ({ seq: row.seq, at: row.at.toISOString(), actor: row.actor, actorName: row.actor === null ? null : (names.get(row.actor) ?? null), type: row.type, subject: row.subject, ip: row.ip, data: row.data as Record<string, unknown> })),
    next: found.length > query.limit ? rows.at(-1)!.seq : null,
  };
}

export async function checkLog(ctx: TxCtx): Promise<ResponseOf<typeof operationsApi.checkLog>> {
  const { count } = await ctx.tx.selectFrom('platform.audit').select(sql<number>`count(*)::int`.as('count')).where('space_id', '=', ctx.spaceId).executeTakeFirstOrThrow();
  return { rows: count, firstBroken: (await firstBrokenRow(ctx.tx, ctx.spaceId)) ?? null };
}
