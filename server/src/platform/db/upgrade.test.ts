import { hash as hashText } from 'node:crypto';
import { auditApi } from '@formwork/contract/audit/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { searchApi } from '@formwork/contract/records/search.ts';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { openLog } from '../open-log.ts';
import { startServer, type Running } from '../../start.ts';
import { testSecret } from '../../testing/people.ts';
import { signIn, startTestServer, type TestServer } from '../../testing/server.ts';
import { checkChain } from '../audit/chain.ts';
import { readConfig } from '../config.ts';
import { beforeAll, readEvents, readHorizon, type Ask, type EventRow } from '../events/event-rows.ts';
import { spaceSchema } from './space-data.ts';

// an installation of before the trail lay in each space and search keys were numbers, brought up to date with what it holds

let server: TestServer;
let upgraded: Running | undefined;
beforeEach(async () => {
  // nobody hands events on: what the older product did with them is written below
  server = await startTestServer({ FORMWORK_ROLE: 'web' });
});
afterEach(async () => {
  await upgraded?.stop();
  upgraded = undefined;
  await server.stop();
});

const added = ['0300_platform_trail.sql', '0301_records_search_keys.sql'];
const names = Array.from({ length: 25 }, (_, n) => `离心泵 ${n + 1} 号`);

test('old entries stay readable, their chain goes on, and the search finds what it had to read again', async () => {
  const admin = await server.as('admin');
  const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '设备' } } });
  const title = { zh: '台账' };
  const fields = [newField('text', { zh: '名称' }, 'name')];
  const definition = { format: 1 as const, title, layout: [], titleField: 'name', tables: [], fields };
  const { id: formId } = await admin.ok(formsApi.createForm, { params: { appId }, body: { title, definition } });
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
  const create = (name: string, who = admin) =>
    who.ok(recordsApi.create, { params: { formId }, body: { values: { name } } });
  for (const name of names) await create(name);

  const { owner } = server.platform;
  const events = await eventsOf('demo');
  const platformEvents = (await eventsOf('')).filter(({ spaceId }) => spaceId === 'demo');
  await asBefore(owner);
  // the older product had written all but the last events into its one trail; its cursor stands a little behind
  const kept = [...platformEvents, ...events.slice(0, -3)];
  await writeOldTrail(owner, kept);
  for (const [stream, last] of [
    ['demo', events.at(-6)!],
    ['', platformEvents.at(-1)!],
  ] as const)
    await owner.query(
      `insert into platform.event_cursor (subscriber, stream, xid, id) values ('platform.audit', $1, $2::xid8, $3)`,
      [stream, String(last.xid), last.id],
    );
  const { rows: found } = await owner.query<{ form: string }>(
    `insert into space_demo.records_search (record_id, item, form_id, content, pinyin, terms, scopes, version, shape)
      select id, '', $1, 'x', '', '{离心}', '{all}', 1, 1 from space_demo."f_${formId}" returning form_id as form`,
    [formId],
  );
  expect(found).toHaveLength(names.length);

  const config = readConfig({
    FORMWORK_DATA: inject('testFolder'),
    FORMWORK_PORT: '0',
    FORMWORK_HOST: '127.0.0.1',
    FORMWORK_LOG_LEVEL: 'error',
    FORMWORK_SECRET: testSecret,
    FORMWORK_WRONG_ENTRIES_PER_ADDRESS: '1000',
  });
  upgraded = await startServer({ ...config, databaseUrl: server.databaseUrl }, openLog(config));
  const { platform, url } = upgraded;
  const { rows: ran } = await owner.query<{ name: string }>(
    `select name from platform.migration where name = '0350_platform_audit_ends.sql'`,
  );
  expect(ran).toHaveLength(1);

  // the trail: every event once, old and new as one, and a chain without a break from the first old row to the newest
  const later = await create('新增的泵', await signIn(url!, 'admin'));
  const auditor = await signIn(url!, 'audit');
  const of = async (object: string) => (await auditor.ok(auditApi.list, { query: { object, limit: 100 } })).rows;
  await expect.poll(async () => (await of(later.id)).length).toBe(1);
  const made = new Set((await of(formId)).map(({ type }) => type));
  expect(made).toContain('forms.form.created');
  const { rows: trail } = await owner.query<{ n: number; ids: number; first: number; last: number }>(
    `select count(*)::int as n, count(distinct event_id)::int as ids, min(seq)::int as first, max(seq)::int as last from space_demo.trail`,
  );
  expect(trail[0]!.first).toBe(kept.length + 1);
  expect(trail[0]!.n).toBe(trail[0]!.ids);
  const { rows: twice } = await asBackup('select event_id from space_demo.trail join platform.audit using (event_id)');
  expect(twice).toEqual([]);
  // what runs and sign-ins wrote meanwhile is on its way still
  const missing = async () =>
    (
      await asBackup(
        `select id from space_demo.event where id not in (select event_id from space_demo.trail union all select event_id from platform.audit)`,
      )
    ).rows;
  await expect.poll(missing).toEqual([]);
  const chain = await checkChain(platform, 'demo');
  expect(chain.firstBroken).toBeUndefined();
  expect(chain.rows).toBeGreaterThanOrEqual(trail[0]!.last);

  // the search: every record again, by keys that are numbers
  const searching = await signIn(url!, 'admin');
  const search = async (words: string) =>
    (await searching.ok(searchApi.records, { query: { search: words, limit: 50 } })).rows.map((row) => row.title);
  await expect.poll(() => search('离心泵')).toEqual(expect.arrayContaining(names));
  // the new one comes with its event, which may be after the old ones are read
  const entries = async () =>
    (
      await owner.query<{ n: number; keyed: number }>(
        `select count(*)::int as n, count(*) filter (where cardinality(keys) > 0)::int as keyed from space_demo.records_search where form_id = $1`,
        [formId],
      )
    ).rows[0];
  await expect.poll(entries).toEqual({ n: names.length + 1, keyed: names.length + 1 });
});

/** In the role that reads every space. */
async function asBackup(text: string): Promise<pg.QueryResult> {
  const client = await server.platform.owner.connect();
  try {
    await client.query('begin; set local role formwork_backup');
    return await client.query(text);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function eventsOf(stream: string): Promise<EventRow[]> {
  const client = await server.platform.pool.connect();
  try {
    await client.query(`begin; set local time zone 'UTC'; set local role formwork_dispatcher`);
    const ask: Ask = async (query) => (await client.query(query as pg.QueryConfig)).rows as never;
    return (await readEvents(ask, stream, beforeAll, await readHorizon(ask), 1_000))!;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Takes back what the migrations of the change made, as far as they made it. */
async function asBefore(owner: pg.Pool): Promise<void> {
  const client = await owner.connect();
  try {
    const { rows: spaces } = await client.query<{ id: string }>('select id from identity.space');
    for (const { id } of spaces) {
      const schema = spaceSchema(id);
      await client.query(`
        drop table ${schema}.trail, ${schema}.trail_position;
        truncate ${schema}.records_search;
        drop index ${schema}.records_search_keys;
        alter table ${schema}.records_search drop column keys, add column terms text[] not null, add column scopes text[] not null;
        create index records_search_terms on ${schema}.records_search using gin (terms, scopes);
        truncate ${schema}.records_search_form;
        begin;
        set local app.space_id = '${id}';
        delete from platform.space_migration where space_id = '${id}' and name in ('${added.join("', '")}');
        commit`);
    }
    await client.query(`
      grant insert on platform.audit to formwork_dispatcher;
      delete from platform.migration where name = '0350_platform_audit_ends.sql';
      delete from platform.event_cursor where subscriber = 'platform.audit'`);
  } finally {
    client.release();
  }
}

/** As the trail of all spaces was written. */
async function writeOldTrail(owner: pg.Pool, events: readonly EventRow[]): Promise<void> {
  await owner.query('alter table platform.audit disable row level security');
  let hash = '';
  for (const [at, { id, at: when, actor, type, subject, requestId, ip, data }] of events.entries()) {
    const sorted = Object.fromEntries(Object.entries(data).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    const covered = [hash, id, when.toISOString(), actor, type, subject, requestId, ip, sorted];
    hash = hashText('sha256', JSON.stringify(covered), 'hex');
    await owner.query(
      `insert into platform.audit (space_id, seq, event_id, at, actor, type, subject, request_id, ip, data, kind, about, hash) values ('demo', $1, $2, $3, $4, $5, $6, $7, $8, $9, 'other', $6, $10)`,
      [at + 1, id, when, actor, type, subject, requestId, ip, JSON.stringify(data), hash],
    );
  }
  await owner.query('alter table platform.audit enable row level security');
}
