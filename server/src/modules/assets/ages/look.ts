import { spaceQuery, spaceSchema, reader, type Doer } from '../../../platform/db/space-data.ts';
import { AppError, conflict, invalid } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { inEverySpace } from '../../../platform/jobs/jobs-retention.ts';
import type { Ctx } from '../../../platform/context.ts';
import { columnsOfTable, doubleQuoted, filesWritten, inEngine } from '../../etl/public.ts';
import { sizeOfForm } from '../../forms/public.ts';
import { asPerson } from '../../identity/public.ts';
import { readableKinds } from '../detail.ts';
import { requireAsset } from '../find.ts';
import { sourceOf } from '../look.ts';
import { momentTypes } from '../quality/check-sql.ts';
import { assetColumns, type StoredAsset } from '../rows.ts';
import { tellOf } from '../tell.ts';
import { overdueSql } from './overdue-sql.ts';

type Where = Pick<Doer, 'platform' | 'spaceId'>;
interface Ends {
  oldest: Date | null;
  newest: Date | null;
  why: string | null;
}

const patienceMs = 10 * 60_000;
const usedBy = ({ id }: StoredAsset) => ({ kind: 'assets.asset', id: String(id) });
const nobodyTells = (why: string): Ends => ({ oldest: null, newest: null, why });

/** Of forms always, of others where somebody said how long rows are kept or which column tells their age. */
export const lookByNight = inEverySpace('assets.ages', '25 4 * * *', (platform, spaceId) =>
  lookAtAll({ platform, spaceId }),
);

export async function lookAtAll(where: Where): Promise<void> {
  const from = reader(where);
  const { rows } = await from.query<{ id: number }>({
    text: `select id from ${from.schema}.assets_asset where state in ('live', 'deprecated') and (kind in ('form', 'file') or retention is not null or age_column is not null) order by id`,
  });
  for (const { id } of rows)
    await lookAt(where, id).catch((error: unknown) =>
      where.platform.log.error({ err: error, asset: id }, 'how old an asset is could not be read'),
    );
  await tellOverdue(where);
}

/** How old rows are, kept with the asset. */
export async function lookAt(where: Where, id: number): Promise<void> {
  const from = reader(where);
  const {
    rows: [asset],
  } = await from.query<StoredAsset>({
    text: `select ${assetColumns} from ${from.schema}.assets_asset a where a.id = $1`,
    values: [id],
  });
  if (!asset) return;
  const ends = await endsOf(where, asset);
  await spaceQuery(where.platform, {
    text: `update ${from.schema}.assets_asset set oldest = $2, newest = $3, age_why = $4, aged_at = $5 where id = $1 and age_column is not distinct from $6`,
    values: [id, ends.oldest, ends.newest, ends.why, new Date(), asset.age_column],
  });
}

async function endsOf(where: Where, asset: StoredAsset): Promise<Ends> {
  if (asset.age_column !== null) return endsByColumn(where, asset, asset.age_column);
  if (asset.kind === 'form') {
    const size = await sizeOfForm(where.platform, where.spaceId, asset.ref);
    return { oldest: size?.oldest ?? null, newest: size?.newest ?? null, why: null };
  }
  if (asset.kind === 'file') return { ...(await filesWritten(where, asset.ref)), why: null };
  return nobodyTells(readableKinds.has(asset.kind) ? 'assets.age.no_column' : 'assets.asset.not_readable');
}

/** Read with the rights of who chose the column. */
async function endsByColumn(where: Where, asset: StoredAsset, column: string): Promise<Ends> {
  try {
    const ctx = await asPerson(where, asset.age_by!, 'how old an asset is');
    await requireAsset(ctx, asset.id);
    return await inEngine(ctx, usedBy(asset), AbortSignal.timeout(patienceMs), async (room) => {
      const there = await room.take(sourceOf(asset), 'aged', [column]);
      if (!there.some(({ name }) => name === column)) return nobodyTells('assets.rule.column_gone');
      const name = doubleQuoted(column);
      const [row] = (
        await room.session.query(
          `select epoch_ms(min(${name})::timestamptz), epoch_ms(max(${name})::timestamptz) from aged`,
        )
      ).rows;
      const at = (ms: string | null | undefined): Date | null => (ms == null ? null : new Date(Number(ms)));
      return { oldest: at(row![0]), newest: at(row![1]), why: null };
    });
  } catch (error) {
    where.platform.log.warn({ err: error, asset: asset.id }, 'how old an asset is could not be read');
    return nobodyTells(error instanceof AppError ? error.code : 'platform.internal');
  }
}

/** The column holds days or moments, and the caller reads it. */
export async function requireTellsAge(ctx: Ctx, asset: StoredAsset, column: string): Promise<void> {
  if (!readableKinds.has(asset.kind)) throw conflict('assets.asset.not_readable');
  const found = (await columnsOfTable(ctx, sourceOf(asset), usedBy(asset))).find(({ name }) => name === column);
  const code = found ? 'assets.rule.column_fits_not' : 'assets.rule.column_gone';
  if (!found || !momentTypes.has(found.type)) throw invalid(code, [{ path: 'ageColumn', code }], { column });
}

/** Owner and stewards hear of it once, and again when rows come beyond their time another time. */
async function tellOverdue(where: Where): Promise<void> {
  const schema = spaceSchema(where.spaceId);
  await spaceQuery(where.platform, {
    text: `update ${schema}.assets_asset a set overdue_told = null where overdue_told is not null and not coalesce(${overdueSql('due')}, false)`,
  });
  const { rows } = await spaceQuery<StoredAsset>(where.platform, {
    text: `select ${assetColumns} from ${schema}.assets_asset a where overdue_told is null and ${overdueSql('due')} order by id`,
  });
  for (const asset of rows) {
    await tellOf(where, asset, { source: newId(), kind: 'assetOverdue', title: asset.title.zh, followers: false });
    await spaceQuery(where.platform, {
      text: `update ${schema}.assets_asset set overdue_told = $2 where id = $1`,
      values: [asset.id, new Date()],
    });
  }
}
