import type { explorerApi, KeptQuery } from '@formwork/contract/etl/explorer.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { sql, type Selectable } from 'kysely';
import type { Ctx, TxCtx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { QueryTable } from '../tables.ts';

type Input<Name extends keyof typeof explorerApi> = InputOf<(typeof explorerApi)[Name]>;

const historyRows = 100;

/** Of the history the last hundred stay. */
export async function noteQuery(
  ctx: Ctx,
  source: string,
  text: string,
  outcome: Pick<QueryTable, 'ms' | 'rows' | 'error'>,
): Promise<void> {
  await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const mine = { space_id: ctx.spaceId, person: ctx.user.id };
    await tx
      .insertInto('etl.query')
      .values({ ...mine, id: newId(), source, name: null, sql: text, ...outcome })
      .execute();
    await sql`delete from etl.query where space_id = ${ctx.spaceId} and person = ${ctx.user.id} and name is null and id in (
      select id from etl.query where space_id = ${ctx.spaceId} and person = ${ctx.user.id} and name is null
      order by at desc, id desc offset ${historyRows})`.execute(tx);
  });
}

export async function listQueries(ctx: TxCtx, { query }: Input<'queries'>): Promise<KeptQuery[]> {
  let found = ctx.tx
    .selectFrom('etl.query')
    .selectAll()
    .where('space_id', '=', ctx.spaceId)
    .where('person', '=', ctx.user.id)
    .limit(500);
  if (query.source !== undefined) found = found.where('source', '=', query.source);
  const rows = query.kept
    ? await found
        .where('name', 'is not', null)
        .orderBy(sql`lower(name)`)
        .execute()
    : await found.where('name', 'is', null).orderBy('at', 'desc').limit(historyRows).execute();
  return rows.map(viewOf);
}

export async function keepQuery(ctx: TxCtx, { body }: Input<'keepQuery'>): Promise<KeptQuery> {
  const { source, name, sql: text } = body;
  const row = await ctx.tx
    .insertInto('etl.query')
    .values({
      space_id: ctx.spaceId,
      person: ctx.user.id,
      id: newId(),
      source,
      name,
      sql: text,
      ms: null,
      rows: null,
      error: null,
    })
    .onConflict((conflict) =>
      conflict
        .expression(sql`space_id, person, source, lower(name)`)
        .where('name', 'is not', null)
        .doUpdateSet({
          sql: text,
          name,
          at: new Date(),
          version: sql`query.version + case when query.sql = excluded.sql then 0 else 1 end`,
        }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return viewOf(row);
}

/** For whoever refers to some of them. */
export async function queryVersions(ctx: TxCtx, { query }: Input<'queryVersions'>) {
  const rows = await ctx.tx
    .selectFrom('etl.query')
    .select(['id', 'name', 'version', 'sql', 'person'])
    .where('space_id', '=', ctx.spaceId)
    .where('id', 'in', query.ids.split(','))
    .where('name', 'is not', null)
    .execute();
  return rows.map(({ id, name, version, sql: text, person }) => ({
    id,
    name: name!,
    version,
    sql: person === ctx.user.id ? text : null,
  }));
}

export async function dropQuery(ctx: TxCtx, { params }: Input<'dropQuery'>): Promise<null> {
  const gone = await ctx.tx
    .deleteFrom('etl.query')
    .where('space_id', '=', ctx.spaceId)
    .where('person', '=', ctx.user.id)
    .where('id', '=', params.queryId)
    .returning('id')
    .executeTakeFirst();
  if (!gone) throw notFound();
  return null;
}

function viewOf(row: Selectable<QueryTable>): KeptQuery {
  const { id, source, name, sql: text, version, at, ms, rows, error } = row;
  return { id, source, name, sql: text, version, at: at.toISOString(), ms, rows, error };
}
