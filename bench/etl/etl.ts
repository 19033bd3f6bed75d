import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { emptyTask, TaskNode, type EtlTask } from '@formwork/contract/etl/task.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded-postgres.ts';
import { startDatabase } from '../database.ts';
import { watchTree } from './etl-memory.ts';
import { engineParquet, loadCsv, pgloader } from './etl-peers.ts';
import { freePort } from '../free-port.ts';
import { median, type Figure } from '../measure.ts';
import { signIn, startProduct } from '../product.ts';
import { writtenOut } from '../settled.ts';

const rows = Number(process.env.FORMWORK_BENCH_ROWS ?? 10_000_000);
const rounds = Number(process.env.FORMWORK_BENCH_ROUNDS ?? 3);
const mostMb = 500;
/** Forms keep history, events and indexes: a tenth of the rows. */
const formRows = Math.ceil(rows / 10);
const previews = 40;
const mostCustomers = 1_000_000;
const longestPreviewMs = 1_000;

type Call = <Answer>(at: string, body?: object) => Promise<Answer>;
type Node = Record<string, unknown> & { id: string };

/**
 * Rows from one database into another, from a file and into one by tasks, from the call to the end of the run; beside it COPY piped
 * into COPY on the same rows in the same round. `pg to pg` has a filter, a computed column and a rename, `feel` says them in FEEL. Memory
 * is that of the server and its engine together, above what they held before.
 */
export async function etl(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'formwork-etl-bench-'));
  const elsewhere = mkdtempSync(path.join(tmpdir(), 'formwork-etl-other-'));
  // what a connection of an enterprise leads to is no place of the product's own
  process.env.FORMWORK_OUTGOING_ALLOWED = '127.0.0.1';
  const database = await startDatabase();
  const log = { debug: () => {}, info: () => {}, warn: console.warn };
  const other = await startEmbeddedPostgres({ dataDir: elsewhere, port: await freePort(), log });
  try {
    const client = new pg.Client({ connectionString: other.url });
    await client.connect();
    // what failed is said, not that its database was stopped then
    client.on('error', () => {});
    await client.query(`create table sales (id bigint, day date, kind text, amount numeric(12, 2), price double precision);
      insert into sales select n, date '2020-01-01' + (n % 2000)::int, (array['rain', 'sun', 'fog'])[1 + n % 3], n % 9973, (n % 500) / 7.0
        from generate_series(1, ${rows}) n;
      create table kinds as select distinct kind, upper(kind) as title from sales;
      create table customers as select n as id, 'customer ' || n as name from generate_series(${mostCustomers}, 1, -1) n;
      alter table customers add primary key (id);
      create table copied (like sales);
      create table loaded (number bigint, day date, kind text, amount numeric(12, 2), price double precision, total double precision);
      create table taken (like sales); analyze sales; analyze customers`);
    const csv = path.join(folder, 'sales.csv');
    await pipeline(outOf(client, 'copy sales to stdout (format csv, header)'), createWriteStream(csv));
    const few = path.join(folder, 'few.csv');
    const first = `copy (select * from sales where id <= ${formRows}) to stdout (format csv, header)`;
    await pipeline(outOf(client, first), createWriteStream(few));
    const product = await startProduct(database);
    try {
      const call = caller(product.url, await signIn(product.url, 'admin'));
      const figures = await measured({ call, client, url: other.url, folder, csv, few, pid: product.pid });
      await client.end();
      return figures;
    } finally {
      await product.stop();
    }
  } finally {
    await other.stop();
    await database.stop();
    for (const made of [folder, elsewhere]) rmSync(made, { recursive: true, force: true });
  }
}

interface Scene {
  call: Call & { upload(file: string, name: string): Promise<string> };
  client: pg.Client;
  url: string;
  folder: string;
  csv: string;
  few: string;
  pid: number;
}

async function measured({ call, client, url, folder, csv, few, pid }: Scene): Promise<Figure[]> {
  const { hostname: host, port, username: user, password } = new URL(url);
  const { id: connection } = await call<{ id: string }>('/connections', {
    kind: 'postgres',
    name: 'bench',
    folder: null,
    settings: { host, port: Number(port), database: 'formwork', user, tls: false },
    secrets: { password },
  });
  const table = async (id: string, name: string): Promise<Node & { columns: DataColumn[] }> => {
    const node = { id, kind: 'tableSource', connection, schema: 'public', table: name, watermark: '', columns: [] };
    const whole = TaskNode.parse({ ...node, title: '', x: 0, y: 0 });
    return { ...node, ...(await call<{ columns: DataColumn[] }>('/etl/sources/columns', { node: whole })) };
  };
  const into = (name: string, mode = 'replace'): Node => ({
    id: 't',
    kind: 'tableTarget',
    connection,
    schema: 'public',
    table: name,
    mode,
    keys: [],
  });
  const work = (language: 'feel' | 'sql'): Node[] => [
    { id: 'f', kind: 'filter', language, expression: language === 'sql' ? `"amount" >= 10` : 'amount >= 10' },
    {
      id: 'c',
      kind: 'calculate',
      figures: [
        {
          id: 'f1',
          name: 'total',
          language,
          type: 'double',
          expression: language === 'sql' ? `"price" * 1.19` : 'if matches(kind, "^r") then price * 1.19 else price',
        },
      ],
    },
    {
      id: 's',
      kind: 'select',
      picks: ['id', 'day', 'kind', 'amount', 'price', 'total'].map((column, n) => ({
        id: `p${n}`,
        column,
        name: column === 'id' ? 'number' : '',
      })),
    },
  ];
  const sales = await table('a', 'sales');
  const file = await call<object>('/etl/files', { file: await call.upload(csv, 'sales.csv') });
  const fewRows = await call<object>('/etl/files', { file: await call.upload(few, 'few.csv') });
  const form = await formOf(call);
  const formNode: Node = { id: 'a', kind: 'formSource', form };
  const ofForm = await call<{ columns: { name: string }[] }>('/etl/sources/columns', {
    node: { ...formNode, title: '', x: 0, y: 0, columns: [] },
  });
  const mapping = formFields.map(({ id }) => ({ id: `m${id}`, column: id, field: id }));
  const tasks = {
    'pg to pg': drawn([sales, ...work('sql'), into('loaded')]),
    'pg to pg feel': drawn([sales, ...work('feel'), into('loaded')]),
    'csv to pg': drawn([{ id: 'a', kind: 'fileSource', ...file }, into('taken')]),
    'pg to parquet': drawn([sales, { id: 't', kind: 'fileTarget', format: 'parquet', name: 'sales' }]),
    'csv to form quick': drawn([
      { id: 'a', kind: 'fileSource', ...fewRows },
      { id: 't', kind: 'formTarget', form, mode: 'create', quick: true, key: '', mapping },
    ]),
    'form to pg': drawn([
      { ...formNode, columns: ofForm.columns },
      { id: 's', kind: 'select', picks: formFields.map(({ id }) => ({ id: `p${id}`, column: id, name: '' })) },
      into('formed', 'create'),
    ]),
  };
  const limits: Record<string, () => Promise<void>> = {
    'pg to pg': () =>
      piped(client, url, ['copy sales to stdout (format binary)', 'copy copied from stdin (format binary)']),
    'pg to pg feel': () => piped(client, url, ['copy sales to stdout', 'copy copied from stdin']),
    'csv to pg': async () =>
      pipeline(createReadStream(csv), inTo(client, 'copy copied from stdin (format csv, header)')),
    'pg to parquet': () =>
      engineParquet(folder, sales.columns, outOf(client, "copy sales to stdout (format csv, null '\\N')")),
  };
  const tool = pgloader();
  const peers: Record<string, Record<string, () => Promise<void>>> = tool
    ? { 'csv to pg': { pgloader: () => loadCsv(tool, folder, csv, url, 'copied') } }
    : {};
  const ids = new Map<string, string>();
  for (const [name, task] of Object.entries(tasks)) ids.set(name, await released(call, task));
  const memory = watchTree(pid);
  const taken = new Map<string, { ours: number[]; limit: number[]; peers: Record<string, number[]> }>();
  for (let round = 0; round < rounds; round += 1)
    for (const [name, id] of ids) {
      const of = taken.get(name) ?? { ours: [], limit: [], peers: {} };
      taken.set(name, of);
      if (limits[name]) {
        await client.query('truncate copied');
        await writtenOut(url);
        of.limit.push(rows / (await seconds(limits[name])));
      }
      for (const [peer, loads] of Object.entries(peers[name] ?? {}))
        (of.peers[peer] ??= []).push(rows / (await seconds(loads)));
      await writtenOut(url);
      // the form holds more from round to round
      const many = name === 'form to pg' ? formRows * (round + 1) : name === 'csv to form quick' ? formRows : rows;
      of.ours.push(many / (await seconds(() => finished(call, id))));
      console.error(`${name}: ${Math.round(of.ours.at(-1)!)} rows a second, limit ${Math.round(of.limit.at(-1) ?? 0)}`);
    }
  const figures = [...taken].map(([name, { ours, limit, peers: beside }]): Figure => ({
    name,
    unit: 'rows/s',
    ours: median(ours),
    ...(limit.length > 0 && { limit: median(limit) }),
    ...(Object.keys(beside).length > 0 && {
      peers: Object.fromEntries(Object.entries(beside).map(([peer, figure]) => [peer, median(figure)])),
    }),
    better: 'higher',
  }));
  const kinds = await table('k', 'kinds');
  const customers = await table('c', 'customers');
  const join = (id: string, how: string, key: string): Node => ({
    ...{ id, kind: 'join', how, prefix: `${id}_` },
    keys: [{ id: 'k1', left: key, right: key }],
  });
  // the first rows of the two large ones have nothing in common
  const joined = drawn(
    [
      ...[sales, join('j1', 'inner', 'id'), join('j2', 'left', 'kind'), join('j3', 'left', 'id')],
      ...[customers, { ...kinds, id: 'k2' }, { ...customers, id: 'c3' }],
    ],
    ['a>j1', 'j1>j2', 'j2>j3', 'c+j1', 'k2+j2', 'c3+j3'],
  );
  const [times, shown]: [number[], number[]] = [[], []];
  for (let n = 0; n < previews; n += 1) {
    const looked = () => call<{ rows: unknown[] }>('/etl/preview', { task: joined, node: 'j3' });
    times.push(1_000 * (await seconds(async () => void shown.push((await looked()).rows.length))));
  }
  if (shown.includes(0)) throw new Error('a preview of joined rows shows none');
  const [p95] = times.toSorted((one, next) => one - next).slice(Math.floor(previews * 0.95));
  return [
    ...figures,
    { name: 'preview p95 ms', unit: 'ms', ours: p95!, limit: longestPreviewMs, better: 'lower' },
    { name: 'memory growth mb', unit: 'MB', ours: memory.end(), limit: mostMb, better: 'lower' },
  ];
}

const formFields = [
  { id: 'id', type: 'number' },
  { id: 'day', type: 'date' },
  { id: 'kind', type: 'text' },
  { id: 'amount', type: 'number' },
  { id: 'price', type: 'number' },
] as const;

async function formOf(call: Call): Promise<string> {
  const { id: app } = await call<{ id: string }>('/forms/apps', { title: { zh: 'bench' } });
  const title = { zh: 'bench' };
  const fields = formFields.map(({ id, type }) => newField(type, { zh: id }, id));
  const definition = { format: 1, title, layout: [], titleField: 'kind', fields, tables: [] };
  const { id } = await call<{ id: string }>(`/forms/apps/${app}/forms`, { title, definition });
  await call(`/forms/${id}/releases`, { draftVersion: 1 });
  return id;
}

function drawn(nodes: Node[], edges = nodes.slice(1).map(({ id }, at) => `${nodes[at]!.id}>${id}`)): EtlTask {
  return {
    ...emptyTask(),
    nodes: nodes.map((node) => TaskNode.parse({ title: '', x: 0, y: 0, ...node })),
    edges: edges.map((edge, n) => {
      const [, source = '', sign, target = ''] = /^(\w+)([>+])(\w+)$/.exec(edge)!;
      return { id: `e${n}`, source, target, port: 'out' as const, other: sign === '+' };
    }),
  };
}

async function released(call: Call, draft: EtlTask): Promise<string> {
  const made = { commandId: randomUUID(), name: { zh: 'bench' }, draft };
  const { id, version } = await call<{ id: string; version: number }>('/definitions/etl_task', made);
  await call(`/definitions/etl_task/${id}/releases`, { version });
  return id;
}

async function finished(call: Call, task: string): Promise<void> {
  const { id } = await call<{ id: string }>(`/etl/tasks/${task}/runs`, {});
  for (;;) {
    const job = await call<{ state: string; error: unknown }>(`/etl/jobs/${id}`);
    if (job.state === 'finished') return;
    if (job.state === 'failed' || job.state === 'cancelled') throw new Error(JSON.stringify(job.error));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}

const outOf = (client: pg.Client, sql: string) => client.query(copyTo(sql) as never) as unknown as Readable;
const inTo = (client: pg.Client, sql: string) => client.query(copyFrom(sql) as never) as unknown as Writable;

async function piped(client: pg.Client, url: string, [out, into]: [string, string]): Promise<void> {
  const second = new pg.Client({ connectionString: url });
  await second.connect();
  await pipeline(outOf(second, out), inTo(client, into));
  await second.end();
}

function caller(url: string, cookie: string): Scene['call'] {
  const call = async <Answer>(at: string, body?: object): Promise<Answer> => {
    const answer = await fetch(`${url}/api${at}`, {
      method: body ? 'POST' : 'GET',
      headers: { cookie, origin: url, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${at}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  return Object.assign(call, {
    async upload(file: string, name: string): Promise<string> {
      const body = new FormData();
      body.append('file', await openAsBlob(file), name);
      const answer = await fetch(`${url}/api/files`, { method: 'POST', headers: { cookie, origin: url }, body });
      if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
      return ((await answer.json()) as { id: string }[])[0]!.id;
    },
  });
}
