import { randomUUID } from 'node:crypto';
import { emptyApi, GatewayApi, newOperation, type Part } from '@formwork/contract/gateway/definition.ts';
import { afterAll, expect, test } from 'vitest';
import type { Platform } from '../../platform/platform.ts';
import { stopThreads } from '../../platform/threads/threads.ts';
import { apiKind } from './api-kind.ts';

// its threads alone are asked for
const platform = {} as Platform;
afterAll(() => stopThreads(platform));

const codesOf = async (change: Partial<GatewayApi>): Promise<string[]> => {
  const body: GatewayApi = {
    ...emptyApi(),
    basePath: '/a',
    operations: [newOperation('get', { path: '/{id}' })],
    ...change,
  };
  const problems = await apiKind.problems(body, { platform } as never);
  return problems.map(({ code }) => code.replace('gateway.problem.', ''));
};
const part = (more: Partial<Part> = {}): Part => ({
  id: 'p',
  name: 'who',
  url: 'https://crm.example/{id}?x=1',
  required: false,
  health: '',
  ...more,
});
const aggregate = (parts: Part[], more: object = {}): Promise<string[]> =>
  codesOf({ source: { is: 'aggregate' }, operations: [newOperation('get', { path: '/{id}', parts, ...more })] });

test.each<[string, Promise<string[]>, string[]]>([
  ['parts that are well', aggregate([part()]), []],
  ['none', aggregate([]), ['no_parts']],
  ['a part that writes', aggregate([part()], { method: 'POST' }), ['aggregate_reads']],
  ['a host that the caller says', aggregate([part({ url: 'https://{id}/x' })]), ['bad_target']],
  ['a port that the caller says', aggregate([part({ url: 'https://crm.example:{id}/x' })]), ['bad_target']],
  ['no address', aggregate([part({ url: 'file:///etc/passwd' })]), ['bad_target']],
  ['a name that nobody defines', aggregate([part({ url: 'https://crm.example/{other}' })]), ['part_unknown_name']],
  ['a name twice', aggregate([part(), part({ id: 'q' })]), ['bad_part_name']],
  ['a name of our own', aggregate([part({ name: '_missing' })]), ['bad_part_name']],
])('an aggregation with %s', async (_, found, expected) => {
  expect(await found).toEqual(expected);
});

test('statements that are kept elsewhere are named, whatever has become of them, and those of other sources are not', () => {
  const query = { id: randomUUID(), name: 'High', version: 3 };
  const operations = [newOperation('a', { query }), newOperation('b')];
  const connection = randomUUID();
  const source = { is: 'sql' as const, connection, person: null };
  expect(apiKind.references({ ...emptyApi(), source, operations })).toEqual([
    { part: '', to: { kind: 'connection', id: connection, part: '' }, how: 'refuse' },
    { part: 'a', to: { kind: 'etl_query', id: query.id, part: '' }, how: 'warn' },
  ]);
  expect(apiKind.references({ ...emptyApi(), operations })).toEqual([]);
});

test('a canary and a mirror need addresses', async () => {
  const target = { id: 'one', url: 'https://now.example', weight: 1 };
  const canary = { targets: [], share: 5, by: 'call' as const, header: { name: '', value: '' }, applications: [] };
  const source = { is: 'upstream' as const, targets: [target], health: null, canary, mirror: { url: 'x', share: 1 } };
  expect(await codesOf({ source })).toEqual(['no_target', 'bad_target']);
  expect(await codesOf({ source: { ...source, canary: { ...canary, targets: [target] }, mirror: null } })).toEqual([]);
});

test('what was kept before is read as if all of it had been there', () => {
  const { maskFrom: _mask, faults: _faults, ...old } = emptyApi();
  const { parts: _parts, query: _query, ...operation } = newOperation('get');
  const kept = { ...old, source: { is: 'upstream', targets: [], health: null }, operations: [operation] };
  expect(GatewayApi.safeParse(kept).success).toBe(false);
  expect(GatewayApi.parse(apiKind.migrate(kept, 1))).toMatchObject({
    maskFrom: null,
    faults: null,
    source: { canary: null, mirror: null },
    operations: [{ parts: [], query: null }],
  });
});

test('hundreds of schemas leave room for others, and are looked at once', async () => {
  const schemaOf = (n: number): string => {
    const fields = Array.from({ length: 40 }, (_, at) => [
      `f${n}_${at}`,
      { type: 'string', pattern: `^[a-z]{${at}}$` },
    ]);
    return JSON.stringify({ type: 'object', properties: Object.fromEntries(fields) });
  };
  const operations = Array.from({ length: 150 }, (_, n) =>
    newOperation(`o${n}`, { method: 'POST', path: `/o${n}`, requestSchema: schemaOf(n) }),
  );
  operations[7]!.requestSchema = '{"type": "nothing"}';
  let turns = 0;
  const others = setInterval(() => (turns += 1), 1);
  expect(await codesOf({ operations })).toEqual(['bad_schema']);
  clearInterval(others);
  expect(turns).toBeGreaterThan(3);
});
