import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { valueTypes } from '@formwork/contract/etl/columns.ts';
import { pino } from 'pino';
import { afterAll, describe } from 'vitest';
import { engineSuite } from '../testing/engine-suite.ts';
import { startDuckdb } from './engine.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'formwork-engine-'));
const engine = startDuckdb(path.join(folder, 'etl'), pino({ level: 'silent' }));
afterAll(async () => {
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the embedded engine', () => {
  engineSuite(() => engine, {
    numbers: (count) => `select range as n from range(${count})`,
    endless: 'select count(*) from range(10000000000) a, range(1000) b',
    failing: "select case when range = 90000 then error('bad row') else 'ok' end as n from range(100000)",
    ownTypes: new Set(valueTypes),
  });
});
