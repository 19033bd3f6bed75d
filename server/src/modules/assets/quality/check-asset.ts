import { severities, type checkTimes } from '@formwork/contract/assets/quality.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inSpace, reader, type SpaceTx } from '../../../platform/db/space-data.ts';
import type { Platform } from '../../../platform/platform.ts';
import { asPerson, asSystem } from '../../identity/public.ts';
import { checkContracts } from '../contracts/check-contract.ts';
import { requireAsset } from '../find.ts';
import { assetColumns, type StoredAsset } from '../rows.ts';
import { brokenBy, evaluate, isOfRows, type Memory, type Outcome } from './evaluate.ts';
import { settleIncident, type IncidentOf } from './incidents.ts';
import { rulesOf, type StoredRule } from './rules.ts';
import { tellOf } from '../tell.ts';

type When = (typeof checkTimes)[number];

export interface Checked {
  checked: number;
  failed: number;
  broken: number;
}

const patienceMs = 30 * 60_000;

/** Checks an asset by its enabled rules, each with the rights of who made it, and keeps what came out. */
export async function checkAsset(
  { platform, spaceId }: { platform: Platform; spaceId: string },
  assetId: number,
  { times, signal }: { times?: readonly When[]; signal?: AbortSignal } = {},
): Promise<Checked> {
  const doer = asSystem(platform, spaceId, 'assets.check');
  const from = reader(doer);
  const {
    rows: [asset],
  } = await from.query<StoredAsset>({
    text: `select ${assetColumns} from ${from.schema}.assets_asset a where a.id = $1 and a.state in ('live', 'deprecated')`,
    values: [assetId],
  });
  if (!asset) return { checked: 0, failed: 0, broken: 0 };
  const rules = (await rulesOf(from, assetId)).filter(
    ({ enabled, spec }) => enabled && (times?.includes(spec.when) ?? true),
  );
  const outcomes = new Map<string, Outcome>();
  for (const [maker, some] of Map.groupBy(rules, ({ made_by: by }) => by)) {
    try {
      const ctx = await asPerson({ platform, spaceId }, maker, 'a quality rule is checked');
      // who does not see it any more reads nothing of it
      await requireAsset(ctx, assetId);
      const asked = await Promise.all(
        some.map(async (rule) => ({ id: rule.id, check: rule.spec.check, memory: await memoryOf(doer, rule.id) })),
      );
      const found = await evaluate(ctx, asset, asked, signal ?? AbortSignal.timeout(patienceMs));
      for (const [id, outcome] of found) outcomes.set(id, outcome);
    } catch (error) {
      if (signal?.aborted) throw error;
      platform.log.warn({ err: error, asset: assetId }, 'quality rules could not be checked');
      for (const { id } of some) outcomes.set(id, brokenBy(error));
    }
  }
  const results = rules.flatMap((rule) => {
    const outcome = outcomes.get(rule.id);
    return outcome ? [{ rule, outcome, state: stateOf(rule, outcome) }] : [];
  });
  const opened = await inSpace(doer, (tx) => keep(tx, asset, results));
  for (const incident of opened)
    await tellOf(doer, asset, { source: incident.event, kind: 'assetIncident', title: incident.title });
  await checkContracts(doer, [assetId]);
  return {
    checked: results.length,
    failed: results.filter(({ state }) => state === 'failed').length,
    broken: results.filter(({ state }) => state === 'broken').length,
  };
}

interface Result {
  rule: StoredRule;
  outcome: Outcome;
  state: 'passed' | 'failed' | 'broken';
}

function stateOf({ spec }: StoredRule, { checked, failed, why }: Outcome): Result['state'] {
  if (why !== undefined) return 'broken';
  if (failed === 0) return 'passed';
  if (!isOfRows(spec.check.kind)) return 'failed';
  return (failed * 100) / Math.max(checked, 1) > spec.tolerance ? 'failed' : 'passed';
}

async function keep(tx: SpaceTx, asset: StoredAsset, results: readonly Result[]): Promise<IncidentOf[]> {
  const opened: IncidentOf[] = [];
  for (const { rule, outcome, state } of results) {
    // a rule that was removed meanwhile has no results
    const { rows } = await tx.query({
      text: `update ${tx.schema}.assets_rule set state = $2, checked_at = now() where id = $1 returning 1`,
      values: [rule.id, state],
    });
    if (rows.length === 0) continue;
    await tx.query({
      text: `insert into ${tx.schema}.assets_check (rule, at, asset, checked, failed, value, state, detail) values ($1, clock_timestamp(), $2, $3, $4, $5, $6, $7)`,
      values: [
        rule.id,
        asset.id,
        outcome.checked,
        outcome.failed,
        outcome.value,
        state,
        JSON.stringify({ ...outcome.detail, ...(outcome.why !== undefined && { why: outcome.why }) }),
      ],
    });
    const incident = await settleIncident(tx, asset, rule, state);
    if (incident) opened.push(incident);
  }
  await score(tx, asset.id);
  return opened;
}

const weights = { critical: 3, major: 2, minor: 1 } as const satisfies Record<(typeof severities)[number], number>;
/** A broken critical rule leaves no more. */
const capped = 59;

/** The weighted share of what passes, over the last results of all enabled rules. */
async function score(tx: SpaceTx, asset: number): Promise<void> {
  const rules = (await rulesOf(tx, asset)).filter(
    ({ enabled, state, last }) => enabled && last !== null && (state === 'passed' || state === 'failed'),
  );
  let [sum, all, most] = [0, 0, 100];
  for (const { severity, state, spec, last } of rules) {
    const weight = weights[severity];
    const checked = Number(last!.checked);
    const part = isOfRows(spec.check.kind)
      ? checked === 0
        ? 1
        : 1 - Number(last!.failed) / checked
      : state === 'passed'
        ? 1
        : 0;
    sum += weight * part;
    all += weight;
    if (severity === 'critical' && state === 'failed') most = capped;
  }
  const value = all === 0 ? null : Math.min(most, Math.floor((sum / all) * 100));
  await tx.query({ text: `update ${tx.schema}.assets_asset set score = $2 where id = $1`, values: [asset, value] });
  if (value !== null)
    await tx.query({
      text: `insert into ${tx.schema}.assets_score (asset, day, score) values ($1, current_date, $2) on conflict (asset, day) do update set score = excluded.score`,
      values: [asset, value],
    });
}

async function memoryOf(doer: Ctx, rule: string): Promise<Memory> {
  const from = reader(doer);
  const { rows } = await from.query<{ value: number | null; detail: { base?: number[] } }>({
    text: `select value, detail from ${from.schema}.assets_check where rule = $1 and state <> 'broken' order by at desc limit 8`,
    values: [rule],
  });
  return {
    base: rows.find(({ detail }) => detail.base)?.detail.base,
    volumes: rows.flatMap(({ value }) => (value === null ? [] : [value])),
  };
}
