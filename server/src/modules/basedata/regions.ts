import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Region, regionsApi } from '@formwork/contract/basedata/regions.ts';
import { sql } from 'kysely';
import type { TxCtx } from '../../platform/context.ts';
import type { ControlTx } from '../../platform/db/db.ts';
import { notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';

type Input<Name extends keyof typeof regionsApi> = InputOf<(typeof regionsApi)[Name]>;

const mostFound = 50;

export async function listRegions(
  { tx }: TxCtx,
  { query }: Input<'listRegions'>,
): Promise<{ rows: Region[]; total: number }> {
  const below = tx
    .selectFrom('basedata.region')
    .where('parent_code', query.parent === undefined ? 'is' : '=', query.parent ?? null);
  const { total } = await below.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const rows = await regionRows(tx)
    .where('parent_code', query.parent === undefined ? 'is' : '=', query.parent ?? null)
    .orderBy('code')
    .offset(query.offset)
    .limit(query.limit)
    .execute();
  return { rows, total };
}

export async function findRegions(
  { tx }: TxCtx,
  { query }: Input<'findRegions'>,
): Promise<{ id: string; name: string; path: string[] }[]> {
  if (query.codes ? query.codes.length === 0 : query.search === '') return [];
  const like = `${query.search.replace(/[\\%_]/g, '\\$&')}%`;
  const found = await tx
    .selectFrom('basedata.region')
    .select(['code', 'name', 'parent_code'])
    .where((where) =>
      query.codes
        ? where('code', 'in', query.codes)
        : where.or([
            where('name', 'like', `%${like}`),
            where('name_en', 'ilike', `%${like}`),
            where('code', 'like', like),
          ]),
    )
    .orderBy('code')
    .limit(query.codes?.length ?? mostFound)
    .execute();
  const above = await namesAbove(
    tx,
    found.flatMap(({ parent_code }) => parent_code ?? []),
  );
  return found.map(({ code, name, parent_code }) => ({ id: code, name, path: wayTo(above, parent_code) }));
}

export async function createRegion(ctx: TxCtx, { body }: Input<'createRegion'>): Promise<Region> {
  if (body.parentId !== null) await regionIn(ctx.tx, body.parentId);
  await ctx.tx
    .insertInto('basedata.region')
    .values({
      space_id: ctx.spaceId,
      code: body.code,
      parent_code: body.parentId,
      name: body.name,
      name_en: body.nameEn,
    })
    .execute();
  await record(ctx, 'basedata.region.created', { id: body.code, name: body.name });
  return regionIn(ctx.tx, body.code);
}

export async function updateRegion(ctx: TxCtx, { params, body }: Input<'updateRegion'>): Promise<Region> {
  const before = await regionIn(ctx.tx, params.regionCode);
  await ctx.tx
    .updateTable('basedata.region')
    .set({ name: body.name, name_en: body.nameEn })
    .where('code', '=', params.regionCode)
    .execute();
  await record(ctx, 'basedata.region.changed', { id: params.regionCode, before: before.name, after: body.name });
  return regionIn(ctx.tx, params.regionCode);
}

export async function deleteRegion(ctx: TxCtx, { params }: Input<'deleteRegion'>): Promise<null> {
  const { name } = await regionIn(ctx.tx, params.regionCode);
  // union, not union all: a file may name regions above each other
  const gone = await sql`
    with recursive below as (
      select code from basedata.region where code = ${params.regionCode}
      union select region.code from basedata.region join below on region.parent_code = below.code
    ) delete from basedata.region where code in (select code from below)`.execute(ctx.tx);
  await record(ctx, 'basedata.region.deleted', {
    id: params.regionCode,
    name,
    count: Number(gone.numAffectedRows ?? 0),
  });
  return null;
}

export async function clearRegions(ctx: TxCtx): Promise<null> {
  const gone = await ctx.tx.deleteFrom('basedata.region').where('space_id', '=', ctx.spaceId).executeTakeFirst();
  await record(ctx, 'basedata.region.cleared', { count: Number(gone.numDeletedRows) });
  return null;
}

async function regionIn(tx: ControlTx, code: string): Promise<Region> {
  const region = await regionRows(tx).where('code', '=', code).executeTakeFirst();
  if (!region) throw notFound('basedata.region.not_found');
  return region;
}

function regionRows(tx: ControlTx) {
  return tx
    .selectFrom('basedata.region')
    .select(['code as id', 'parent_code as parentId', 'name', 'name_en as nameEn'])
    .select((from) =>
      from
        .selectFrom('basedata.region as below')
        .whereRef('below.parent_code', '=', 'basedata.region.code')
        .select(sql<number>`count(*)::int`.as('children'))
        .$asScalar()
        .$notNull()
        .as('children'),
    );
}

type Above = ReadonlyMap<string, { name: string; parent: string | null }>;

/** The regions of these codes and all above them. */
async function namesAbove(tx: ControlTx, codes: readonly string[]): Promise<Above> {
  const { rows } = await sql<{ code: string; name: string; parent_code: string | null }>`
    with recursive above as (
      select code, name, parent_code from basedata.region where code = any(${codes}::text[])
      union select region.code, region.name, region.parent_code from basedata.region join above on region.code = above.parent_code
    ) select * from above`.execute(tx);
  return new Map(rows.map(({ code, name, parent_code }) => [code, { name, parent: parent_code }]));
}

function wayTo(above: Above, code: string | null): string[] {
  const way: string[] = [];
  const seen = new Set<string>();
  for (let at = code; at !== null && !seen.has(at); at = above.get(at)?.parent ?? null) {
    seen.add(at);
    way.unshift(above.get(at)?.name ?? at);
  }
  return way;
}
