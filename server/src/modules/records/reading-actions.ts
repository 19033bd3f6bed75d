import { Condition } from '@formwork/contract/condition/condition.ts';
import { operatorNames } from '@formwork/contract/condition/operators.ts';
import { dateSteps, measureNames } from '@formwork/contract/views/pivot.ts';
import { z } from 'zod';
import { action } from '../../platform/actions.ts';
import type { Ctx } from '../../platform/context.ts';
import { planOf } from './plan/plan.ts';
import { chartGroups } from './read/chart-groups.ts';
import { getRecord } from './read/get.ts';
import { listRecords } from './read/list.ts';

const actsAs = ['person', 'author', 'system'] as const;
const FoundRecord = z.object({ id: z.string(), version: z.int(), values: z.record(z.string(), z.unknown()) });
/** One test of a field; what is empty where a value is asked for matches nothing. */
const Test = z.object({ field: z.string(), operator: z.enum(operatorNames), value: z.unknown().optional() });
const search = {
  formId: z.string(),
  /** All of these hold. */
  where: z.array(Test).max(50).optional(),
  /** The same as a whole condition. */
  filter: z.unknown().optional(),
};

/** What rules and flows read of records, as far as whoever they act as sees them. */
export const readingActions = {
  'records.get': action({
    title: { zh: '读取记录', en: 'Read a record' },
    input: z.object({ formId: z.string(), recordId: z.uuid() }),
    output: FoundRecord,
    effect: 'space',
    reads: true,
    actsAs,
    async run(ctx, params) {
      return FoundRecord.parse(plain(await getRecord(ctx, { params, query: {}, body: undefined })));
    },
  }),
  'records.query': action({
    title: { zh: '查询记录', en: 'Find records' },
    input: z.object({ ...search, sort: z.string().max(500).optional(), most: z.int().min(1).max(100).default(20) }),
    output: z.object({ rows: z.array(FoundRecord), more: z.boolean() }),
    effect: 'space',
    reads: true,
    actsAs,
    async run(ctx, { formId, sort, most, ...asked }) {
      const condition = conditionOf(asked);
      const query = {
        limit: most,
        ...(sort !== undefined && { sort }),
        ...(condition && { filter: JSON.stringify(condition) }),
      };
      const page = plain(await listRecords(ctx, { params: { formId }, query, body: undefined })) as {
        rows: unknown[];
        next: string | null;
      };
      return { rows: z.array(FoundRecord).parse(page.rows), more: page.next !== null };
    },
  }),
  'records.aggregate': action({
    title: { zh: '汇总记录', en: 'Sum up records' },
    input: z.object({
      ...search,
      fn: z.enum([...measureNames, 'median']).default('count'),
      field: z.string().optional(),
      by: z.string().optional(),
      step: z.enum(dateSteps).optional(),
      most: z.int().min(1).max(1_000).default(100),
    }),
    output: z.object({
      value: z.number().nullable(),
      groups: z.array(z.object({ key: z.string().nullable(), value: z.number().nullable() })),
    }),
    effect: 'space',
    reads: true,
    actsAs,
    run: aggregated,
  }),
};

interface Sum {
  formId: string;
  where?: z.infer<typeof Test>[] | undefined;
  filter?: unknown;
  fn: (typeof measureNames)[number] | 'median';
  field?: string | undefined;
  by?: string | undefined;
  step?: (typeof dateSteps)[number] | undefined;
  most: number;
}

async function aggregated(ctx: Ctx, { formId, fn, field, by, step, most, ...asked }: Sum) {
  await planOf(ctx, formId);
  const question = {
    formId,
    where: conditionOf(asked),
    figures: [{ fn, ...(field !== undefined && { field }) }],
    limit: most,
  };
  const whole = await chartGroups(ctx, { ...question, keys: [], totals: [] });
  const total = whole.rows[0]?.at(-1) ?? null;
  if (by === undefined) return { value: numberOf(total), groups: [] };
  const { rows } = await chartGroups(ctx, { ...question, keys: [{ field: by, step }], totals: [] });
  return {
    value: numberOf(total),
    groups: rows.map(([key = null, value = null]) => ({ key, value: numberOf(value) })),
  };
}

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));

function conditionOf({ where, filter }: { where?: z.infer<typeof Test>[] | undefined; filter?: unknown }) {
  const tests = (where ?? []).map(({ field, operator, value }) => ({
    field,
    operator,
    ...(value !== undefined && { value }),
  }));
  const all = [...tests, ...(filter === undefined || filter === null ? [] : [filter])];
  return all.length === 0 ? undefined : Condition.parse({ all });
}

/** Answers of the hot paths are JSON already. */
function plain(answer: unknown): unknown {
  const { jsonText } = answer as { jsonText: string | Buffer };
  return JSON.parse(typeof jsonText === 'string' ? jsonText : jsonText.toString('utf8'));
}
