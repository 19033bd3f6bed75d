import type { assetsApi } from '@formwork/contract/assets/api.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { Ctx } from '../../platform/context.ts';
import { inSpace, reader } from '../../platform/db/space-data.ts';
import { conflict } from '../../platform/errors.ts';
import { readTable, type ReadRows, type SourceTable } from '../etl/public.ts';
import { readableKinds, readColumns } from './detail.ts';
import { requireAsset } from './find.ts';
import type { StoredAsset } from './rows.ts';
import { proposalOf } from './sensitive.ts';
import { shownRows } from './shown-values.ts';
import { noteUse } from './usage.ts';

type Input<Name extends keyof typeof assetsApi> = InputOf<(typeof assetsApi)[Name]>;
type Answer<Name extends keyof typeof assetsApi> = Promise<ResponseOf<(typeof assetsApi)[Name]>>;

const sampleRows = 20;
const lookedAt = 1_000;

/** The first rows, with the rights that the caller has on them. */
export async function getSample(ctx: Ctx, { params }: Input<'sample'>): Answer<'sample'> {
  const asset = await requireAsset(ctx, params.assetId);
  const began = performance.now();
  const { columns, rows } = await rowsOf(ctx, asset, sampleRows);
  noteUse(ctx, asset.id, performance.now() - began);
  // of a form its fields, as the asset has them: who wrote a record and when says nothing about the data
  const shown = [...columns.keys()].filter((at) => asset.kind !== 'form' || !columns[at]!.name.startsWith('_'));
  return {
    columns: shown.map((at) => {
      const { name, title, type } = columns[at]!;
      return { key: name, title: title ?? name, type };
    }),
    rows: await shownRows(
      ctx,
      asset,
      shown.map((at) => columns[at]!),
      rows.map((row) => shown.map((at) => row[at] ?? null)),
    ),
  };
}

/** Rows of the thing itself; only forms, tables and files have any. */
export async function rowsOf(ctx: Ctx, asset: StoredAsset, limit: number): Promise<ReadRows> {
  if (!readableKinds.has(asset.kind) || asset.state === 'gone' || asset.state === 'external')
    throw conflict('assets.asset.not_readable');
  return readTable(ctx, sourceOf(asset), limit, { kind: 'assets.asset', id: String(asset.id) });
}

/** Of a table its connection, schema and name; of a form itself among the own forms; of a file the task and node that write it. */
export function sourceOf({ kind, ref, title }: Pick<StoredAsset, 'kind' | 'ref' | 'title'>): SourceTable {
  if (kind === 'form') return { source: 'forms', schema: '', name: ref };
  const at = ref.indexOf('/');
  if (kind === 'file') return { task: ref.slice(0, at), node: ref.slice(at + 1) };
  const full = ref.slice(at + 1);
  // the title is the name alone, so the schema is what stands before it
  const name = full === title.zh || !full.endsWith(`.${title.zh}`) ? full : title.zh;
  return { source: ref.slice(0, at), schema: full.slice(0, Math.max(0, full.length - name.length - 1)), name };
}

/** Looks at values and proposes; what a steward decided stays. */
export async function inspectAsset(ctx: Ctx, { params }: Input<'inspect'>): Answer<'inspect'> {
  const asset = await requireAsset(ctx, params.assetId);
  const { columns, rows } = await rowsOf(ctx, asset, lookedAt);
  const known = await readColumns(reader(ctx), asset.id);
  const found = known.flatMap((column) => {
    const at = columns.findIndex(({ name }) => name === column.key);
    if (at < 0) return [];
    const proposal = proposalOf(
      `${textIn(column.title, 'zh-CN')} ${textIn(column.title, 'en')} ${column.key}`,
      rows.map((row) => row[at] ?? null),
    );
    return [{ id: column.id, proposal }];
  });
  await inSpace(ctx, async (tx) => {
    await tx.query({
      text: `update ${tx.schema}.assets_column c set proposed = g.kind, proposed_share = g.share
        from unnest($2::smallint[], $3::text[], $4::real[]) as g (id, kind, share) where c.asset = $1 and c.id = g.id and not c.decided`,
      values: [
        asset.id,
        found.map(({ id }) => id),
        found.map(({ proposal }) => proposal?.kind ?? null),
        found.map(({ proposal }) => proposal?.share ?? null),
      ],
    });
    await tx.event('assets.asset.inspected', String(asset.id), { id: String(asset.id), name: asset.title.zh });
  });
  return { proposed: found.filter(({ proposal }) => proposal).length, rows: rows.length };
}
