import { hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { identityApi } from '@formwork/contract/identity/api.ts';
import { afterAll, expect, test } from 'vitest';
import { testPassword } from '../../../testing/people.ts';
import { codeOf, startTestServer } from '../../../testing/server.ts';
import { readConfig } from '../../../platform/config.ts';
import { requireUnbreached } from './breached-passwords.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'formwork-breached-'));
afterAll(() => rmSync(folder, { recursive: true }));

const sha1 = (password: string): string => hash('sha1', password, 'hex').toUpperCase();
const listOf = (name: string, passwords: readonly string[], count: (at: number) => string): string => {
  const file = path.join(folder, name);
  const lines = passwords.map(sha1).sort();
  writeFileSync(file, lines.map((line, at) => `${line}${count(at)}`).join('\n'));
  return file;
};
const isBreached = (file: string, password: string) =>
  requireUnbreached({ breachedPasswords: file }, password, 'next').then(
    () => false,
    () => true,
  );

test.each([1, 2, 3, 7, 1_000])('of %s all are found, and no other', async (many) => {
  const breached = Array.from({ length: many }, (_, n) => `breached ${n}`);
  for (const count of [() => '', (at: number) => `:${10 ** (at % 7)}`]) {
    const file = listOf(`list ${many}`, breached, count);
    for (const password of breached) expect(await isBreached(file, password), password).toBe(true);
    for (let n = 0; n < 200; n++) expect(await isBreached(file, `another ${n}`)).toBe(false);
  }
});

test('an empty list has none, one that is not there is told at the start, and without one nothing is looked up', async () => {
  expect(
    await isBreached(
      listOf('empty', [], () => ''),
      'x',
    ),
  ).toBe(false);
  expect(() => readConfig({ FORMWORK_BREACHED_PASSWORDS: path.join(folder, 'none') })).toThrow(
    'FORMWORK_BREACHED_PASSWORDS: there is no such file',
  );
  expect(await isBreached('', 'breached 1')).toBe(false);
});

test('nobody chooses one', async () => {
  const chosen = 'three wet Owls 7';
  const server = await startTestServer({
    FORMWORK_BREACHED_PASSWORDS: listOf('chosen', [chosen, 'other'], () => ':3'),
  });
  try {
    const user = await server.as('user');
    const change = (next: string) => user.call(identityApi.changePassword, { body: { current: testPassword, next } });
    expect(codeOf(await change(chosen))).toBe('identity.password.breached');
    expect((await change('four wet Owls 7')).status).toBe(200);
  } finally {
    await server.stop();
  }
});
