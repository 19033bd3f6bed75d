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

// one test an endpoint with all who call it: a test of its own for each would cost several times the call
describe.each(endpoints)('$name', ({ endpoint }) => {
  test('lets in whom the contract names, and nobody else', async () => {
    const visitor = await server.visitor.call(endpoint, inputFor(endpoint));
    if (mayCall(endpoint, 'visitor')) expect(visitor.status).not.toBe(403);
    else expect([visitor.status, codeOf(visitor)]).toEqual([401, 'platform.not_signed_in']);
    if (endpoint.permission === 'anyone') return;

    const letIn: Record<string, boolean> = {};
    const broken: string[] = [];
    for (const role of roles) {
      // A session of its own for the call that ends it.
      const person = endpoint === identityApi.signOut ? await signIn(server.url, role) : await server.as(role);
      const answer = await person.call(endpoint, inputFor(endpoint));
      letIn[role] = !(answer.status === 403 && codeOf(answer) === 'platform.forbidden');
      if (answer.status >= 500) broken.push(`${role}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    expect(letIn).toEqual(Object.fromEntries(roles.map((role) => [role, mayCall(endpoint, role)])));
    expect(broken).toEqual([]);

    // nothing is shown to an administrator of another space
    const stranger = await server.as('other-admin');
    const shown = await stranger.call(endpoint, inputFor(endpoint), { space: 'demo' });
    expect([shown.status, codeOf(shown)]).toEqual([404, 'identity.space.not_a_member']);
  });
});
