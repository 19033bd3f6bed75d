import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { engineSuite } from '../testing/engine-suite.ts';
import { startClickhouse } from './engine.ts';

/** No package brings a ClickHouse of today: `npm run engines -- http://...` names one, and runs the suite there. */
const address = process.env.FORMWORK_ENGINE_URL ?? '';

if (address.startsWith('http')) {
  const engine = startClickhouse(address, pino({ level: 'silent' }));
  afterAll(() => engine.stop());
  describe('the distributed engine', () => {
    engineSuite(() => engine, {
      numbers: (count) => `select toInt64(number) as n from numbers(${count})`,
      endless: 'select count() from numbers(10000000000) a, numbers(1000) b where a.number + b.number = 3',
      failing: `select if(throwIf(number = 900000, 'bad row') = 0, 'ok', 'bad') as n from numbers(1000000)`,
      ownTypes: new Set(['text', 'integer', 'decimal', 'double', 'boolean', 'date', 'timestamp', 'timestamptz']),
    });
  });
}

test('a server that does not answer is told, without its password', async () => {
  const engine = startClickhouse('http://one:secret@127.0.0.1:9/', pino({ level: 'silent' }));
  const failure: unknown = await engine.open().catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'etl.engine.lost' });
  expect(JSON.stringify(failure)).not.toContain('secret');
  await engine.stop();
});
