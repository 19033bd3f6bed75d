import type { assetQualityApi } from '@formwork/contract/assets/quality-api.ts';
import type { QualityCheck, QualityResult, QualityRule, QualityRuleInput } from '@formwork/contract/assets/quality.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { exactTime, placeOf, readPlace } from '../../../platform/db/paging.ts';
import { inSpace, reader, type SpaceReader } from '../../../platform/db/space-data.ts';
import { conflict, invalid, notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { columnsOfTable, inEngine, viewSql } from '../../etl/public.ts';
import { readableKinds } from '../detail.ts';
import { requireAsset } from '../find.ts';
import { sourceOf } from '../look.ts';
import type { StoredAsset } from '../rows.ts';
import { isChecking } from './checking.ts';
import { boundsSql, checkedView, failingSql } from './check-sql.ts';

type Input<Name extends keyof typeof assetQualityApi> = InputOf<(typeof assetQualityApi)[Name]>;
type Answer<Name extends keyof typeof assetQualityApi> = Promise<ResponseOf<(typeof assetQualityApi)[Name]>>;

const mostRules = 100;

/** What a rule is beside its columns in the table. */
export interface StoredSpec {
  check: QualityCheck;
  when: QualityRuleInput['when'];
  tolerance: number;
}

export interface StoredRule {
  id: string;
  asset: number;
  name: string;
  spec: StoredSpec;
  severity: QualityRule['severity'];
  enabled: boolean;
  made_by: string;
  state: QualityRule['state'];
  last: StoredResult | null;
}

interface StoredResult {
  at: string | Date;
  checked: string | number;
  failed: string | number;
  value: number | null;
  state: QualityRule['state'];
  detail: { why?: string };
}

const ruleColumns = (schema: string): string =>
  `r.id, r.asset, r.name, r.spec, r.severity, r.enabled, r.made_by, r.state,
    (select to_jsonb(c) from ${schema}.assets_check c where c.rule = r.id order by c.at desc limit 1) as last`;

export async function getQuality(ctx: Ctx, { params }: Input<'quality'>): Answer<'quality'> {
  const asset = await requireAsset(ctx, params.assetId);
  const from = reader(ctx);
  const { rows: trend } = await from.query<{ day: string; score: number }>({
    text: `select day::text, score from ${from.schema}.assets_score where asset = $1 and day > current_date - 90 order by day`,
    values: [asset.id],
  });
  return {
    score: asset.score,
    trend,
    rules: (await rulesOf(from, asset.id)).map(ruleOf),
    checking: await isChecking(ctx, asset.id),
  };
}

export async function createRule(ctx: Ctx, { params, body }: Input<'createRule'>): Answer<'createRule'> {
  const asset = await requireReadable(ctx, params.assetId);
  await requireFits(ctx, asset, body.check);
  const id = newId();
  await inSpace(ctx, async (tx) => {
    // one after another, so that together they do not pass the limit
    await tx.query({ text: `select 1 from ${tx.schema}.assets_asset where id = $1 for update`, values: [asset.id] });
    const { rows } = await tx.query<{ n: number }>({
      text: `select count(*)::int as n from ${tx.schema}.assets_rule where asset = $1`,
      values: [asset.id],
    });
    if (rows[0]!.n >= mostRules) throw conflict('assets.rule.too_many', { most: mostRules });
    await tx.query({
      text: `insert into ${tx.schema}.assets_rule (id, asset, name, spec, severity, enabled, made_by) values ($1, $2, $3, $4, $5, $6, $7)`,
      values: [id, asset.id, body.name, specOf(body), body.severity, body.enabled, ctx.user.id],
    });
    await tx.event('assets.rule.created', id, { id, name: body.name });
  });
  return ruleOf(await storedRule(ctx, id));
}

/** Another check begins anew: its earlier results say nothing of it. */
export async function updateRule(ctx: Ctx, { params, body }: Input<'updateRule'>): Answer<'updateRule'> {
  const rule = await storedRule(ctx, params.qualityRuleId);
  const asset = await requireReadable(ctx, rule.asset);
  await requireFits(ctx, asset, body.check);
  const isAnother = JSON.stringify(rule.spec.check) !== JSON.stringify(body.check);
  await inSpace(ctx, async (tx) => {
    await tx.query({
      text: `update ${tx.schema}.assets_rule set name = $2, spec = $3, severity = $4, enabled = $5, made_by = $6, changed_at = now(),
        state = case when $7 then 'new' else state end, checked_at = case when $7 then null else checked_at end where id = $1`,
      values: [rule.id, body.name, specOf(body), body.severity, body.enabled, ctx.user.id, isAnother],
    });
    if (isAnother) await tx.query({ text: `delete from ${tx.schema}.assets_check where rule = $1`, values: [rule.id] });
    await tx.event('assets.rule.changed', rule.id, { id: rule.id, name: body.name });
  });
  return ruleOf(await storedRule(ctx, rule.id));
}

export async function removeRule(ctx: Ctx, { params }: Input<'removeRule'>): Answer<'removeRule'> {
  const rule = await storedRule(ctx, params.qualityRuleId);
  await inSpace(ctx, async (tx) => {
    for (const [table, column] of [
      ['assets_rule', 'id'],
      ['assets_check', 'rule'],
      ['assets_incident', 'rule'],
    ])
      await tx.query({ text: `delete from ${tx.schema}.${table} where ${column} = $1`, values: [rule.id] });
    await tx.event('assets.rule.removed', rule.id, { id: rule.id, name: rule.name });
  });
  return null;
}

export async function getResults(ctx: Ctx, { params, query }: Input<'results'>): Answer<'results'> {
  const rule = await storedRule(ctx, params.qualityRuleId);
  const [before] = readPlace(query.after, z.tuple([z.iso.datetime()])) ?? [];
  const from = reader(ctx);
  // of a rule no two results have the same time
  const { rows } = await from.query<StoredResult & { exact: string }>({
    text: `select at, checked, failed, value, state, detail, ${exactTime('at')} as exact from ${from.schema}.assets_check
      where rule = $1${before === undefined ? '' : ' and at < $2::timestamptz'} order by at desc limit ${query.limit + 1}`,
    values: [rule.id, ...(before === undefined ? [] : [before])],
  });
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  return { rows: shown.map(resultOf), next: rows.length > shown.length && last ? placeOf([last.exact]) : null };
}

/** The rule, for those who see its asset. */
export async function storedRule(ctx: Ctx, id: string): Promise<StoredRule> {
  const from = reader(ctx);
  const { rows } = await from.query<StoredRule>({
    text: `select ${ruleColumns(from.schema)} from ${from.schema}.assets_rule r where r.id = $1`,
    values: [id],
  });
  if (!rows[0]) throw notFound('assets.rule.not_found');
  await requireAsset(ctx, rows[0].asset).catch(() => {
    throw notFound('assets.rule.not_found');
  });
  return rows[0];
}

export async function rulesOf(from: SpaceReader, asset: number): Promise<StoredRule[]> {
  const { rows } = await from.query<StoredRule>({
    text: `select ${ruleColumns(from.schema)} from ${from.schema}.assets_rule r where r.asset = $1 order by r.id`,
    values: [asset],
  });
  return rows;
}

export async function requireReadable(ctx: Ctx, id: number): Promise<StoredAsset> {
  const asset = await requireAsset(ctx, id);
  if (!readableKinds.has(asset.kind) || asset.state === 'gone' || asset.state === 'external')
    throw conflict('assets.asset.not_readable');
  return asset;
}

const usedBy = (asset: StoredAsset) => ({ kind: 'assets.asset', id: String(asset.id) });
const patienceMs = 30_000;

/** The check can be carried out over these columns: it is, over no rows. */
async function requireFits(ctx: Ctx, asset: StoredAsset, check: QualityCheck): Promise<void> {
  const columns = await columnsOfTable(ctx, sourceOf(asset), usedBy(asset));
  if (check.kind === 'reference') {
    const other = await requireReadable(ctx, check.asset);
    const there = await columnsOfTable(ctx, sourceOf(other), usedBy(other));
    if (!there.some(({ name }) => name === check.otherColumn))
      throw invalid('assets.rule.column_gone', [{ path: 'check.otherColumn', code: 'assets.rule.column_gone' }], {
        column: check.otherColumn,
      });
  }
  const failing = failingSql(check, columns);
  if (failing === undefined || check.kind === 'reference') return;
  await inEngine(ctx, usedBy(asset), AbortSignal.timeout(patienceMs), async ({ session }) => {
    await session.run(`create table texts (${columns.map((_, at) => `c${at} varchar`).join(', ')})`);
    await session.run(viewSql(checkedView, 'texts', columns));
    const bounds = boundsSql(check, columns);
    const ends = bounds === undefined ? [] : (await session.query(bounds)).rows[0]!;
    const wrong = ends.findIndex((fits) => fits !== 'true');
    if (wrong !== -1)
      throw invalid('assets.rule.column_fits_not', [
        { path: `check.${wrong === 0 ? 'least' : 'most'}`, code: 'assets.rule.column_fits_not' },
      ]);
    await session.query(`select ${failing} from ${checkedView}`).catch(() => {
      const [code, path] =
        check.kind === 'pattern'
          ? (['assets.rule.pattern_wrong', 'check.pattern'] as const)
          : (['assets.rule.expression_wrong', 'check.expression'] as const);
      throw invalid(code, [{ path, code, data: { part: '' } }]);
    });
  });
}

const specOf = ({ check, when, tolerance }: QualityRuleInput): string =>
  JSON.stringify({ check, when, tolerance } satisfies StoredSpec);

function ruleOf({ spec, made_by: madeBy, last, ...row }: StoredRule): QualityRule {
  return { ...row, ...spec, madeBy, last: last && resultOf(last) };
}

function resultOf({ at, checked, failed, value, state, detail }: StoredResult): QualityResult {
  return {
    at: new Date(at).toISOString(),
    checked: Number(checked),
    failed: Number(failed),
    value,
    state,
    why: detail.why ?? null,
  };
}
