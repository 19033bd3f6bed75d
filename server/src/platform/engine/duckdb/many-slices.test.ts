import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine, EngineSession } from '../port.ts';
import { rowLine, rowsOf, streamOf } from '../rows.ts';
import { startDuckdb } from './engine.ts';

// More rows than one statement takes in.

const folder = mkdtempSync(path.join(tmpdir(), 'formwork-slices-'));
let engine: Engine;
let session: EngineSession;
beforeAll(async () => {
  engine = startDuckdb(folder, pino({ level: 'silent' }), { sliceBytes: 200_000 });
  session = await engine.open({ memoryMb: 128 });
});
afterAll(async () => {
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

const columns: DataColumn[] = [
  { name: 'n', type: 'integer', nullable: true },
  { name: 'said', type: 'text', nullable: true },
];
const many = 30_000;
const rowOf = (n: number): (string | null)[] => [
  String(n),
  n % 3 === 0 ? null : `"${n}", he said\n"${'x'.repeat(20)}"`,
];

async function* lines(before: (n: number) => void = () => {}): AsyncGenerator<string> {
  for (let from = 0; from < many; from += 500) {
    before(from);
    yield await Promise.resolve(Array.from({ length: 500 }, (_, at) => rowLine(rowOf(from + at))).join(''));
  }
}

async function expectNothingLeft(): Promise<void> {
  expect(readdirSync(session.folder).filter((name) => name !== 'spill')).toEqual([]);
  await session.run('create table t as select 1 as n');
  await session.run('drop table t');
}

test('comes in whole and in order', async () => {
  expect(await session.fill('t', { columns, bytes: Readable.from(lines()) })).toEqual({ rows: many });
  const read: (string | null)[][] = [];
  for await (const batch of rowsOf((await session.drain('select * from t')).bytes)) read.push(...batch);
  expect(read).toEqual(Array.from({ length: many }, (_, n) => rowOf(n)));
  await session.run('drop table t');
  await expectNothingLeft();
});

test('a row that is wrong far behind leaves no table, and is not looked for on a line of its slice', async () => {
  const wrong = Readable.from(
    (async function* () {
      yield* lines();
      yield 'seven,x\n';
    })(),
  );
  const refused = session.fill('t', { columns, bytes: wrong });
  await expect(refused).rejects.toMatchObject({
    code: 'etl.sql.failed',
    data: { message: expect.stringContaining('seven') as string },
  });
  await expect(refused).rejects.not.toMatchObject({ data: { message: expect.stringMatching(/on Line/) as string } });
  await expectNothingLeft();
});

test('rows that break off far behind leave no table, and say why', async () => {
  const breaks = lines((n) => {
    if (n === 20_000) throw new Error('the source went away');
  });
  await expect(session.fill('t', { columns, bytes: Readable.from(breaks) })).rejects.toThrow('the source went away');
  await expectNothingLeft();
});

test('what is cancelled far behind leaves no table', async () => {
  const stop = new AbortController();
  const stopped = lines((n) => {
    if (n === 20_000) stop.abort(new Error('stopped'));
  });
  const filling = session.fill('t', { columns, bytes: Readable.from(stopped) }, { signal: stop.signal });
  await expect(filling).rejects.toThrow('stopped');
  await expectNothingLeft();
});

test('an engine that dies far behind is what is told', async () => {
  const lost = await engine.open();
  const dying = lines((n) => {
    if (n === 20_000) void engine.stop();
  });
  await expect(lost.fill('t', { columns, bytes: Readable.from(dying) })).rejects.toMatchObject({
    code: 'etl.engine.lost',
  });
  session = await engine.open({ memoryMb: 128 });
});

test('a single text that is empty is a row', async () => {
  const said: DataColumn[] = [{ name: 'said', type: 'text', nullable: true }];
  const rows = [['a'], [''], [null], ['b'], ['']];
  expect(await session.fill('one', { columns: said, bytes: streamOf(Readable.from([rows])) })).toEqual({ rows: 5 });
  expect((await session.query('select * from one')).rows).toEqual(rows);
  const out = await session.drain('select * from one');
  expect(await session.fill('again', out)).toEqual({ rows: 5 });
  expect((await session.query('select * from again')).rows).toEqual(rows);
});
