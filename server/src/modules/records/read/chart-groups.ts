import type { GroupLimit } from '@formwork/contract/analytics/chart.ts';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import type { ValueKind } from '@formwork/contract/forms/values/value.ts';
import type { DateStep, MeasureName } from '@formwork/contract/views/pivot.ts';
import type { Ctx } from '../../../platform/context.ts';
import { spaceQuery, type Statement } from '../../../platform/db/space-data.ts';
import { invalid } from '../../../platform/errors.ts';
import type { PlanColumn } from '../plan/columns.ts';
import { planOf, textTypes, type FormPlan } from '../plan/plan.ts';
import { heldAsOfWrite } from '../rights/held.ts';
import { viewerOf, type Eyes } from '../rights/reach.ts';
import { requireSomeRight, rightsFor } from '../rights/rights.ts';
import { matching, remembered } from './count.ts';
import { keptGroups, limitText } from './kept-groups.ts';
import { keySql, measureSql, orderOf } from './pivot.ts';
import { rowsSources } from './rows-sources.ts';

export interface ChartKey {
  field: string;
  step?: DateStep | undefined;
  /** Of numbers: those that lie within so much are one, which reads as their middle. */
  width?: string | undefined;
}

export interface ChartFigure {
  /** Left out: records are counted. */
  field?: string | undefined;
  fn: MeasureName | 'median';
  /** Only groups whose figure is so: of the others nothing is in the answer, neither in its totals. */
  only?: readonly GroupLimit[] | undefined;
}

export interface ChartQuestion {
  formId: string;
  where: Condition | undefined;
  keys: readonly ChartKey[];
  figures: readonly ChartFigure[];
  /** Sets of keys, by their places, over which the figures are wanted besides. */
  totals: readonly (readonly number[])[];
  /** More rows are cut off and counted. */
  limit: number;
  /** Groups in the order of a figure, by its place: those that are cut off are the smallest, or the largest. */
  order?: { figure: number; desc: boolean } | undefined;
}

export interface ChartAnswer {
  /** Of each key and figure in turn: the field it is of, as the person sees it; undefined for a count of records. */
  columns: { field: Field | undefined; kind: ValueKind; list: boolean }[];
  /** Texts, so that no digit is lost. */
  rows: (string | null)[][];
  totals: { keys: readonly number[]; cells: (string | null)[] }[];
  cut: boolean;
}

/**
 * Figures over groups of the records that the person sees, by columns as far as they are theirs; without a figure single
 * records. A field that is hidden from them, or no field, refuses.
 */
export async function chartGroups(ctx: Ctx, question: ChartQuestion): Promise<ChartAnswer> {
  const { plan, eyes } = await seenBy(ctx, question);
  const what = JSON.stringify([question.keys, question.figures, question.totals, question.limit, question.order]);
  const { answer } = await remembered(ctx, plan, eyes, question.where, what, () => ask(ctx, plan, eyes, question));
  return answer;
}

/** Single records of a form, as many as there are, with the columns of `ChartAnswer`. */
export interface AllCells extends Pick<ChartAnswer, 'columns'> {
  /** Two for whom it is the same see the same, in the same release of the form. */
  same: unknown;
  /** In batches of so many, by their ids; no connection is held between them. */
  read(atOnce: number): AsyncGenerator<(string | null)[][]>;
}

/** The given fields of every record that the person sees; a field that is hidden from them, or no field, refuses. */
export async function allCells(ctx: Ctx, formId: string, fields: readonly string[]): Promise<AllCells> {
  const { plan, eyes } = await seenBy(ctx, { formId, where: undefined });
  const { from, params, columnOf } = matching(plan, eyes, undefined);
  const columns = fields.map((field) => columnOf(field) ?? refuse(field));
  const cells = columns.map((column) => `${rawSql(column)}::text`).join(', ');
  return {
    columns: columns.map(shownColumn),
    same: [formId, plan.form.release, plan.timeZone, cells, from, params],
    async *read(atOnce) {
      const values = [...params, lowestId, atOnce];
      const text = `select ${cells}, r.id::text from (select r.* ${from}) r where r.id > $${params.length + 1}::uuid order by r.id limit $${params.length + 2}`;
      for (;;) {
        const { rows } = await spaceQuery<(string | null)[]>(ctx.platform, {
          text,
          values,
          rowMode: 'array',
          types: textTypes,
        });
        if (rows.length > 0) yield rows.map((row) => row.slice(0, fields.length));
        if (rows.length < atOnce) return;
        values[params.length] = rows.at(-1)!.at(-1);
      }
    },
  };
}

const lowestId = '00000000-0000-0000-0000-000000000000';

async function seenBy(
  ctx: Ctx,
  { formId, where }: Pick<ChartQuestion, 'formId' | 'where'>,
): Promise<{ plan: FormPlan; eyes: Eyes }> {
  const plan = await planOf(ctx, formId);
  const rights = await rightsFor(plan, ctx);
  await requireSomeRight(plan, ctx, rights);
  const eyes: Eyes = { rights, viewer: await viewerOf(ctx), held: await heldAsOfWrite(plan, ctx, rights) };
  eyes.rowsOf = await rowsSources(ctx, plan, eyes, where);
  return { plan, eyes };
}

async function ask(ctx: Ctx, plan: FormPlan, eyes: Eyes, question: ChartQuestion): Promise<ChartAnswer> {
  const { keys, figures, totals, limit } = question;
  const { statement, columns } = chartStatement(plan, eyes, question);
  const { rows } = await spaceQuery<(string | null)[]>(ctx.platform, statement);
  const width = keys.length + figures.length;
  const whole = rows.filter((row) => row[width] === null || Number(row[width]) === 0);
  return {
    columns: columns.map(shownColumn),
    rows: whole.slice(0, limit).map((row) => row.slice(0, width)),
    totals: rows
      .filter((row) => row[width] !== null && Number(row[width]) > 0)
      .map((row) => ({ keys: totals[Number(row[width]) - 1]!, cells: row.slice(0, width) })),
    cut: whole.length > limit,
  };
}

function shownColumn(column: PlanColumn | undefined): ChartAnswer['columns'][number] {
  return { field: column?.field, kind: column?.kind ?? 'number', list: column !== undefined && isList(column) };
}

interface Made {
  statement: Statement;
  columns: (PlanColumn | undefined)[];
}

function chartStatement(plan: FormPlan, eyes: Eyes, question: ChartQuestion): Made {
  const { where, keys, figures, totals, limit } = question;
  if (figures.length === 0) return recordsStatement(plan, eyes, question);
  const { from, params, columnOf } = matching(plan, eyes, where);
  const columnFor = (id: string): PlanColumn => columnOf(id) ?? refuse(id);
  const keyColumns = keys.map(({ field }) => columnFor(field));
  const figureColumns = figures.map(({ field }) => (field === undefined ? undefined : columnFor(field)));
  const columns = [...keyColumns, ...figureColumns];
  // a prepared text serves one zone: the zone is part of it
  const zone = `'${plan.timeZone.replaceAll("'", "''")}'`;
  const named = keys.map(({ field, step, width }, at) => ({
    name: `k${at}`,
    sql: width ? withinSql(keyColumns[at]!, width) : keySql(keyColumns[at]!, { field, ...(step && { step }) }, zone),
    order: orderOf(keyColumns[at]!),
  }));
  const sums = figures.map((figure, at) => figureSql(figure, figureColumns[at], `m${at}`));
  const inner = [...named.map(({ name, sql }) => `${sql} as ${name}`), ...sums.flatMap(({ column }) => column ?? [])];
  const sets = [named.map((_, at) => at), ...totals];
  const setSql = sets.map((set) => `(${set.map((at) => `k${at}`).join(', ')})`).join(', ');
  const which =
    totals.length === 0
      ? '0'
      : `case grouping(${named.map(({ name }) => name).join(', ')}) ${sets.map((set, at) => `when ${maskOf(set, named.length)} then ${at}`).join(' ')} end`;
  const select = [
    ...named.map(({ name }) => `${name}::text`),
    ...sums.map(({ sql }) => `(${sql})::text`),
    `(${which}) as level`,
  ];
  const ranked = question.order && sums[question.order.figure];
  const order = [
    // totals come first where groups are cut off
    ...(ranked ? ['level desc', `${ranked.sql}${question.order!.desc ? ' desc' : ''} nulls last`] : ['level']),
    ...named.map(({ name, order: inOrder }) => `${inOrder(name)} nulls last`),
  ];
  const rows = `(select ${inner.join(', ') || '1'} ${from}) r`;
  const limits = figures.flatMap((figure, at) => limitsSql(figure, figureColumns[at], sums[at]!.sql));
  const kept = keptGroups(rows, keys.length, limits);
  return {
    columns,
    statement: {
      text: `select ${select.join(', ')} from ${kept} group by grouping sets (${setSql}) order by ${order.join(', ')} limit ${limit + 1 + (totals.length > 0 ? limit : 0)}`,
      values: params,
      rowMode: 'array',
      types: textTypes,
    },
  };
}

/** Only numbers are held against one. */
function limitsSql({ fn, field, only = [] }: ChartFigure, column: PlanColumn | undefined, sql: string): string[] {
  if (only.length > 0 && (fn === 'min' || fn === 'max') && column?.kind !== 'number') refuse(field ?? '');
  return only.map((limit) => `${sql} ${limitText(limit)}`);
}

/** Single records: the newest up to a limit and one more. */
function recordsStatement(plan: FormPlan, eyes: Eyes, { where, keys, limit }: ChartQuestion): Made {
  const { from, params, columnOf } = matching(plan, eyes, where);
  const columns = keys.map(({ field }) => columnOf(field) ?? refuse(field));
  return {
    columns,
    statement: {
      text: `select ${columns.map((column) => `${rawSql(column)}::text`).join(', ')}, null from (select r.* ${from} order by r.created_at desc, r.id desc limit ${limit + 1}) r`,
      values: params,
      rowMode: 'array',
      types: textTypes,
    },
  };
}

/** What `grouping(k0, k1, ...)` says of a set: a bit for each key that it does not tell apart. */
function maskOf(set: readonly number[], keys: number): number {
  return Array.from({ length: keys }, (_, at) => (set.includes(at) ? 0 : 2 ** (keys - 1 - at))).reduce(
    (a, b) => a + b,
    0,
  );
}

function figureSql({ fn, field }: ChartFigure, column: PlanColumn | undefined, name: string) {
  if (fn !== 'median') return measureSql({ fn, ...(field !== undefined && { field }) }, column, name);
  if (column?.kind !== 'number') return refuse(field ?? '');
  return {
    column: `${column.sql} as ${name}`,
    sql: `trim_scale(round((percentile_cont(0.5) within group (order by ${name}::double precision))::numeric, 10))`,
  };
}

const decimal = /^\d{1,30}(\.\d{1,30})?$/;

function withinSql({ kind, sql, field }: PlanColumn, width: string): string {
  if (kind !== 'number' || !decimal.test(width)) return refuse(field?.id ?? '');
  return `trim_scale(floor(${sql} / ${width}) * ${width} + ${width} / 2.0)`;
}

/** The value of a single record, days and moments as they are. */
function rawSql({ kind, sql, single }: PlanColumn): string {
  if (kind === 'number') return `trim_scale(${sql})`;
  if (kind === 'dateTime') return `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  if (kind === 'date' || kind === 'text' || kind === 'option' || kind === 'boolean' || kind === 'time') return sql;
  if (kind === 'people' || kind === 'departments' || kind === 'records' || kind === 'options')
    return single ? `json_build_array(${sql})` : `array_to_json(${sql})`;
  return refuse(sql);
}

function isList({ kind }: PlanColumn): boolean {
  return ['options', 'people', 'departments', 'posts', 'roles', 'records'].includes(kind);
}

function refuse(field: string): never {
  throw invalid('records.list.bad_group', [{ path: field, code: 'records.list.bad_group' }]);
}
