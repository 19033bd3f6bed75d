import type { Condition } from '@formwork/contract/condition/condition.ts';
import { isList } from '@formwork/contract/views/group-condition.ts';
import { spanCondition, spanOf, addDays, type Span, type SpanFields } from '@formwork/contract/views/span.ts';
import type { FieldValue, Values } from '@formwork/contract/forms/values/value.ts';
import { invalid } from '../../../../platform/errors.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Doer, SpaceTx, Statement } from '../../../../platform/db/space-data.ts';
import { prepared, type PlanColumn } from '../../plan/columns.ts';
import { compileCondition } from '../../read/condition-sql.ts';
import { systemStart, textTypes, valuesOf, type FormPlan } from '../../plan/plan.ts';
import { viewRules } from '../../plan/view-rules.ts';

type Where = { platform: Platform; spaceId: string };

interface KeptTime {
  resource: PlanColumn;
  span: SpanFields;
}

/** Rules that the form as it is can follow. */
export async function keptTimes(where: Where, plan: FormPlan): Promise<KeptTime[]> {
  const { times } = await viewRules(where, plan.form.formId);
  return times.flatMap((rule) => {
    const [resource, start, end] = [rule.resource, rule.start, rule.end ?? ''].map((id) => plan.byId.get(id));
    return resource && start && (end || rule.end === undefined) && start.kind !== 'slot'
      ? [{ resource, span: { start, end } }]
      : [];
  });
}

/** Refuses a record whose resource is taken at its time. Those who want the same resource wait for each other, in one order. */
export async function keepTimesFree(
  tx: SpaceTx,
  doer: Doer,
  plan: FormPlan,
  recordId: string,
  before: Values | undefined,
  after: Values,
): Promise<void> {
  if ((before ?? after)._processState === 'invalid') return;
  // who makes a record owns it
  const values = { _owner: [doer.user.id], ...before, ...after };
  for (const kept of await keptTimes(doer, plan)) {
    const now = takenBy(kept, values, plan.timeZone);
    if (!now || sameTaking(now, before && takenBy(kept, before, plan.timeZone))) continue;
    await lockResources(tx, plan, kept, now.keys);
    const { rows } = await tx.query<(string | null)[]>(nearStatement(plan, kept, now, recordId));
    if (rows.some((row) => meets(plan, kept, now.span, row)))
      throw invalid('records.record.slot_taken', [{ path: kept.span.start.id, code: 'records.value.slot_taken' }]);
  }
}

/** Of rows that are to come together: those that meet a record that is there, or a row before them. Nobody takes what they want until the transaction ends. */
export async function takenTimes(
  tx: SpaceTx,
  doer: Doer,
  plan: FormPlan,
  records: readonly { values: Values }[],
): Promise<Map<number, PlanColumn>> {
  const refused = new Map<number, PlanColumn>();
  for (const kept of await keptTimes(doer, plan)) {
    const wanted = records.flatMap(({ values }, index) => {
      const now = refused.has(index) ? undefined : takenBy(kept, { _owner: [doer.user.id], ...values }, plan.timeZone);
      return now ? [{ index, now }] : [];
    });
    await lockResources(tx, plan, kept, [...new Set(wanted.flatMap(({ now }) => now.keys))].sort());
    const near = await Promise.all(
      wanted.map(({ now }) => tx.query<(string | null)[]>(nearStatement(plan, kept, now, null))),
    );
    const held = new Map<string, Span[]>();
    wanted.forEach(({ index, now }, at) => {
      if (
        now.keys.some((key) => held.get(key)?.some((other) => overlap(other, now.span))) ||
        near[at]!.rows.some((row) => meets(plan, kept, now.span, row))
      )
        refused.set(index, plan.byId.get(kept.span.start.id)!);
      else for (const key of now.keys) held.set(key, [...(held.get(key) ?? []), now.span]);
    });
  }
  return refused;
}

async function lockResources(
  tx: SpaceTx,
  plan: FormPlan,
  { resource }: KeptTime,
  keys: readonly string[],
): Promise<void> {
  await tx.query({
    ...prepared(
      `select pg_advisory_xact_lock(hashtextextended('${plan.table} ' || $1 || ' ' || k, 0)) from unnest($2::text[]) k`,
    ),
    values: [resource.id, keys],
  });
}

interface Taking {
  keys: string[];
  span: Span;
}

function takenBy({ resource, span }: KeptTime, values: Values, timeZone: string): Taking | undefined {
  const keys = keysOf(values[resource.id] ?? null);
  const when = keys.length > 0 ? spanOf(span, values, timeZone) : undefined;
  return when && { keys, span: when };
}

function sameTaking(now: Taking, before: Taking | undefined): boolean {
  return (
    before !== undefined &&
    now.span.start === before.span.start &&
    now.span.end === before.span.end &&
    now.keys.join('\n') === before.keys.join('\n')
  );
}

/** Records near by: found as the view that has the rule finds what it draws, and compared exactly afterwards. */
function nearStatement(
  plan: FormPlan,
  { resource, span }: KeptTime,
  { keys, span: when }: Taking,
  but: string | null,
): Statement {
  const last = when.wholeDays ? when.end : addDays(when.end.slice(0, 10), 1);
  const condition: Condition = {
    all: [
      spanCondition(span, when.start.slice(0, 10), last, plan.timeZone),
      isList(resource.kind)
        ? { field: resource.id, operator: 'hasAny', value: keys }
        : { field: resource.id, operator: 'eq', value: keys[0] ?? '' },
    ],
  };
  const params: unknown[] = [but];
  const { sql } = compileCondition(condition, params, {
    columnOf: (id) => plan.byId.get(id),
    me: '',
    now: new Date(),
    timeZone: plan.timeZone,
  });
  return {
    text: `select ${plan.selectList} from ${plan.table} r where r.id is distinct from $1::uuid and process_state is distinct from 'invalid' and ${sql}`,
    values: params,
    rowMode: 'array',
    types: textTypes,
  };
}

function meets(plan: FormPlan, { span }: KeptTime, when: Span, row: readonly (string | null)[]): boolean {
  const other = spanOf(span, valuesOf(plan.columns, row, systemStart), plan.timeZone);
  return other !== undefined && overlap(other, when);
}

/** Both are of the same fields, so days are held against days and moments against moments. */
function overlap(left: Span, right: Span): boolean {
  return left.start < right.end && right.start < left.end;
}

function keysOf(value: FieldValue): string[] {
  if (Array.isArray(value)) return value.map(String).sort();
  return value === null || value === '' ? [] : [String(value)];
}
