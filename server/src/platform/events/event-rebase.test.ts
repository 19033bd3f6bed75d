import { auditApi } from '@formwork/contract/audit/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { searchApi } from '@formwork/contract/records/search.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type Running } from '../../start.ts';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { checkChain } from '../audit/chain.ts';
import { asDispatcher } from '../db/db.ts';
import { withModule } from '../../testing/with-module.ts';

const heard: string[] = [];
withModule({
  name: 'test',
  subscribers: [
    {
      name: 'test.heard',
      start: 'first',
      types: ['records.created', 'runs.'],
      handle: async (_platform, _spaceId, events) => {
        heard.push(...events.map(({ id }) => id));
      },
    },
  ],
});

let server: TestServer;
let admin: Client;
let working: Running | undefined;
beforeAll(async () => {
  server = await startTestServer({ FORMWORK_ROLE: 'web' });
  admin = await server.as('admin');
});
afterAll(async () => {
  await working?.stop();
  await server.stop();
});

async function start(): Promise<void> {
  working = await startServer(
    { ...server.platform.config, databaseUrl: server.databaseUrl, role: 'worker', port: 0 },
    server.platform.log,
  );
}

async function stop(): Promise<void> {
  await working?.stop();
  working = undefined;
}

/** What a dump brings: positions of a cluster that has counted much further. */
async function restoreElsewhere(): Promise<void> {
  const { owner } = server.platform;
  await owner.query('alter table platform.event no force row level security');
  for (const table of [
    'platform.event',
    'space_demo.event',
    'space_other.event',
    'platform.event_cursor',
    'space_demo.trail_position',
    'space_other.trail_position',
  ])
    await owner.query(`update ${table} set xid = ((xid::text::bigint + 3000000000)::text)::xid8`);
  await owner.query('alter table platform.event force row level security');
  await owner.query(`update platform.event_cluster set system_identifier = '7000000000000000001'`);
}

test('after a restore into another cluster trail, search and jobs go on where they were, and nothing comes twice', async () => {
  await start();
  const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '巡检' } } });
  const { id: formId } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: {
      title: { zh: '巡检单' },
      definition: {
        format: 1,
        title: { zh: '巡检单' },
        layout: [],
        titleField: 'name',
        fields: [newField('text', { zh: '名称' }, 'name')],
        tables: [],
      },
    },
  });
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
  const make = (name: string) => admin.ok(recordsApi.create, { params: { formId }, body: { values: { name } } });
  const found = (search: string) =>
    expect.poll(async () => (await admin.ok(searchApi.records, { query: { search } })).rows.map(({ title }) => title));
  const auditor = await server.as('audit');
  const jobEnds = async ({ jobId }: { jobId: string }) =>
    expect.poll(async () => (await auditor.ok(runsApi.get, { params: { runId: jobId } })).state).toBe('finished');
  const trailHas = (recordId: string) =>
    expect
      .poll(async () => (await auditor.ok(auditApi.list, { query: { object: recordId } as never })).rows.length)
      .toBe(1);

  const before = await make('循环水泵');
  await found('循环水泵').toEqual(['循环水泵']);
  await jobEnds(await auditor.ok(auditApi.check));
  await trailHas(before.id);
  await stop();
  const unread = await make('离心风机');
  const waiting = await auditor.ok(auditApi.check);
  await restoreElsewhere();
  await start();

  await found('离心风机').toEqual(['离心风机']);
  const after = await make('空压机');
  await found('空压机').toEqual(['空压机']);
  await jobEnds(waiting);
  await jobEnds(await auditor.ok(auditApi.check));
  for (const { id } of [before, unread, after]) await trailHas(id);
  const written = async () => {
    const { rows } = await asDispatcher(server.platform.control, (tx) =>
      sql<{
        id: string;
      }>`select id from platform.event where type like 'runs.%' union all select id from space_demo.event where type = 'records.created' or type like 'runs.%'`.execute(
        tx,
      ),
    );
    return rows.map(({ id }) => id);
  };
  // the end of the last job is heard a moment after it shows
  await expect.poll(async () => (await written()).filter((id) => !heard.includes(id)), { timeout: 20_000 }).toEqual([]);
  expect(heard.toSorted()).toEqual((await written()).toSorted());
  expect((await checkChain(server.platform, 'demo')).firstBroken).toBeUndefined();

  // the numbers fit the cluster now: the next start leaves them alone
  const places = async () =>
    (
      await server.platform.owner.query(
        `select subscriber, stream, xid::text, id from platform.event_cursor where subscriber = 'platform.audit'
          union all select 'trail', stream, xid::text, id from space_demo.trail_position order by 1, 2`,
      )
    ).rows;
  await stop();
  const at = await places();
  await start();
  expect(await places()).toEqual(at);
});
