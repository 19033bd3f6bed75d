import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDuckdb } from '../../../../platform/engine/duckdb/engine.ts';
import type { Engine, EngineSession } from '../../../../platform/engine/port.ts';
import { lookedAt, Unfit } from './rows-file.ts';

// What of a file of columns can lie in ClickHouse.

const folder = mkdtempSync(path.join(tmpdir(), 'formwork-rows-file-'));
let engine: Engine;
let session: EngineSession;
beforeAll(async () => {
  engine = startDuckdb(folder, console as unknown as Parameters<typeof startDuckdb>[1]);
  session = await engine.open({ timeZone: 'Asia/Shanghai' });
});
afterAll(async () => {
  await session.close();
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function fileOf(sql: string): Promise<string> {
  const at = path.join(session.folder, 'rows.parquet');
  await session.run(`copy (${sql}) to '${at}' (format parquet)`);
  return at;
}

test('columns say what they are, and which texts have few kinds', async () => {
  const at = await fileOf(
    `select 'a' || n % 3 as kind, 'b' || n as name, n as whole, n::DECIMAL(12,2) as amount, n::DOUBLE as rate, n % 2 = 0 as yes, date '2026-01-01' as day, null::TIMESTAMPTZ as at from range(5000) r(n)`,
  );
  const { rows, columns } = await lookedAt(session, at);
  expect(rows).toBe(5_000);
  expect(columns).toEqual([
    { name: 'kind', type: 'text', few: true },
    { name: 'name', type: 'text' },
    { name: 'whole', type: 'number', as: { is: 'whole' } },
    { name: 'amount', type: 'number', as: { is: 'decimal', precision: 12, scale: 2 } },
    { name: 'rate', type: 'number', as: { is: 'double' } },
    { name: 'yes', type: 'boolean' },
    { name: 'day', type: 'date' },
    { name: 'at', type: 'dateTime' },
  ]);
});

test.each([
  "date '0001-01-01'",
  "date '2300-01-01'",
  "date 'infinity'",
  "date '-infinity'",
  "timestamptz '1900-01-01 00:00:00Z'",
  "timestamptz '2299-12-31 00:00:00Z'",
  "timestamptz 'infinity'",
  '2::UBIGINT',
])('%s has no place there', async (value) => {
  await expect(lookedAt(session, await fileOf(`select ${value} as x union all select null`))).rejects.toThrow(Unfit);
});
