import { api } from '@formwork/contract/api.ts';
import type { Endpoint } from '@formwork/contract/endpoint.ts';
import { identityApi } from '@formwork/contract/identity/api.ts';
import { roleHolds } from '@formwork/contract/permissions.ts';
import { roles } from '@formwork/contract/roles.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, signIn, startTestServer, type TestServer } from './server.ts';

let server: TestServer;
beforeAll(async () => { server = await startTestServer(); });
afterAll(() => server.stop());

const endpoints = Object.entries(api).flatMap(([area, all]) => Object.entries(all).map(([name, endpoint]) => ({ name: `${area}.${name}`, endpoint: endpoint as Endpoint })));
/** Parameters that fit every shape of id, so that the path is found and what it names is not. */
const params = new Proxy({}, { get: () => '01890000-0000-7000-8000-000000000000' });
const inputFor = (endpoint: Endpoint) => ({ params, ...(endpoint.method === 'GET' ? {} : { body: {} }) });

describe.each(endpoints)('$name', ({ endpoint }) => {
  test('is open to visitors only where the contract says so', async () => {
    const answer = await server.visitor.call(endpoint, inputFor(endpoint));
    if (endpoint.permission === 'anyone') expect(answer.status).not.toBe(403);
    else expect([answer.status, codeOf(answer)]).toEqual([401, 'platform.not_signed_in']);
  });
});

describe.each(endpoints.filter(({ endpoint }) => endpoint.permission !== 'anyone'))('$name', ({ endpoint }) => {
  test.each(roles)('lets %s in only where the contract says so', async (role) => {
    // A session of its own for the call that ends it.
    const person = endpoint === identityApi.signOut ? await signIn(server.url, role) : await server.as(role);
    const answer = await person.call(endpoint, inputFor(endpoint));
    const refused = answer.status === 403 && codeOf(answer) === 'platform.forbidden';
    expect(refused).toBe(!roleHolds(role, endpoint.permission as never));
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
  });

  test('shows nothing to an administrator of another space', async () => {
    const stranger = await server.as('other-admin');
    const answer = await stranger.call(endpoint, inputFor(endpoint), { space: 'demo' });
    expect([answer.status, codeOf(answer)]).toEqual([404, 'identity.space.not_a_member']);
  });
});
