import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ChartUse } from '@formwork/contract/analytics/chart.ts';
import { emptyDataSet, type DataSet, type SetField } from '@formwork/contract/analytics/dataset.ts';
import { emptyChart, type ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import { sourceOfSet } from '@formwork/contract/analytics/source.ts';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import pg from 'pg';
import { questionOf } from '../server/src/modules/analytics/question.ts';
import { roomTable } from '../server/src/modules/analytics/sets/rooms.ts';
import { setStatement } from '../server/src/modules/analytics/sets/set-sql.ts';
import { duckdbWords } from '../server/src/modules/analytics/sets/words/duckdb.ts';
import { startDuckdb } from '../server/src/platform/engine/duckdb/engine.ts';
import { buildWeb } from '../tools/build.ts';
import { drawn } from './analytics-drawn.ts';
import { requireBrowser } from './browser.ts';
import { startDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded-postgres.ts';
import type { Figure } from './measure.ts';
import { callsOf, resultOf, signIn, startProduct, type Call } from './product.ts';
import { definition, fillForm } from './scene.ts';

const rows = Number(process.env.FORMWORK_BENCH_ROWS ?? 10_000_000);
const formRows = Number(process.env.FORMWORK_BENCH_FORM_ROWS ?? 1_000_000);
const asks = Number(process.env.FORMWORK_BENCH_ASKS ?? 25);
const lags = Number(process.env.FORMWORK_BENCH_LAGS ?? 3);
const charts = 45;
/** What the issue asks for. */
const [allLimit, firstLimit, lagLimit] = [5_000, 1_000, 5];

/** The rows of the source, over `n`. */
const columns = {
  id: 'n',
  day: `date '2023-01-01' + (n % 1095)::int`,
  line: `'L' || (n * 7 % 50)`,
  dept: `'D' || (n * 13 % 200)`,
  state: `'S' || (n % 6)`,
  amount: '((n * 31) % 1000000)::numeric(12, 2) / 100',
  hours: '((n * 17) % 800)::numeric(8, 1) / 10',
  changed_at: `timestamptz '2023-01-01' + n * interval '9 seconds'`,
};
const title = (zh: string) => ({ zh });
const fields: SetField[] = [
  { id: 'fday', column: 'day', title: title('日期'), kind: 'date' },
  { id: 'fline', column: 'line', title: title('产线'), kind: 'text' },
  { id: 'fdept', column: 'dept', title: title('部门'), kind: 'text' },
  { id: 'fstate', column: 'state', title: title('状态'), kind: 'text' },
  { id: 'famount', column: 'amount', title: title('金额'), kind: 'number' },
  { id: 'fhours', column: 'hours', title: title('工时'), kind: 'number' },
];

/**
 * Charts of a data set of ten million rows as whole answers over HTTP, each a statement that was not asked before. Beside the first
 * row stands the engine alone with the very statements, beside the second the first: a person whom a rule lets see 20 of 200 departments.
 */
export async function analytics(): Promise<Figure[]> {
  requireBrowser();
  await buildWeb();
  const elsewhere = mkdtempSync(path.join(tmpdir(), 'formwork-analytics-bench-'));
  // what a connection of an enterprise leads to is no place of the product's own
  process.env.FORMWORK_OUTGOING_ALLOWED = '127.0.0.1';
  const log = { debug: () => {}, info: () => {}, warn: console.warn };
  const database = await startDatabase();
  const other = await startEmbeddedPostgres({ dataDir: elsewhere, port: await freePort(), log });
  try {
    const product = await startProduct(database);
    try {
      const source = new pg.Client({ connectionString: other.url });
      await source.connect();
      await source.query(
        `create table sales as select ${named()} from generate_series(1::bigint, ${rows}) n; analyze sales; create unique index on sales (id); create index on sales (changed_at)`,
      );
      const cookie = await signIn(product.url, 'admin');
      const call = callsOf(product.url, cookie);
      const user = callsOf(product.url, await signIn(product.url, 'user'));
      const dataset = await makeSet(call, user, other.url);
      const engine = await engineAlone();
      const all = await p95Of((n) => ask(call, grouped(dataset, n)));
      const restricted = await p95Of((n) => ask(user, grouped(dataset, n)));
      const page = await pageOf(call, dataset);
      const seen = await drawn(product.url, cookie, call, chartsOfPage(dataset));
      const form = await formOf(call, database.url);
      const lag = await lagOf(call, dataset, source);
      await source.end();
      const ms = { unit: 'ms', better: 'lower' as const };
      return [
        { name: 'group by 10m p95 ms', ...ms, ours: all, limit: engine },
        { name: 'group by 10m restricted p95 ms', ...ms, ours: restricted, limit: all },
        { name: 'first of 45 charts ms', ...ms, ours: page.first, limit: firstLimit },
        { name: '45 charts ms', ...ms, ours: page.all, limit: allLimit },
        { name: 'first drawn ms', ...ms, ours: seen.first },
        { name: '45 charts drawn ms', ...ms, ours: seen.all },
        { name: 'form 1m group by p95 ms', ...ms, ours: form },
        { name: 'extract lag s', unit: 's', better: 'lower', ours: lag, limit: lagLimit },
      ];
    } finally {
      await product.stop();
    }
  } finally {
    await other.stop();
    await database.stop();
    rmSync(elsewhere, { recursive: true, force: true });
  }
}

const named = (): string =>
  Object.entries(columns)
    .map(([name, sql]) => `${sql} as ${name}`)
    .join(', ');

/** Released and read, with a rule for the user. */
async function makeSet(call: Call, user: Call, url: string): Promise<string> {
  const { hostname: host, port, username, password } = new URL(url);
  const { id: connection } = await call('POST', '/connections', {
    kind: 'postgres',
    name: 'bench',
    folder: null,
    settings: { host, port: Number(port), database: 'formwork', user: username, tls: false },
    secrets: { password },
  });
  const person = { kind: 'person' as const, id: (await user('GET', '/identity/me')).id };
  const seen = Array.from({ length: 20 }, (_, at) => `D${at * 10}`);
  const draft: DataSet = {
    ...emptyDataSet(),
    source: { is: 'table', connection, schema: 'public', table: 'sales' },
    fields,
    rules: [
      { id: 'r1', subject: person, where: { field: 'fdept', operator: 'in', value: seen }, own: null, hides: [] },
    ],
  };
  const { id } = await call('POST', '/definitions/dataset', { commandId: randomUUID(), name: { zh: '销售' }, draft });
  await release(call, id);
  await call('PUT', `/definitions/dataset/${id}/access`, { rules: [{ subject: person, level: 'use' }] });
  const began = performance.now();
  await resultOf(call, (await call<{ run: string }>('POST', `/analytics/datasets/${id}/readings`)).run);
  const waited = (performance.now() - began) / 1_000;
  const { extract } = await call<{ extract: { tookMs: number } }>('GET', `/analytics/datasets/${id}`);
  console.error(`${rows} rows read in ${extract.tookMs / 1_000} s, there after ${waited.toFixed(1)} s`);
  return id;
}

async function release(call: Call, id: string): Promise<void> {
  const { version } = await call<{ version: number }>('GET', `/definitions/dataset/${id}`);
  await call('POST', `/definitions/dataset/${id}/releases`, { version });
}

type Uses = Partial<Record<'x' | 'color' | 'y', Omit<ChartUse, 'id'>[]>>;

function chartOf(form: string, slots: Uses, where: Condition | null): ChartDefinition {
  const uses = Object.fromEntries(
    Object.entries(slots).map(([slot, list]) => [slot, list.map((use, at) => ({ id: `${slot}${at}`, ...use }))]),
  );
  return { form, where, settings: { ...emptyChart().settings, slots: uses } };
}

/** Two dimensions, three measures, a filter that differs from every one before. */
function grouped(dataset: string, n: number): ChartDefinition {
  return chartOf(
    sourceOfSet(dataset),
    {
      x: [{ field: 'fday', step: 'month' }],
      color: [{ field: 'fline' }],
      y: [
        { field: '', fn: 'count' },
        { field: 'famount', fn: 'sum' },
        { field: 'fhours', fn: 'avg' },
      ],
    },
    {
      all: [
        { field: 'fstate', operator: 'eq', value: `S${n % 6}` },
        { field: 'famount', operator: 'gte', value: n / 100 },
      ],
    },
  );
}

const ask = (call: Call, chart: ChartDefinition): Promise<unknown> =>
  call('POST', '/analytics/query', { chart, picks: [] });

let asked = 0;

async function p95Of(work: (n: number) => Promise<unknown>): Promise<number> {
  await work(asked++);
  const took: number[] = [];
  for (let at = 0; at < asks; at += 1) {
    const began = performance.now();
    await work(asked++);
    took.push(performance.now() - began);
  }
  return took.toSorted((a, b) => a - b)[Math.min(asks - 1, Math.floor(asks * 0.95))]!;
}

/** The same statements on the same rows, asked of the engine without a server. */
async function engineAlone(): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'formwork-engine-bench-'));
  const engine = startDuckdb(folder, console as unknown as Parameters<typeof startDuckdb>[1]);
  try {
    const session = await engine.open({ timeZone: 'Asia/Shanghai', memoryMb: 384 });
    await session.run(`attach '${path.join(session.folder, 'rows.db')}' as kept`);
    const read = fields.map(({ id, column }) => `${columns[column as keyof typeof columns]} as ${id}`).join(', ');
    await session.run(`create table kept.${roomTable} as select ${read} from range(1, ${rows + 1}) as r(n)`);
    const kinds = new Map(fields.map(({ id, kind }) => [id, kind]));
    const p95 = await p95Of((n) => {
      const chart = grouped(randomUUID(), n);
      const { question } = questionOf(chart, chart.form!, []);
      const { sql } = setStatement(question, {
        from: `from (select * from kept.${roomTable}) r`,
        columnOf: (id) => ({ kind: kinds.get(id)!, sql: `r."${id}"` }),
        now: new Date(),
        zone: 'Asia/Shanghai',
        words: duckdbWords,
      });
      return session.query(sql, { rows: 60_000, bytes: 64 * 1024 * 1024, ms: 60_000 });
    });
    await session.close();
    return p95;
  } finally {
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Charts none of which was asked before. */
function chartsOfPage(dataset: string): ChartDefinition[] {
  const keys: Omit<ChartUse, 'id'>[] = [
    { field: 'fday', step: 'month' },
    { field: 'fday', step: 'quarter' },
    { field: 'fday', step: 'week' },
    { field: 'fline' },
    { field: 'fdept' },
    { field: 'fstate' },
  ];
  const figures: Omit<ChartUse, 'id'>[] = [
    { field: '', fn: 'count' },
    { field: 'famount', fn: 'sum' },
    { field: 'fhours', fn: 'avg' },
    { field: 'famount', fn: 'max' },
  ];
  const page = Array.from({ length: charts }, (_, at) =>
    chartOf(
      sourceOfSet(dataset),
      {
        x: [keys[at % keys.length]!],
        ...(at % 3 === 0 && { color: [keys[(at + 3) % keys.length]!] }),
        y: [figures[at % figures.length]!],
      },
      { field: 'famount', operator: 'gte', value: (asked + at) / 100 },
    ),
  );
  asked += charts;
  return page;
}

/** A page that asks for all of its charts at once. */
async function pageOf(call: Call, dataset: string): Promise<{ first: number; all: number }> {
  const page = chartsOfPage(dataset);
  const began = performance.now();
  const took = await Promise.all(page.map((chart) => ask(call, chart).then(() => performance.now() - began)));
  return { first: Math.min(...took), all: Math.max(...took) };
}

/** A form's own table, asked directly. */
async function formOf(call: Call, url: string): Promise<number> {
  const app = await call('POST', '/forms/apps', { title: { zh: '检查' } });
  const { id } = await call('POST', `/forms/apps/${app.id}/forms`, { title: { zh: '检查' }, definition });
  await call('POST', `/forms/${id}/releases`, { draftVersion: 1 });
  const me = await call('GET', '/identity/me');
  await fillForm(url, id, { owner: `'${me.id}'` }, formRows);
  return p95Of((n) =>
    ask(
      call,
      chartOf(
        id,
        {
          x: [{ field: 'due', step: 'month' }],
          color: [{ field: 'status' }],
          y: [
            { field: '', fn: 'count' },
            { field: 'amount', fn: 'sum' },
            { field: 'quantity', fn: 'avg' },
          ],
        },
        { field: 'amount', operator: 'gte', value: n / 100 },
      ),
    ),
  );
}

/** Of each row which it is, and when it changed. */
const growing: SetField[] = [
  { id: 'fid', column: 'id', title: title('编号'), kind: 'number' },
  { id: 'fchanged', column: 'changed_at', title: title('修改时间'), kind: 'dateTime' },
];

/** From the end of a change over there until a chart of the live data set shows it: the longest of some. */
async function lagOf(call: Call, dataset: string, source: pg.Client): Promise<number> {
  await call('POST', `/definitions/dataset/${dataset}/changes`, {
    client: randomUUID(),
    seq: 1,
    ops: [
      { do: 'set', at: ['fields'], value: [...fields, ...growing] },
      { do: 'set', at: ['grows'], value: { by: 'fchanged', key: 'fid' } },
      { do: 'set', at: ['live'], value: true },
    ],
  });
  await release(call, dataset);
  const chart = chartOf(sourceOfSet(dataset), { y: [{ field: 'famount', fn: 'max' }] }, null);
  const most = async (): Promise<number> =>
    Number((await call<{ rows: string[][] }>('POST', '/analytics/query', { chart, picks: [] })).rows[0]?.[0]);
  await most();
  const took: number[] = [];
  for (let at = 0; at < lags; at += 1) {
    const wanted = 1_000_000 + at;
    await source.query('update sales set amount = $1, changed_at = now() where id = 1', [wanted]);
    const began = performance.now();
    while ((await most()) !== wanted) await new Promise((resolve) => setTimeout(resolve, 50));
    took.push((performance.now() - began) / 1_000);
  }
  return Math.max(...took);
}
