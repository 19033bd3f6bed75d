import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { auditApi } from '@formwork/contract/audit/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { operationsApi } from '@formwork/contract/operations/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { linkApi } from '@formwork/contract/records/link.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { searchApi } from '@formwork/contract/records/search.ts';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { checkChain } from '../../platform/audit/chain.ts';
import { spaceRestoreLock } from '../../platform/hold.ts';
import { testSecret } from '../../testing/people.ts';
import { codeOf, startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { startBucket } from '../testing/bucket.ts';
import { furnish, type House } from '../testing/house.ts';
import { run, type Run } from '../testing/programs.ts';

// one enterprise comes back as it was, under the eyes of the people of the others

const here = mkdtempSync(path.join(inject('testFolder'), '../formwork-space-'));
chmodSync(here, 0o711);
const backups = path.join(here, 'backups');
let server: TestServer;
let house: House;
let admin: Client;
let env: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer({ FORMWORK_DATA: path.join(here, 'own'), FORMWORK_LOG_LEVEL: 'fatal' });
  house = await furnish(server, 400);
  admin = house.admin;
  env = { DATABASE_URL: server.databaseUrl, FORMWORK_DATA: path.join(here, 'own'), FORMWORK_SECRET: testSecret };
});
afterAll(async () => {
  await server?.stop();
  rmSync(here, { recursive: true, force: true });
});

const restore = (...args: string[]): Promise<Run> => run('restore', args, env);

const countOf = async (form = house.formId): Promise<number> =>
  (await server.platform.owner.query<{ n: number }>(`select count(*)::int as n from space_demo."f_${form}"`)).rows[0]!
    .n;

/** Everything of the other enterprise, by table. */
async function fingerprint(): Promise<Map<string, string>> {
  const client = await server.platform.owner.connect();
  try {
    const { rows: tables } = await client.query<{ sql: string; control: boolean }>(
      `select format('%I.%I', nspname, c.relname) as sql, nspname <> 'space_other' as control from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where relkind = 'r' and not relispartition and (nspname = 'space_other' or nspname !~ '^(pg_|space_|information_schema|graphile_worker|public)' and exists (select from pg_attribute where attrelid = c.oid and attname = 'space_id'))`,
    );
    await client.query('begin; set local role formwork_backup');
    const found = new Map<string, string>();
    for (const { sql, control } of tables) {
      const { rows } = await client.query<{ hash: string }>(
        `select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as hash from ${sql} t ${control ? `where space_id = 'other'` : ''}`,
      );
      found.set(sql, rows[0]!.hash);
    }
    await client.query('commit');
    return found;
  } finally {
    client.release();
  }
}

test('one space comes back while the others go on, is held, and has its way back', async () => {
  // a reader that is twenty events behind when the backup is made
  await server.platform.owner.query(
    `insert into platform.event_cursor (subscriber, stream, xid, id) select 'behind', 'demo', xid, id from (select xid, id from space_demo.event order by xid desc, id desc limit 20) last order by xid, id limit 1`,
  );
  // what is ended after the backup
  const linked = await house.create('有链接');
  const link = await admin.ok(linkApi.createLink, {
    params: { formId: house.formId, recordId: linked.id },
    body: {
      fields: ['name'],
      files: false,
      password: null,
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    },
  });
  const rule = { id: 'r1', subject: { kind: 'everyone' as const }, actions: ['view' as const], scope: 'all' as const };
  const rules = (given: object[]) =>
    admin.ok(formsApi.putPermissions, { params: { formId: house.formId }, body: { rules: given as never } });
  await rules([rule]);
  const made = await run('backup', ['--to', backups], env);
  expect(made, made.text).toMatchObject({ code: 0 });
  const before = await countOf();
  await admin.ok(linkApi.revokeLink, { params: { formId: house.formId, recordId: linked.id, linkId: link.link.id } });
  await rules([{ ...rule, id: 'r2', effect: 'refuse' }]);
  await server.platform.owner.query(`delete from platform.event_cursor where subscriber = 'behind'`);

  // what went wrong since: records and a form, numbers given, a right ended, somebody who came
  const later = await house.create('之后的记录');
  const { appId } = await admin.ok(formsApi.getForm, { params: { formId: house.formId } });
  const title = { zh: '之后的表单' };
  const { id: laterForm } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: { title, definition: { format: 1, title, layout: [], titleField: null, tables: [], fields: [] } as never },
  });
  await server.platform.owner.query(
    `delete from space_demo."f_${house.formId}" where "${house.numberColumn}" < 'N-000300'`,
  );
  const joined = await admin.ok(organizationApi.createPerson, {
    body: { login: 'joined', name: '新来的', role: 'user', departmentId: null, superiorId: null },
  });
  expect(await countOf()).toBeLessThan(before);
  const other = await fingerprint();
  const auditor = await server.as('audit');
  const trail = (await auditor.ok(auditApi.list, { query: { object: later.id } as never })).rows.length;

  let refused: string | undefined;
  let looked = 0;
  let lastNumber = later.values.number;
  const running = restore('--from', backups, '--space', 'demo', '--numbers', '+100');
  let over = false;
  void running.finally(() => {
    over = true;
  });
  while (!over) {
    if (refused === undefined) {
      const answer = await admin.call(recordsApi.create, {
        params: { formId: house.formId },
        body: { values: { name: '恢复期间' } },
      });
      refused = codeOf(answer);
      if (answer.status === 200) lastNumber = answer.body.values.number;
    }
    looked += (await admin.call(formsApi.getForm, { params: { formId: house.formId } })).status === 200 ? 1 : 0;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const done = await running;
  expect(done, done.text).toMatchObject({ code: 0 });
  expect(done.text).toContain('space_demo_before');
  expect(done.text).not.toContain('WARNING');
  expect(refused).toBe('platform.restoring');
  expect(looked).toBeGreaterThan(0);

  // as it was, without a restart: rows, the form that is not there yet, files
  expect(await countOf()).toBe(before);
  await expect
    .poll(async () => (await admin.call(formsApi.getForm, { params: { formId: laterForm } })).status)
    .toBe(404);
  for (const { id, bytes } of house.files) {
    const answer = await admin.fetch(`/api/files/${id}`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  }
  expect(await fingerprint()).toEqual(other);
  // accounts and trail stay; numbers go on behind the greater one
  expect(joined).toBeDefined();
  expect((await auditor.ok(auditApi.list, { query: { object: later.id } as never })).rows).toHaveLength(trail);
  const next = await house.create('恢复之后的水轮机');
  expect(Number(String(next.values.number).slice(2))).toBe(Number(String(lastNumber).slice(2)) + 101);
  await expect
    .poll(async () =>
      (await admin.ok(searchApi.records, { query: { search: '水轮机' } })).rows.map(({ title: at }) => at),
    )
    .toContain('恢复之后的水轮机');
  await expect
    .poll(async () => (await auditor.ok(auditApi.list, { query: { object: next.id } as never })).rows.length)
    .toBe(1);
  expect((await checkChain(server.platform, 'demo')).firstBroken).toBeUndefined();

  const { rows: twice } = await server.platform.owner.query(
    'select event_id from space_demo.trail group by event_id having count(*) > 1',
  );
  expect(twice).toEqual([]);

  // held, it alone
  const root = await server.as('root');
  const held = await root.ok(operationsApi.hold);
  expect(held).toMatchObject({
    held: null,
    spaces: [
      {
        id: 'demo',
        returned: [
          { kind: 'right', count: 1 },
          { kind: 'refusal', count: 1 },
          { kind: 'link', count: 1 },
        ],
      },
    ],
  });
  const { jobId } = await auditor.ok(auditApi.check);
  await server.platform.pool.query(`update space_demo.workflow_timer set due = now() where state = 'waiting'`);
  const elsewhere = await (
    await server.as('other-admin')
  ).call(formsApi.createApp, { body: { title: { zh: '别处' } } });
  expect(elsewhere.status).toBe(200);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect((await auditor.ok(runsApi.get, { params: { runId: jobId } })).state).toBe('waiting');
  expect((await root.call(operationsApi.endHold, { body: { drop: false } })).status).toBe(409);
  await root.ok(operationsApi.endHold, { body: { drop: false, spaceId: 'demo' } });
  await expect.poll(async () => (await auditor.ok(runsApi.get, { params: { runId: jobId } })).state).toBe('finished');

  // the way back, which has a way back itself
  const back = await restore('--space', 'demo', '--back');
  expect(back, back.text).toMatchObject({ code: 0 });
  expect(await countOf()).toBeLessThan(before);
  await expect
    .poll(async () => (await admin.call(formsApi.getForm, { params: { formId: laterForm } })).status)
    .toBe(200);
  expect((await restore('--space', 'demo', '--back')).code).toBe(0);
  expect(await countOf()).toBe(before + 1);
  expect((await restore('--space', 'demo', '--forget')).code).toBe(0);
  expect((await restore('--space', 'demo', '--back')).code).toBe(2);

  // a backup meanwhile knows nothing of what lies beside
  await server.platform.owner.query(
    'create schema space_demo_before; create table space_demo_before.left_over (id int)',
  );
  expect((await run('backup', ['--to', backups], env)).code).toBe(0);
  await server.platform.owner.query('drop schema space_demo_before cascade');
}, 600_000);

test('one space comes back from a sealed backup in a bucket, by its phrase alone', async () => {
  const bucket = await startBucket(100);
  onTestFinished(() => bucket.stop());
  const place = 's3://bucket/sealed';
  const phrase = { FORMWORK_BACKUP_PHRASE: 'correct horse battery staple' };
  const inBucket = { ...env, ...bucket.env };
  const made = await run('backup', ['--to', place, '--seal'], { ...inBucket, ...phrase });
  expect(made, made.text).toMatchObject({ code: 0 });
  const before = await countOf();
  const later = await house.create('备份之后');
  expect(await countOf()).toBe(before + 1);
  const other = await fingerprint();

  const args = ['--from', place, '--space', 'demo', '--go'];
  const wrong = await run('restore', args, { ...inBucket, FORMWORK_BACKUP_PHRASE: 'another one' });
  expect(wrong.code, wrong.text).toBe(6);
  expect((await run('restore', args, inBucket)).code).toBe(6);
  expect(await countOf()).toBe(before + 1);
  const done = await run('restore', args, { ...inBucket, ...phrase });
  expect(done, done.text).toMatchObject({ code: 0 });
  expect(await countOf()).toBe(before);
  expect(await fingerprint()).toEqual(other);
  expect((await admin.call(recordsApi.get, { params: { formId: house.formId, recordId: later.id } })).status).toBe(404);
  for (const { id, bytes } of house.files) {
    const answer = await admin.fetch(`/api/files/${id}`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  }
  expect((await house.create('照常')).values.name).toBe('照常');
  expect((await restore('--space', 'demo', '--forget')).code).toBe(0);
}, 600_000);

test('it is refused where it does not fit, and a restore that was killed leaves the space open', async () => {
  expect((await restore('--from', backups, '--space', 'nowhere')).code).toBe(2);
  expect((await restore('--from', backups, '--space', 'demo', '--back')).code).toBe(2);
  expect((await restore('--space', 'demo')).code).toBe(2);
  expect((await restore('--from', backups, '--numbers', '100')).code).toBe(2);
  const killed = await run('restore', ['--from', backups, '--space', 'demo'], env, 'Beside');
  expect(killed.code, killed.text).toBeNull();
  await expect
    .poll(
      async () =>
        (await admin.call(recordsApi.create, { params: { formId: house.formId }, body: { values: { name: '之后' } } }))
          .status,
    )
    .toBe(200);
  const watch = await server.platform.owner.connect();
  await watch.query(`select pg_advisory_lock($1, hashtext('demo'))`, [spaceRestoreLock]);
  expect((await restore('--from', backups, '--space', 'demo')).code).toBe(5);
  await watch.query('select pg_advisory_unlock_all()');
  watch.release();
  await server.platform.owner.query('update platform.installation set id = gen_random_uuid()');
  expect((await restore('--from', backups, '--space', 'demo')).code).toBe(2);
});
