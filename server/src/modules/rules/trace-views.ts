import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { rulesApi, RuleTrace, RuleTraceDetail } from '@formwork/contract/rules/api.ts';
import type { RuleDocument } from '@formwork/contract/rules/document.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { TraceStep } from '@formwork/logic/trace.ts';
import { masked } from '@formwork/logic/trace.ts';
import { printRule } from '@formwork/logic/qlang/print.ts';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { definitionsSeen, ownsAll, releasedOf, requireOn } from '../definitions/public.ts';
import { canSeeRecord, hiddenFrom, ruleBehind } from '../records/public.ts';

type Input<K extends keyof typeof rulesApi> = InputOf<(typeof rulesApi)[K]>;

interface Row {
  id: string;
  rule: string;
  release: number;
  starts: string;
  form_id: string | null;
  record_id: string | null;
  acts_as: RuleTrace['actsAs'];
  actor: string | null;
  state: RuleTrace['state'];
  code: string | null;
  at: Date;
}
const columns = 'id, rule, release, starts, form_id, record_id, acts_as, actor, state, code, at';
const pageSize = 50;

/** Of rules that one may see; whose records one may not see are left out. */
export async function listTraces(ctx: Ctx, { query }: Input<'traces'>): Promise<ResponseOf<typeof rulesApi.traces>> {
  const names = await seenRules(ctx);
  if (query.rule !== undefined && !names.has(query.rule)) throw notFound('rules.rule.not_found');
  const rules = query.rule === undefined ? [...names.keys()] : [query.rule];
  const { rows } = await spaceQuery<Row>(ctx.platform, {
    text: `select ${columns} from ${spaceSchema(ctx.spaceId)}.rules_trace
      where rule = any($1) and ($2::uuid is null or record_id = $2) and ($3::text is null or state = $3) and ($4::uuid is null or id < $4)
      order by id desc limit ${pageSize}`,
    values: [rules, query.record ?? null, query.state ?? null, query.after ?? null],
  });
  const seen = await Promise.all(
    rows.map(async (row) => ((await maySee(ctx, row)) ? [viewOf(row, names.get(row.rule) ?? null)] : [])),
  );
  return { rows: seen.flat(), next: rows.length === pageSize ? rows.at(-1)!.id : null };
}

export async function getTrace(ctx: Ctx, { params }: Input<'trace'>): Promise<RuleTraceDetail> {
  const { rows } = await spaceQuery<Row & { detail: Detail }>(ctx.platform, {
    text: `select ${columns}, detail from ${spaceSchema(ctx.spaceId)}.rules_trace where id = $1`,
    values: [params.traceId],
  });
  const row = rows[0];
  if (!row || !(await maySee(ctx, row))) throw notFound('rules.trace.not_found');
  const { row: rule } = await requireOn(ctx, 'rule', row.rule, 'see', { archived: true }).catch(() => {
    throw notFound('rules.trace.not_found');
  });
  const hidden = await hiddenIn(ctx, row);
  const released = await releasedOf<RuleDocument>(ctx.platform, ctx.spaceId, 'rule', row.rule, row.release);
  return {
    ...viewOf(row, rule.name),
    ...shownDetail(row.detail, hidden),
    source: released ? printRule(released.body.rule, ctx.locale === 'en' ? 'en' : 'zh') : null,
  };
}

/** From a field of a record to what gave it its value: whoever sees the record and the field may ask. */
export async function whyOf(ctx: Ctx, { query }: Input<'why'>): Promise<ResponseOf<typeof rulesApi.why>> {
  const { formId, recordId, field } = query;
  if (!(await canSeeRecord(ctx, formId, recordId))) throw notFound('records.record.not_found');
  if ((await hiddenFrom(ctx, formId, recordId)).includes(field)) return { trace: null };
  const schema = spaceSchema(ctx.spaceId);
  const id = await ruleBehind(ctx.platform, schema, recordId, field);
  if (id === undefined) return { trace: null };
  const { rows } = await spaceQuery<Row>(ctx.platform, {
    text: `select ${columns} from ${schema}.rules_trace where id = $1`,
    values: [id],
  });
  const row = rows[0];
  if (!row) return { trace: null };
  const names = await seenRules(ctx);
  return { trace: viewOf(row, names.get(row.rule) ?? null) };
}

async function seenRules(ctx: Ctx): Promise<Map<string, Text>> {
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const { rows } = await definitionsSeen({ ...ctx, tx }, 'rule');
    return new Map(rows.map(({ row }) => [row.id, row.name]));
  });
}

/** A record that is gone is told of to administrators alone. */
async function maySee(ctx: Ctx, { form_id: form, record_id: record, actor }: Row): Promise<boolean> {
  if (form === null || record === null) return ownsAll(ctx.user) || actor === ctx.user.id;
  return (await canSeeRecord(ctx, form, record)) || ownsAll(ctx.user);
}

async function hiddenIn(ctx: Ctx, { form_id: form, record_id: record }: Row): Promise<(path: string) => boolean> {
  if (form === null || record === null) return () => false;
  let keys: ReadonlySet<string>;
  try {
    keys = new Set(await hiddenFrom(ctx, form, record));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    keys = new Set();
  }
  const admin = ownsAll(ctx.user);
  return (path) => {
    const own = path.startsWith('old.') ? path.slice(4) : path;
    const [first = ''] = own.split('.');
    if (keys.has(own) || keys.has(first)) return true;
    // what related records say is for those who may see all of them
    return !admin && own.includes('.') && !keys.has(first) && first !== 'user';
  };
}

interface Detail {
  steps?: TraceStep[];
  changes?: { target: string[]; value: unknown }[];
  effects?: { key: string; what: string; target?: string; input: Record<string, unknown> }[];
  text?: string;
  data?: Record<string, unknown> | null;
}

/** What was worked out of something hidden tells of it: whatever follows from it is hidden too. */
export function shownDetail(
  { steps = [], changes = [], effects = [], text, data }: Detail,
  hidden: (path: string) => boolean,
): Pick<RuleTraceDetail, 'steps' | 'changes' | 'effects' | 'text' | 'data'> {
  const tainted = new Set<string>();
  const isHidden = (path: string): boolean => hidden(path) || tainted.has(path) || tainted.has(path.split('.')[0]!);
  let any = false;
  const shown = steps.flatMap((step) => {
    const reads = Object.keys(step.read ?? {}).some(isHidden);
    any ||= reads;
    if (reads && step.name !== undefined) tainted.add(step.name);
    const [one] = masked([step], isHidden);
    return one ? [reads && 'text' in one ? { ...one, text: '***' } : one] : [];
  });
  return {
    steps: shown as RuleTraceDetail['steps'],
    changes: changes.map(({ target, value }) => ({ target, value: isHidden(target.join('.')) ? '***' : value })),
    // nobody knows which of them read what was hidden
    effects: effects.map((effect) =>
      any ? { ...effect, input: Object.fromEntries(Object.keys(effect.input).map((name) => [name, '***'])) } : effect,
    ),
    text: text === undefined ? null : any ? '***' : text,
    data: any ? null : (data ?? null),
  };
}

function viewOf(row: Row, name: Text | null): RuleTrace {
  return {
    id: row.id,
    rule: row.rule,
    name,
    release: row.release,
    starts: row.starts,
    formId: row.form_id,
    recordId: row.record_id,
    actsAs: row.acts_as,
    actor: row.actor,
    state: row.state,
    code: row.code,
    at: row.at.toISOString(),
  };
}
