import { rowsIn, type Condition } from '@formwork/contract/condition/condition.ts';
import type { Ctx } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import type { PlanColumn } from '../plan/columns.ts';
import type { CompileOptions, RowsSource } from './condition-sql.ts';
import { heldBy } from '../rights/held.ts';
import { shownColumns } from '../rights/mask.ts';
import { planOf, type FormPlan } from '../plan/plan.ts';
import { viewerOf, type Eyes } from '../rights/reach.ts';
import { reachSql } from '../rights/reach-sql.ts';
import { rightsFor } from '../rights/rights.ts';

type RowsOf = NonNullable<CompileOptions['rowsOf']>;

/**
 * What a filter asks of slave tables and related records, made ready before it is compiled: of related records only those
 * the person sees by the other form's own rules, and their fields as far as they are shown.
 */
export async function rowsSources(
  ctx: Ctx,
  plan: FormPlan,
  eyes: Eyes,
  filter: Condition | undefined,
): Promise<RowsOf | undefined> {
  return sourcesOf(plan, eyes, filter, (formId) =>
    unlessGone(async () => {
      const target = await planOf(ctx, formId);
      const rights = await rightsFor(target, ctx);
      return { plan: target, eyes: { rights, viewer: await viewerOf(ctx), held: await heldBy(target, ctx, rights) } };
    }),
  );
}

/** The same of all there is: what binds everybody does not hang on what one of them sees. */
export async function everyRow(
  { platform, spaceId }: Pick<Ctx, 'platform' | 'spaceId'>,
  plan: FormPlan,
  eyes: Eyes,
  filter: Condition | undefined,
): Promise<RowsOf | undefined> {
  return sourcesOf(plan, eyes, filter, (formId) =>
    unlessGone(async () => ({ plan: await planOf({ platform, spaceId }, formId), eyes })),
  );
}

type Seen = Pick<Related, 'plan' | 'eyes'>;

async function sourcesOf(
  plan: FormPlan,
  eyes: Eyes,
  filter: Condition | undefined,
  seen: (formId: string) => Promise<Seen | undefined>,
  depth = 0,
): Promise<RowsOf | undefined> {
  const asked = filter === undefined || depth > deepest ? [] : rowsIn(filter);
  if (asked.length === 0) return undefined;
  const related = new Map<string, Related>();
  for (const { rows, where } of asked) {
    const column = plan.byId.get(rows);
    if (column?.field.type !== 'relation' || related.has(rows)) continue;
    const target = await seen(column.field.config.form);
    if (target)
      related.set(rows, {
        column,
        ...target,
        inner: await sourcesOf(target.plan, target.eyes, where, seen, depth + 1),
      });
  }
  return (id, params) => {
    const relation = related.get(id);
    return relation ? relatedRows(plan, eyes, relation, params) : slaveRows(plan, eyes, id);
  };
}

const deepest = 4;

interface Related {
  column: PlanColumn;
  plan: FormPlan;
  eyes: Eyes;
  inner: RowsOf | undefined;
}

async function unlessGone(find: () => Promise<Seen>): Promise<Seen | undefined> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  }
}

/** The relation's column is read where the outer record is `r`; behind the join `r` is the related record. */
function relatedRows(
  outer: FormPlan,
  outerEyes: Eyes,
  { column, plan, eyes, inner }: Related,
  params: unknown[],
): RowsSource {
  const { rights, viewer, held } = eyes;
  const own = shownColumns(outer, outerEyes.rights, outerEyes.viewer, outerEyes.held === 'masked', params)(column);
  const shown = shownColumns(plan, rights, viewer, held === 'masked', params);
  const seen = seenSql(plan, rights, viewer, params);
  return {
    from: `from unnest(${own.sql}) named(id) join ${plan.table} r on r.id = named.id where ${seen}`,
    columnOf: (id) => {
      const found = plan.byId.get(id);
      return found && shown(found);
    },
    rowsOf: inner,
  };
}

/**
 * Records below others, however deep, each one seen by the person: who does not see a record does not learn what stands below
 * it. Worked out once a statement; the relation's index then finds the rows.
 */
export function belowSql(plan: FormPlan, { rights, viewer }: Eyes): NonNullable<CompileOptions['belowOf']> {
  return (relation, above, params) => {
    if (relation.field.type !== 'relation' || relation.field.config.form !== plan.form.formId) return undefined;
    const seen = seenSql(plan, rights, viewer, params);
    // the inner table is `r` too, so that a column which is hidden in some records is asked of the inner one
    return `${relation.sql} && array(with recursive below(id) as (select unnest(${above}) union select r.id from below join ${plan.table} r on ${relation.sql} && array[below.id] where ${seen}) select id from below)`;
  };
}

function seenSql(plan: FormPlan, rights: Eyes['rights'], viewer: Eyes['viewer'], params: unknown[]): string {
  if (rights.view === 'all') return 'true';
  const granted = `r.id in (select record_id from ${plan.schema}.records_grant where user_id = $${params.push(viewer.id)}::uuid and form_id = '${plan.form.formId}')`;
  return rights.view === null ? granted : `(${reachSql(plan, rights.view, viewer, params)} or ${granted})`;
}

/** A table that is hidden from the person in some records is asked in none. */
export function slaveRows(plan: FormPlan, { rights, held }: Eyes, id: string): RowsSource | undefined {
  const slave = plan.slaves.find((one) => one.id === id);
  const hides = (key: string): boolean =>
    held === 'masked' ||
    rights.beyond?.has(key) === true ||
    rights.fields?.seen.some(({ keys }) => keys.has(key)) === true;
  if (!slave || hides(id)) return undefined;
  return {
    from: `from ${slave.table} s where s.record_id = r.id`,
    columnOf: (field) => (hides(`${id}.${field}`) ? undefined : slave.columns.find((column) => column.id === field)),
  };
}
