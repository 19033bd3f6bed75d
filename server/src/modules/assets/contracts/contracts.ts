import type { assetContractApi, Contract } from '@formwork/contract/assets/contract.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inSpace, reader } from '../../../platform/db/space-data.ts';
import { conflict, invalid, notFound } from '../../../platform/errors.ts';
import { columnsOfTable } from '../../etl/public.ts';
import { readColumns } from '../detail.ts';
import { requireAsset, seenAssets } from '../find.ts';
import { requirePeople } from '../known-people.ts';
import { sourceOf } from '../look.ts';
import { momentTypes } from '../quality/check-sql.ts';
import { requireReadable, rulesOf } from '../quality/rules.ts';
import type { StoredAsset } from '../rows.ts';
import { checkContract } from './check-contract.ts';
import { readersOf } from './readers.ts';
import { solveIncident, storedContract, type StoredContract } from './stored.ts';

type Input<Name extends keyof typeof assetContractApi> = InputOf<(typeof assetContractApi)[Name]>;
type Answer<Name extends keyof typeof assetContractApi> = Promise<ResponseOf<(typeof assetContractApi)[Name]>>;

export async function getContract(ctx: Ctx, { params }: Input<'contract'>): Answer<'contract'> {
  const asset = await requireAsset(ctx, params.assetId);
  const stored = await storedContract(reader(ctx), asset.id);
  return stored ? contractOf(ctx, stored) : null;
}

export async function putContract(ctx: Ctx, { params, body }: Input<'putContract'>): Answer<'putContract'> {
  const asset = await requireAsset(ctx, params.assetId);
  const { version, ...promised } = body;
  const before = await storedContract(reader(ctx), asset.id);
  await requireThere(ctx, asset, promised, before);
  await requirePeople(ctx, 'consumers', promised.consumers, before?.body.consumers);
  await inSpace(ctx, async (tx) => {
    const { rows } = await tx.query({
      text:
        version === 0
          ? `insert into ${tx.schema}.assets_contract (asset, body, version, state, changed_by) values ($1, $2, $4 + 1, 'kept', $3) on conflict (asset) do nothing returning 1`
          : `update ${tx.schema}.assets_contract set body = $2, version = version + 1, changed_by = $3, changed_at = now() where asset = $1 and version = $4 returning 1`,
      values: [asset.id, JSON.stringify(promised), ctx.user.id, version],
    });
    if (rows.length === 0) throw conflict('assets.contract.changed_meanwhile');
    await tx.event('assets.contract.changed', String(asset.id), { id: String(asset.id), name: asset.title.zh });
  });
  await checkContract(ctx, asset.id);
  return contractOf(ctx, (await storedContract(reader(ctx), asset.id))!);
}

export async function removeContract(ctx: Ctx, { params }: Input<'removeContract'>): Answer<'removeContract'> {
  const asset = await requireAsset(ctx, params.assetId);
  await inSpace(ctx, async (tx) => {
    const { rows } = await tx.query({
      text: `delete from ${tx.schema}.assets_contract where asset = $1 returning 1`,
      values: [asset.id],
    });
    if (rows.length === 0) throw notFound('assets.contract.not_found');
    await solveIncident(tx, asset.id);
    await tx.event('assets.contract.removed', String(asset.id), { id: String(asset.id), name: asset.title.zh });
  });
  return null;
}

/** Only what is there is promised; what was promised before may stay, however it is now. */
async function requireThere(
  ctx: Ctx,
  asset: StoredAsset,
  { columns, fresh, rules }: StoredContract['body'],
  before: StoredContract | undefined,
): Promise<void> {
  const gone = (path: string, column: string) =>
    invalid('assets.rule.column_gone', [{ path, code: 'assets.rule.column_gone' }], { column });
  const known = new Set((await readColumns(reader(ctx), asset.id)).map(({ key }) => key));
  for (const { key } of before?.body.columns ?? []) known.add(key);
  for (const [at, { key }] of columns.entries()) if (!known.has(key)) throw gone(`columns.${at}`, key);
  const own = new Set((await rulesOf(reader(ctx), asset.id)).map(({ id }) => id));
  for (const id of before?.body.rules ?? []) own.add(id);
  if (rules.some((id) => !own.has(id))) throw notFound('assets.rule.not_found');
  if (fresh === null) return;
  await requireReadable(ctx, asset.id);
  const there = await columnsOfTable(ctx, sourceOf(asset), { kind: 'assets.asset', id: String(asset.id) });
  const column = there.find(({ name }) => name === fresh.column);
  if (!column) throw gone('fresh.column', fresh.column);
  if (!momentTypes.has(column.type))
    throw invalid('assets.rule.column_fits_not', [{ path: 'fresh.column', code: 'assets.rule.column_fits_not' }]);
}

async function contractOf(
  ctx: Ctx,
  { body, changed_by: by, changed_at: at, ...row }: StoredContract,
): Promise<Contract> {
  const seen = await seenAssets(ctx, await readersOf(ctx, row.asset));
  const owners = [...seen.values()].flatMap(({ owner }) => (owner === null ? [] : [owner]));
  return { ...row, ...body, changedBy: by, changedAt: at.toISOString(), readers: [...new Set(owners)] };
}
