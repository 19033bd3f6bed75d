import { auditApi, type AuditCheck, type AuditExport, type AuditFilter } from '@formwork/contract/audit/api.ts';
import { filesApi } from '@formwork/contract/files/api.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { signIn, startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { csvLine } from './csv.ts';

let server: TestServer;
let auditor: Client;
beforeAll(async () => {
  server = await startTestServer();
  auditor = await server.as('audit');
});
afterAll(() => server.stop());

const found = (query: AuditFilter & { limit?: number; after?: string }) =>
  auditor.ok(auditApi.list, { query: query as AuditFilter & { limit: number } });
async function result<T>(person: Client, jobId: string): Promise<T> {
  return vi.waitFor(async () => {
    const job = await person.ok(runsApi.get, { params: { runId: jobId } });
    expect(job.state).toBe('finished');
    return job.result as T;
  });
}

describe('the audit trail', () => {
  test('tells of sign-ins, right and wrong', async () => {
    const person = await signIn(server.url, 'user2');
    await server.visitor.fetch('/api/identity/sessions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login: 'user2', password: 'wrong' }),
    });
    await vi.waitFor(async () => {
      const { rows, names } = await found({ kind: 'sign_in', person: person.id });
      expect(rows.map((row) => row.type)).toEqual(['identity.session.refused', 'identity.session.started']);
      expect(names[person.id]).toBe('user2 先生');
    });
  });

  test('tells of refusals: of calls, of pages, of spaces', async () => {
    const person = await server.as('user3');
    expect((await person.call(organizationApi.createRole, { body: { name: 'x', description: '' } })).status).toBe(403);
    expect((await person.call(organizationApi.listRoles, {}, { space: 'other' })).status).toBe(404);
    await vi.waitFor(async () => {
      const { rows } = await found({ kind: 'refusal', person: person.id });
      expect(rows.map((row) => row.data)).toEqual([
        { path: '/space-other', code: 'identity.space.not_a_member' },
        { method: 'POST', path: '/organization/roles', code: 'platform.forbidden' },
      ]);
    });
  });

  test('is searched by object, kind and time, page by page', async () => {
    const admin = await server.as('admin');
    const before = new Date();
    const role = await admin.ok(organizationApi.createRole, { body: { name: '质检 100%', description: '' } });
    await admin.ok(organizationApi.setRoleMembers, { params: { roleId: role.id }, body: { ids: [admin.id] } });
    await vi.waitFor(async () => expect((await found({ object: role.id })).rows).toHaveLength(2));
    expect((await found({ object: '100%' })).rows.map((row) => row.type)).toEqual(['organization.role.created']);
    expect((await found({ object: '100_' })).rows).toEqual([]);
    expect(
      (
        await found({
          kind: 'permission',
          from: before.toISOString(),
          to: new Date(before.getTime() + 60_000).toISOString(),
        })
      ).rows,
    ).toHaveLength(2);
    expect((await found({ kind: 'permission', to: before.toISOString() })).rows).toEqual([]);

    const whole = (await found({})).rows.map((row) => row.seq);
    const pages: number[] = [];
    for (let after: string | undefined; ;) {
      const page = await found({ limit: 2, ...(after !== undefined && { after }) });
      pages.push(...page.rows.map((row) => row.seq));
      if (page.next === null) break;
      after = page.next;
    }
    expect(pages.slice(-whole.length)).toEqual(whole);
  });

  test('is checked and exported by jobs, and tells of both', async () => {
    const check = await result<AuditCheck>(auditor, (await auditor.ok(auditApi.check)).jobId);
    expect(check.firstBroken).toBeNull();
    expect(check.lastHash).toMatch(/^[0-9a-f]{64}$/);
    const file = await result<AuditExport>(
      auditor,
      (await auditor.ok(auditApi.exportTrail, { body: { kind: 'sign_in' } })).jobId,
    );
    const text = await (await auditor.fetch(`/api${filesApi.open.path.replace(':fileId', file.fileId)}`)).text();
    expect(text.trim().split('\r\n')).toHaveLength(file.rows + 1);
    expect(text).toContain('identity.session.started');
    expect((await (await server.as('safe')).fetch(`/api/files/${file.fileId}`)).status).toBe(404);
    await vi.waitFor(async () =>
      expect((await found({ kind: 'export' })).rows.map((row) => row.type)).toEqual(['audit.trail.exported']),
    );
    await vi.waitFor(async () =>
      expect((await found({ kind: 'download' })).rows.map((row) => row.data.name)).toEqual([file.name]),
    );
  });

  test('names the row that somebody changed', async () => {
    await server.platform.owner.query(`update space_demo.trail set ip = '10.0.0.1' where seq = 2`);
    expect((await result<AuditCheck>(auditor, (await auditor.ok(auditApi.check)).jobId)).firstBroken).toBe(2);
  });

  test('shows every space its own', async () => {
    const { rows } = await (await server.as('root')).ok(auditApi.list);
    expect(rows.every((row) => row.type !== 'organization.role.created')).toBe(true);
  });

  test('hears from the browser what is printed', async () => {
    const person = await server.as('user4');
    await person.ok(auditApi.reportPrint, { body: { path: '/user/workbench', title: '工作台' } });
    await vi.waitFor(async () =>
      expect((await found({ kind: 'print' })).rows).toMatchObject([
        { actor: person.id, data: { path: '/user/workbench' } },
      ]),
    );
  });
});

test('a line of CSV holds commas, quotes and what looks like a formula', () => {
  expect(csvLine([1, 'a,b', 'say "x"', '=1+1', '-2', '＝1+1', '＠x'])).toBe(
    `1,"a,b","say ""x""",'=1+1,'-2,'＝1+1,'＠x\r\n`,
  );
});
