import type { Ctx } from '../../../platform/context.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import type { Reach } from '../../forms/public.ts';
import type { FormPlan } from '../plan/plan.ts';
import { viewerOf, type Viewer } from '../rights/reach.ts';
import { reachSql } from '../rights/reach-sql.ts';
import { rightsFor } from '../rights/rights.ts';
import { scopeKey } from './keys.ts';

/** What one person may search through. */
export interface SearchedForms {
  /** Every record of these. */
  open: string[];
  /** Some of these, by rules or grants. */
  limited: string[];
  /** Forms of which a field is hidden from the person in some record. */
  masked: Map<string, FormPlan>;
  sql(params: unknown[]): {
    /** Over `s`: leaves out what is surely out of reach, by the index where it can. */
    within: string;
    /** Over rows with `record_id` and `form_id`: the rules themselves. */
    exact: (rows: string) => string;
  };
}

interface Limited {
  plan: FormPlan;
  view: Reach;
  granted: boolean;
}

/** More keys than this would cost the index more than looking at rows does. */
const mostScopes = 400;

export async function reachOfForms(ctx: Ctx, plans: readonly FormPlan[]): Promise<SearchedForms> {
  const viewer = await viewerOf(ctx);
  const grants = await grantsOf(ctx);
  const open: string[] = [];
  const limited: Limited[] = [];
  const masked = new Map<string, FormPlan>();
  for (const plan of plans) {
    const rights = await rightsFor(plan, ctx);
    const { formId } = plan.form;
    const granted = grants.get(formId);
    if (rights.view === 'all') open.push(formId);
    else if (rights.view !== null || granted !== undefined)
      limited.push({ plan, view: rights.view, granted: granted !== undefined });
    else continue;
    if (rights.fields || granted === 'masked') masked.set(formId, plan);
  }
  return {
    open,
    limited: limited.map(({ plan }) => plan.form.formId),
    masked,
    sql: (params) => sqlOf(ctx, viewer, open, limited, params),
  };
}

async function grantsOf(ctx: Ctx): Promise<Map<string, 'whole' | 'masked'>> {
  const { rows } = await spaceQuery<{ form_id: string; masked: boolean }>(ctx.platform, {
    text: `select form_id, bool_or(hidden <> '{}') as masked from ${spaceSchema(ctx.spaceId)}.records_grant where user_id = $1 group by form_id`,
    values: [ctx.user.id],
  });
  return new Map(rows.map((row) => [row.form_id, row.masked ? 'masked' : 'whole']));
}

function sqlOf(
  ctx: Ctx,
  viewer: Viewer,
  open: readonly string[],
  limited: readonly Limited[],
  params: unknown[],
): ReturnType<SearchedForms['sql']> {
  const opened = `$${params.push(open)}::text[]`;
  if (limited.length === 0) return { within: `s.form_id = any(${opened})`, exact: () => 'true' };
  const keys = [
    ...open.map(scopeKey.form),
    ...limited.flatMap(({ plan, view }) => scopesOf(plan.form.formId, view, viewer)),
  ];
  // a parameter that no part of the statement names would be refused
  const grants = limited.some((form) => form.granted)
    ? `select g.record_id from ${spaceSchema(ctx.spaceId)}.records_grant g where g.user_id = $${params.push(viewer.id)}::uuid`
    : '';
  const orGranted = grants === '' ? '' : ` or s.record_id = any(array(${grants}))`;
  const within =
    keys.length > mostScopes
      ? `s.form_id = any($${params.push([...open, ...limited.map(({ plan }) => plan.form.formId)])}::text[])`
      : `(s.keys && $${params.push(keys)}::integer[]${orGranted})`;
  const exact = (rows: string): string => {
    const parts = limited.map(({ plan, view, granted: held }) => {
      const byGrant = held ? ` or r.id in (${grants} and g.form_id = '${plan.form.formId}')` : '';
      // an offset keeps the planner from reading the whole table at once
      return `when '${plan.form.formId}' then exists (select 1 from ${plan.table} r where r.id = ${rows}.record_id and (${reachSql(plan, view, viewer, params)}${byGrant}) offset 0)`;
    });
    return `case ${rows}.form_id ${parts.join(' ')} else ${rows}.form_id = any(${opened}) end`;
  };
  return { within, exact };
}

/** Keys that every record in reach has at least one of. */
function scopesOf(formId: string, view: Reach, viewer: Viewer): number[] {
  if (view === null) return [];
  if (view === 'own') return [scopeKey.owner(formId, viewer.id)];
  if (view === 'all' || view.all || view.conditions.length > 0) return [scopeKey.form(formId)];
  const departments = view.below ? viewer.place().below : view.department ? viewer.place().departments : [];
  return [
    ...(view.own ? [scopeKey.owner(formId, viewer.id)] : []),
    ...departments.map((id) => scopeKey.department(formId, id)),
  ];
}
