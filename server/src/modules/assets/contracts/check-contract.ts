import type { Breach } from '@formwork/contract/assets/contract.ts';
import { inSpace, reader, type Doer } from '../../../platform/db/space-data.ts';
import { newId } from '../../../platform/ids.ts';
import { asPerson, asSystem } from '../../identity/public.ts';
import { readColumns } from '../detail.ts';
import { requireAsset } from '../find.ts';
import { brokenBy, evaluate } from '../quality/evaluate.ts';
import { rulesOf } from '../quality/rules.ts';
import { assetColumns, type StoredAsset } from '../rows.ts';
import { tellOf } from '../tell.ts';
import { written } from '../written-tables.ts';
import { solveIncident, storedContract, type StoredContract } from './stored.ts';
import { breachesOf, tellsMore, type Kept } from './judge.ts';
import { readersOf } from './readers.ts';

type Where = Pick<Doer, 'platform' | 'spaceId'>;

const patienceMs = 10 * 60_000;
const ofRows: ReadonlySet<Breach['what']> = new Set(['stale', 'unread']);

/** Holds an asset against its contract; where that turned, both sides are told: who makes it, and who relies on it. */
export async function checkContract(
  { platform, spaceId }: Where,
  assetId: number,
  { rows: readsRows = true }: { rows?: boolean } = {},
): Promise<void> {
  const doer = asSystem(platform, spaceId, 'assets.contract');
  const from = reader(doer);
  const contract = await storedContract(from, assetId);
  if (!contract) return;
  const {
    rows: [asset],
  } = await from.query<StoredAsset & { guessed: boolean }>({
    text: `select ${assetColumns}, coalesce(a.facts->>'known' = '${written}', false) as guessed from ${from.schema}.assets_asset a where a.id = $1`,
    values: [assetId],
  });
  if (!asset) return;
  const gone = asset.state === 'gone';
  // what a task will write is checked once somebody has looked at it over there
  if (asset.guessed && !gone) return;
  const broken = breachesOf(contract.body, {
    gone,
    columns: await readColumns(from, assetId),
    score: asset.score,
    rules: await rulesOf(from, assetId),
    ...(!gone &&
      readsRows &&
      contract.body.fresh !== null && { age: await ageOf({ platform, spaceId }, asset, contract) }),
  });
  // what rows said stays so until somebody reads them again
  if (!readsRows && !gone)
    broken.push(...contract.broken.filter(({ what }) => contract.body.fresh !== null && ofRows.has(what)));
  const turned = await keep(doer, asset, contract, broken);
  if (!turned) return;
  const readers = await readersOf(doer, assetId);
  const { rows } = await from.query<{ owner: string }>({
    text: `select distinct owner from ${from.schema}.assets_asset where id = any($1::integer[]) and owner is not null and state <> 'gone'`,
    values: [readers],
  });
  await tellOf(doer, asset, {
    source: newId(),
    kind: turned === 'broken' ? 'assetContractBroken' : 'assetContractKept',
    title: asset.title.zh,
    also: [...contract.body.consumers, contract.changed_by, ...rows.map(({ owner }) => owner)],
  });
}

/** Of all assets that have one; of these only, where they are given. Without `rows` how old they are is not looked at. */
export async function checkContracts(
  where: Where,
  assets?: readonly number[],
  { rows: readsRows = true }: { rows?: boolean } = {},
): Promise<void> {
  const from = reader(where);
  const { rows } = await from.query<{ asset: number }>({
    text: `select asset from ${from.schema}.assets_contract where $1::integer[] is null or asset = any($1::integer[]) order by asset`,
    values: [assets ?? null],
  });
  for (const { asset } of rows)
    await checkContract(where, asset, { rows: readsRows }).catch((error: unknown) =>
      where.platform.log.error({ err: error, asset }, 'a contract could not be checked'),
    );
}

/** How old the newest value is, read with the rights of who promised it. */
async function ageOf(where: Where, asset: StoredAsset, contract: StoredContract): Promise<NonNullable<Kept['age']>> {
  const { column, hours } = contract.body.fresh!;
  try {
    const ctx = await asPerson(where, contract.changed_by, 'the freshness of an asset is read');
    await requireAsset(ctx, asset.id);
    const asked = [{ id: '', check: { kind: 'fresh', column, hours } as const, memory: { volumes: [] } }];
    const outcome = (await evaluate(ctx, asset, asked, AbortSignal.timeout(patienceMs))).get('')!;
    return outcome.why === undefined ? { hours: outcome.value } : { code: outcome.why };
  } catch (error) {
    where.platform.log.warn({ err: error, asset: asset.id }, 'the freshness of an asset could not be read');
    return { code: brokenBy(error).why! };
  }
}

async function keep(
  doer: Doer,
  asset: StoredAsset,
  contract: StoredContract,
  broken: readonly Breach[],
): Promise<'broken' | 'kept' | undefined> {
  const state = broken.length > 0 ? 'broken' : 'kept';
  return inSpace(doer, async (tx) => {
    const { rows } = await tx.query<{ before: Breach[] }>({
      text: `update ${tx.schema}.assets_contract k set state = $3, broken = $4
        from (select broken as before from ${tx.schema}.assets_contract where asset = $1 for update) b where k.asset = $1 and k.version = $2 returning b.before`,
      values: [asset.id, contract.version, state, JSON.stringify(broken)],
    });
    // changed meanwhile: that one is checked by whoever changed it
    if (!rows[0]) return undefined;
    const { before } = rows[0];
    if (broken.length === 0) await solveIncident(tx, asset.id);
    else
      await tx.query({
        text: `insert into ${tx.schema}.assets_incident (id, asset, title, state, owner)
          select $1, $2, '', 'open', $3 where not exists (select 1 from ${tx.schema}.assets_incident where asset = $2 and rule is null and state <> 'solved')`,
        values: [newId(), asset.id, asset.owner],
      });
    const turned = tellsMore(before, broken) ? 'broken' : before.length > 0 && broken.length === 0 ? 'kept' : undefined;
    if (turned)
      await tx.event(`assets.contract.${turned}`, String(asset.id), { id: String(asset.id), name: asset.title.zh });
    return turned;
  });
}
