import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { linesOf, openJournal } from './journal.ts';
import type { LogRow } from './log-row.ts';
import type { GatewaySource, Minute } from './main.ts';
import type { CallSum } from './sums.ts';

test('a row that the database takes in no form is given up, those beside it are written once', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'formwork-journal-'));
  const written: string[] = [];
  const source = {
    writeRows(rows: readonly LogRow[]) {
      if (rows.some(({ id }) => id === 'bad')) throw Object.assign(new Error('no uuid'), { code: '22P02' });
      written.push(...rows.map(({ id }) => id));
      return Promise.resolve();
    },
    writeMinutes: () => Promise.resolve(),
  } as unknown as GatewaySource;
  const journal = openJournal(folder, source, pino({ level: 'silent' }));
  const lines = ['a', 'b', 'bad', 'c', 'd'].map((id, at) =>
    JSON.stringify({ spaceId: at < 4 ? 'one' : 'two', id, code: '' }),
  );
  journal.take({ calls: [linesOf(lines)], refused: [], sums: [] });
  await journal.close();
  expect(written).toEqual(['a', 'b', 'c', 'd']);
  rmSync(folder, { recursive: true });
});

test('rows that are there already hold up none behind them and are not lost', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'formwork-journal-'));
  // a commit whose answer did not come
  const there = new Set(['a', 'b']);
  const source = {
    writeRows(rows: readonly LogRow[]) {
      if (rows.some(({ id }) => there.has(id))) throw Object.assign(new Error('twice'), { code: '23505' });
      for (const { id } of rows) there.add(id);
      return Promise.resolve();
    },
    writeMinutes: () => Promise.resolve(),
  } as unknown as GatewaySource;
  const said: string[] = [];
  const journal = openJournal(folder, source, pino({ level: 'error' }, { write: (line: string) => said.push(line) }));
  const calls = ['a', 'b', 'c', 'd'].map((id) => JSON.stringify({ spaceId: 'one', id, code: '' }));
  journal.take({ calls: [linesOf(calls)], refused: [], sums: [] });
  await journal.close();
  expect([[...there].toSorted(), readdirSync(folder), said]).toEqual([['a', 'b', 'c', 'd'], [], []]);
  rmSync(folder, { recursive: true });
});

test('of rows that wait none is written twice, or left out, when the database goes away among them', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'formwork-journal-'));
  const ids = Array.from({ length: 5_000 }, (_, n) => `n${n}`);
  const lines = ids.map((id) => `${JSON.stringify({ spaceId: 'one', id, code: '', path: '/é'.padEnd(600, 'x') })}\n`);
  // cut off within its last row
  writeFileSync(path.join(folder, 'log-00000001.spool'), `${lines.join('')}{"spaceId":"one","id":"cu`);
  const written: string[] = [];
  let isAway = false;
  const source = {
    writeRows(rows: readonly LogRow[]) {
      if (isAway) throw new Error('no database');
      isAway = true;
      written.push(...rows.map(({ id }) => id));
      return Promise.resolve();
    },
    writeMinutes: () => Promise.resolve(),
  } as unknown as GatewaySource;
  const journal = openJournal(folder, source, pino({ level: 'silent' }));
  let rounds = 0;
  for (; readdirSync(folder).length > 0 && rounds < 20; rounds += 1) {
    isAway = false;
    await journal.close();
  }
  expect(written).toEqual(ids);
  expect(rounds).toBeGreaterThan(1);
  rmSync(folder, { recursive: true });
});

test('sums that were written are not added again when what waits, or the sums of another space, cannot be', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'formwork-journal-'));
  writeFileSync(path.join(folder, 'log-00000001.spool'), `${JSON.stringify({ spaceId: 'one', id: 'a', code: '' })}\n`);
  const written: string[] = [];
  const source = {
    writeRows: () => Promise.reject(new Error('no database')),
    writeMinutes(minutes: readonly Minute[]) {
      for (const { spaceId } of minutes) {
        if (spaceId === 'broken') throw new Error('no table');
        written.push(spaceId);
      }
      return Promise.resolve();
    },
  } as unknown as GatewaySource;
  const journal = openJournal(folder, source, pino({ level: 'silent' }));
  const sums = ['one', 'broken', 'two'].map(
    (spaceId) => ({ spaceId, minute: 0, histogram: [0] }) as unknown as CallSum,
  );
  journal.take({ calls: [], refused: [], sums });
  for (let rounds = 0; rounds < 3; rounds += 1) await journal.close();
  expect(written).toEqual(['one', 'two']);
  rmSync(folder, { recursive: true });
});
