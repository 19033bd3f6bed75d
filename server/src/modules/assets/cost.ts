import type { assetsApi } from '@formwork/contract/assets/api.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Ctx } from '../../platform/context.ts';
import { reader } from '../../platform/db/space-data.ts';
import { filesWritten } from '../etl/public.ts';
import { sizeOfForm } from '../forms/public.ts';
import { requireAsset } from './find.ts';
import type { StoredAsset } from './rows.ts';
import { secondsRead } from './usage.ts';

type Cost = ResponseOf<(typeof assetsApi)['cost']>;

const dayMs = 86_400_000;
const runKinds: Readonly<Record<string, string>> = { etl_task: 'etl.task', etl_flow: 'etl.flow' };

/** What an asset takes up and what its runs cost, and whether rows are there for longer than they should be. */
export async function getCost(ctx: Ctx, { params }: InputOf<(typeof assetsApi)['cost']>): Promise<Cost> {
  const asset = await requireAsset(ctx, params.assetId);
  const known = { rows: null, bytes: null, oldest: asset.oldest, runs: null, seconds: null };
  const [cost, readSeconds] = await Promise.all([costOf(ctx, asset), secondsRead(reader(ctx), asset.id)]);
  return withAge(asset, { ...known, ...cost, readSeconds });
}

async function costOf(ctx: Ctx, asset: StoredAsset): Promise<Partial<Known>> {
  if (asset.kind === 'form') {
    const size = await sizeOfForm(ctx.platform, ctx.spaceId, asset.ref);
    if (!size) return {};
    const { rows, bytes, oldest } = size;
    return { rows, bytes, ...(asset.age_column === null && { oldest }) };
  }
  if (asset.kind === 'table') return harvested(ctx, asset);
  if (asset.kind === 'file') {
    const { size, oldest } = await filesWritten(ctx, asset.ref);
    return { bytes: size, ...(asset.age_column === null && { oldest }) };
  }
  const kind = runKinds[asset.kind];
  return kind === undefined ? {} : runsOf(ctx, kind, asset.ref);
}

type Known = Omit<Cost, 'oldest' | 'overdue'> & { oldest: Date | null };

function withAge({ retention }: StoredAsset, { oldest, ...rest }: Known): Cost {
  const overdue = retention !== null && oldest !== null && Date.now() - oldest.getTime() > retention * dayMs;
  return { ...rest, oldest: oldest?.toISOString() ?? null, overdue };
}

/** As its database told when its tables were read. */
async function harvested(ctx: Ctx, { id }: StoredAsset): Promise<Pick<Cost, 'rows' | 'bytes'>> {
  const from = reader(ctx);
  const { rows } = await from.query<{ facts: { rows?: number; bytes?: number } }>({
    text: `select facts from ${from.schema}.assets_asset where id = $1`,
    values: [id],
  });
  return { rows: rows[0]?.facts.rows ?? null, bytes: rows[0]?.facts.bytes ?? null };
}

async function runsOf(ctx: Ctx, kind: string, ref: string): Promise<Pick<Cost, 'runs' | 'seconds'>> {
  const from = reader(ctx);
  const { rows } = await from.query<{ runs: number; seconds: number }>({
    text: `select count(*)::int as runs, coalesce(sum(extract(epoch from finished - started)), 0)::float8 as seconds
      from ${from.schema}.run where kind = $1 and definition = $2 and finished > now() - interval '30 days'`,
    values: [kind, ref],
  });
  return rows[0]!;
}
