import { readFileSync } from 'node:fs';
import { api } from '@formwork/contract/api.ts';
import type { Endpoint } from '@formwork/contract/endpoint.ts';
import { identityApi } from '@formwork/contract/identity/api.ts';
import { roles } from '@formwork/contract/roles.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, signIn, startTestServer, type TestServer } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Who may call what, as it was read and committed: a permission that becomes wider shows there. */
const matrix = new Map(
  readFileSync(new URL('access-matrix.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(
      (line) => [line.slice(0, line.indexOf(': ')), new Set(line.slice(line.indexOf(': ') + 2).split(' '))] as const,
    ),
);
const mayCall = ({ method, path }: Endpoint, who: string): boolean | undefined =>
  matrix.get(`${path} ${method}`)?.has(who);

const endpoints = Object.entries(api).flatMap(([area, all]) =>
  Object.entries(all).map(([name, endpoint]) => ({ name: `${area}.${name}`, endpoint: endpoint as Endpoint })),
);
/** Parameters that fit every shape of id, so that the path is found and what it names is not. */
const params = new Proxy({}, { get: () => '01890000-0000-7000-8000-000000000000' });
const inputFor = (endpoint: Endpoint) => ({ params, ...(endpoint.method === 'GET' ? {} : { body: {} }) });

test('the matrix names every endpoint, and no other', () => {
  expect([...matrix.keys()].sort()).toEqual(
    endpoints.map(({ endpoint: { method, path } }) => `${path} ${method}`).sort(),
  );
});

describe.each(endpoints)('$name', ({ endpoint }) => {
  test('is open to visitors only where the contract says so', async () => {
    const answer = await server.visitor.call(endpoint, inputFor(endpoint));
    if (mayCall(endpoint, 'visitor')) expect(answer.status).not.toBe(403);
    else expect([answer.status, codeOf(answer)]).toEqual([401, 'platform.not_signed_in']);
  });
});

describe.each(endpoints.filter(({ endpoint }) => endpoint.permission !== 'anyone'))('$name', ({ endpoint }) => {
  test.each(roles)('lets %s in only where the contract says so', async (role) => {
    // A session of its own for the call that ends it.
    const person = endpoint === identityApi.signOut ? await signIn(server.url, role) : await server.as(role);
    const answer = await person.call(endpoint, inputFor(endpoint));
    const refused = answer.status === 403 && codeOf(answer) === 'platform.forbidden';
    expect(!refused).toBe(mayCall(endpoint, role));
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
  });

  test('shows nothing to an administrator of another space', async () => {
    const stranger = await server.as('other-admin');
    const answer = await stranger.call(endpoint, inputFor(endpoint), { space: 'demo' });
    expect([answer.status, codeOf(answer)]).toEqual([404, 'identity.space.not_a_member']);
  });
});
