import { runInMemory } from '@formwork/contract/condition/run.ts';
import { optionLabel, type Option } from '@formwork/contract/forms/field-types/single-select.ts';
import type { Values } from '@formwork/contract/forms/values/value.ts';
import { invalid } from '../../../../platform/errors.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Doer, SpaceTx } from '../../../../platform/db/space-data.ts';
import { askedOf, asksMore, canBeAsked, columnsHeld, othersIn, type AskedLimit } from '../../read/asked-limits.ts';
import { prepared, type PlanColumn } from '../../plan/columns.ts';
import { compileCondition } from '../../read/condition-sql.ts';
import type { FormPlan } from '../../plan/plan.ts';
import { viewerOf, type Viewer } from '../../rights/reach.ts';
import { viewRules, type ColumnLimit } from '../../plan/view-rules.ts';

export interface KeptLimit extends Omit<ColumnLimit, 'column'> {
  column: PlanColumn;
  /** Its board filters by what a later release took away: until somebody mends it, the limit counts all that stands in the column. */
  unfiltered?: true;
}

/** Limits that the form as it is can keep: of columns made of options. */
export async function keptLimits(where: { platform: Platform; spaceId: string }, plan: FormPlan): Promise<KeptLimit[]> {
  const { limits } = await viewRules(where, plan.form.formId);
  return limits.flatMap((rule) => {
    const column = plan.byId.get(rule.column);
    return column?.kind === 'option' ? [{ ...rule, column }] : [];
  });
}

/** The same as they can be followed now: a filter that cannot be asked any more must not let everything in. */
async function followedLimits(doer: Doer, plan: FormPlan): Promise<KeptLimit[]> {
  const rules = await keptLimits(doer, plan);
  return Promise.all(
    rules.map(async (rule): Promise<KeptLimit> =>
      rule.filter === undefined || (await canBeAsked(doer, plan, rule.filter))
        ? rule
        : { ...rule, filter: undefined, unfiltered: true },
    ),
  );
}

/**
 * Refuses a record that would come into a full column of a board; what stands there already stays, also where there are more than a
 * limit that came later. Those who want the same column wait for each other, in one order. Where a board asks rows and related
 * records, what comes back refuses it once all of it is written.
 */
export async function keepColumnsWithin(
  tx: SpaceTx,
  doer: Doer,
  plan: FormPlan,
  recordId: string,
  before: Values | undefined,
  after: Values,
): Promise<() => Promise<void>> {
  const rules = await followedLimits(doer, plan);
  if (rules.length === 0) return async () => {};
  const viewer = await viewerOf(doer);
  const values = savedBy(doer, { ...before, ...after });
  const wanted = rules.flatMap((rule) => {
    if (asksMore(rule.filter)) return [];
    const entered = entryOf(plan, rule, viewer, values);
    return entered && (before === undefined || entryOf(plan, rule, viewer, before)?.option !== entered.option)
      ? [{ rule, ...entered }]
      : [];
  });
  const asked = rules.filter((rule) => asksMore(rule.filter) && limitOf(rule, values) !== undefined);
  await lockColumns(tx, plan, [
    ...wanted.map(({ rule, option }) => `${rule.column.id} ${option}`),
    ...asked.map((rule) => columnIn(rule, values)),
  ]);
  for (const { rule, option, limit } of wanted) {
    if ((await standing(tx, plan, rule, viewer, option, limit, recordId)) >= limit)
      throw full(rule, option, limit, doer);
  }
  return asked.length === 0
    ? async () => {}
    : keepAsked(tx, doer, plan, recordId, before === undefined, await askedOf(doer, plan, asked));
}

async function keepAsked(
  tx: SpaceTx,
  doer: Doer,
  plan: FormPlan,
  recordId: string,
  isNew: boolean,
  asked: readonly AskedLimit[],
): Promise<() => Promise<void>> {
  const stood: (string | undefined)[] = [];
  for (const one of asked) stood.push(isNew ? undefined : (await columnsHeld(tx, plan, one, [recordId])).get(recordId));
  return async () => {
    for (const [at, one] of asked.entries()) {
      const option = (await columnsHeld(tx, plan, one, [recordId])).get(recordId);
      const limit = option === undefined || option === stood[at] ? undefined : one.rule.limits[option];
      if (
        option !== undefined &&
        limit !== undefined &&
        (await othersIn(tx, plan, one, option, limit, [recordId])) >= limit
      )
        throw full(one.rule, option, limit, doer);
    }
  };
}

/** A record for whose column there is no place any more. */
export interface Beyond {
  column: PlanColumn;
  code: ReturnType<typeof codeOf>;
  data: FullColumn;
}

/** Of new rows that are to come together: those for which a column has no place any more, the first come first. */
export async function beyondLimits(
  tx: SpaceTx,
  doer: Doer,
  plan: FormPlan,
  records: readonly { values: Values }[],
): Promise<Map<number, Beyond>> {
  const refused = new Map<number, Beyond>();
  const all = await followedLimits(doer, plan);
  if (all.length === 0) return refused;
  const viewer = await viewerOf(doer);
  const rules = all.filter(({ filter }) => !asksMore(filter));
  const wanted = rules.map((rule) => records.map(({ values }) => entryOf(plan, rule, viewer, savedBy(doer, values))));
  const asked = all
    .filter(({ filter }) => asksMore(filter))
    .flatMap((rule) =>
      records.flatMap(({ values }) => (limitOf(rule, values) === undefined ? [] : [columnIn(rule, values)])),
    );
  await lockColumns(tx, plan, [
    ...rules.flatMap((rule, at) =>
      wanted[at]!.flatMap((entry) => (entry ? [`${rule.column.id} ${entry.option}`] : [])),
    ),
    ...asked,
  ]);
  for (const [at, rule] of rules.entries()) {
    const places = new Map<string, number>();
    for (const [index, entry] of wanted[at]!.entries()) {
      if (!entry || refused.has(index)) continue;
      const { option, limit } = entry;
      const left = places.get(option) ?? limit - (await standing(tx, plan, rule, viewer, option, limit, null));
      if (left <= 0)
        refused.set(index, { column: rule.column, code: codeOf(rule), data: fullColumn(rule, option, limit, doer) });
      places.set(option, Math.max(0, left - 1));
    }
  }
  return refused;
}

/** The same for boards that ask rows and related records, of records that are written by now: by their ids, the first come first. */
export async function writtenBeyond(
  tx: SpaceTx,
  doer: Doer,
  plan: FormPlan,
  ids: readonly string[],
): Promise<Map<string, Beyond>> {
  const refused = new Map<string, Beyond>();
  const rules = (await followedLimits(doer, plan)).filter(({ filter }) => asksMore(filter));
  if (rules.length === 0 || ids.length === 0) return refused;
  for (const one of await askedOf(doer, plan, rules)) {
    const places = new Map<string, number>();
    for (const [id, option] of await columnsHeld(tx, plan, one, ids)) {
      if (refused.has(id)) continue;
      const limit = one.rule.limits[option]!;
      const left = places.get(option) ?? limit - (await othersIn(tx, plan, one, option, limit, ids));
      if (left <= 0)
        refused.set(id, {
          column: one.rule.column,
          code: codeOf(one.rule),
          data: fullColumn(one.rule, option, limit, doer),
        });
      places.set(option, Math.max(0, left - 1));
    }
  }
  return refused;
}

function limitOf({ column, limits }: KeptLimit, values: Values): number | undefined {
  const option = values[column.id];
  return typeof option === 'string' ? limits[option] : undefined;
}

function columnIn({ column }: KeptLimit, values: Values): string {
  return `${column.id} ${String(values[column.id])}`;
}

/** With what the database is about to know beside the record's own fields. Who makes a record owns it. */
function savedBy({ user: { id } }: Doer, values: Values): Values {
  const now = new Date().toISOString();
  return { _creator: [id], _createdAt: now, _owner: [id], ...values, _modifier: [id], _modifiedAt: now };
}

/** The column with a limit in which the board shows the record. */
function entryOf(
  plan: FormPlan,
  { column, limits, filter }: KeptLimit,
  { id, mine, under }: Viewer,
  values: Values,
): { option: string; limit: number } | undefined {
  const option = values[column.id];
  const limit = typeof option === 'string' ? limits[option] : undefined;
  if (typeof option !== 'string' || limit === undefined) return undefined;
  const shown =
    filter === undefined ||
    runInMemory(filter, values, {
      kindOf: (field) => plan.byId.get(field)?.kind,
      me: id,
      mine,
      under,
      now: new Date(),
      timeZone: plan.timeZone,
    });
  return shown ? { option, limit } : undefined;
}

async function lockColumns(tx: SpaceTx, plan: FormPlan, columns: readonly string[]): Promise<void> {
  if (columns.length === 0) return;
  await tx.query({
    ...prepared(
      `select pg_advisory_xact_lock(hashtextextended('${plan.table} limit ' || k, 0)) from unnest($1::text[]) k`,
    ),
    values: [[...new Set(columns)].sort()],
  });
}

/** How many others stand there; no more are looked for than matter. */
async function standing(
  tx: SpaceTx,
  plan: FormPlan,
  { column, filter }: KeptLimit,
  { id, mine, under }: Viewer,
  option: string,
  limit: number,
  but: string | null,
): Promise<number> {
  const params: unknown[] = [option, but];
  const shown =
    filter === undefined
      ? 'true'
      : compileCondition(filter, params, {
          columnOf: (field) => plan.byId.get(field),
          me: id,
          mine,
          under,
          now: new Date(),
          timeZone: plan.timeZone,
        }).sql;
  const { rows } = await tx.query<{ count: string }>({
    text: `select count(*) from (select 1 from ${plan.table} r where ${column.sql} = $1 and r.id is distinct from $2::uuid and ${shown} limit ${Math.trunc(limit)}) s`,
    values: params,
  });
  return Number(rows[0]?.count ?? 0);
}

type FullColumn = Record<'column' | 'limit', string | number>;

function fullColumn({ column }: KeptLimit, option: string, limit: number, doer: Doer): FullColumn {
  const { options = [] } = column.field.config as { options?: readonly Option[] };
  return { column: optionLabel(option, options, doer.locale ?? 'zh-CN'), limit };
}

function codeOf({ unfiltered }: KeptLimit) {
  return unfiltered ? 'records.value.column_unfiltered' : 'records.value.column_full';
}

function full(rule: KeptLimit, option: string, limit: number, doer: Doer) {
  const data = fullColumn(rule, option, limit, doer);
  return invalid(
    rule.unfiltered ? 'records.record.column_unfiltered' : 'records.record.column_full',
    [{ path: rule.column.id, code: codeOf(rule), data }],
    data,
  );
}
