import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FileView } from '@formwork/contract/files/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { columnName } from '../../modules/forms/public.ts';
import { readConfig } from '../../platform/config.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../platform/db/embedded-postgres.ts';
import { openFiles } from '../../platform/files/files-open.ts';
import { openLog } from '../../platform/open-log.ts';
import { startServer, type Running } from '../../start.ts';
import { createTestPeople, testSecret } from '../../testing/people.ts';
import { signIn, type Client } from '../../testing/server.ts';
import { openFolder } from '../store-folder.ts';
import { startBucket, type TestBucket } from '../testing/bucket.ts';
import { begin, run } from '../testing/programs.ts';
import { connectTo } from './connect.ts';
import { wholeBases } from './log-format.ts';
import { startContinuous } from './receiver.ts';

// the continuous backup in a bucket, and new bases while people write

const here = mkdtempSync(path.join(inject('testFolder'), '../formwork-places-'));
// as root the database runs as another user, who passes through
chmodSync(here, 0o711);
const folder = (name: string): string => path.join(here, name);
const silent = { debug() {}, info() {}, warn() {} };
const envOf = (name: string): Record<string, string> => ({ FORMWORK_DATA: folder(name), FORMWORK_SECRET: testSecret });
const name = newField('text', { zh: '名称' }, 'name');

let embedded: EmbeddedPostgres;
let running: Running;
let admin: Client;
let bucket: TestBucket;
let formId: string;

beforeAll(async () => {
  bucket = await startBucket(100);
  const config = readConfig({
    ...envOf('own'),
    FORMWORK_PORT: '0',
    FORMWORK_HOST: '127.0.0.1',
    FORMWORK_LOG_LEVEL: 'fatal',
  });
  embedded = await startEmbeddedPostgres({ dataDir: folder('own'), log: silent });
  running = await startServer({ ...config, databaseUrl: embedded.url }, openLog(config));
  await createTestPeople(running.platform);
  admin = await signIn(running.url!, 'admin');
  const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '点检' } } });
  const title = { zh: '点检单' };
  const fields = [name, newField('attachment', { zh: '附件' }, 'papers')];
  const definition = { format: 1 as const, title, layout: [], titleField: 'name', tables: [], fields };
  formId = (await admin.ok(formsApi.createForm, { params: { appId }, body: { title, definition } })).id;
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
});
afterAll(async () => {
  await running?.stop();
  await embedded?.stop();
  bucket?.stop();
  rmSync(here, { recursive: true, force: true });
});

const create = (value: string, values = {}) =>
  admin.ok(recordsApi.create, { params: { formId }, body: { values: { name: value, ...values } } });

/** What stands in the folder of an installation that nobody serves. */
async function namesIn(place: string): Promise<string[]> {
  const database = await startEmbeddedPostgres({ dataDir: folder(place), log: silent });
  try {
    const client = await connectTo(database.url);
    try {
      const { rows } = await client.query<{ name: string }>(
        `select "${columnName(name)}" as name from space_demo."f_${formId}" order by 1`,
      );
      return rows.map((row) => row.name);
    } finally {
      await client.end();
    }
  } finally {
    await database.stop();
  }
}

test('a bucket takes base, log and files, sealed, also after the receiver was killed', async () => {
  const place = 's3://bucket/log-of-the-plant';
  const phrase = { FORMWORK_BACKUP_PHRASE: 'correct horse battery staple' };
  const env = { ...envOf('own'), ...bucket.env, ...phrase };
  const receive = () => {
    const child = begin('backup', ['--to', place, '--continuous', '--seal'], env);
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
    const closed = new Promise<number | null>((resolve) => {
      child.on('close', resolve);
    });
    return { child, closed, text: () => text };
  };
  const first = receive();
  await expect.poll(first.text, { timeout: 60_000 }).toContain('is whole');
  const body = new FormData();
  body.append('file', new File(['a drawing'], 'drawing.txt'));
  const [paper] = (await (await admin.fetch('/api/files', { method: 'POST', body })).json()) as [FileView];
  const { id, size, type } = paper;
  await create('一', { papers: [{ id, name: paper.name, size, type }] });
  first.child.kill('SIGKILL');
  await first.closed;
  await create('二');
  // goes on behind what is stored, without another base
  const second = receive();
  await expect
    .poll(async () => {
      const watch = await connectTo(embedded.url);
      const { rows } = await watch.query(`select 1 from pg_replication_slots where active`);
      await watch.end();
      return rows.length;
    })
    .toBe(1);
  await create('三');
  second.child.kill('SIGTERM');
  expect(await second.closed, second.text()).toBe(0);
  expect([...bucket.objects.keys()].filter((key) => key.endsWith('/manifest.json'))).toHaveLength(1);
  // nothing that was written can be read there
  for (const [key, bytes] of bucket.objects) expect(bytes.includes('a drawing'), key).toBe(false);

  const check = await run('restore', ['--from', place, '--at', 'latest', '--check'], { ...env, ...envOf('check') });
  expect(check, check.text).toMatchObject({ code: 0 });
  const wrong = { ...envOf('wrong'), ...bucket.env, FORMWORK_BACKUP_PHRASE: 'another one' };
  expect((await run('restore', ['--from', place, '--at', 'latest'], wrong)).code).toBe(6);
  const restored = await run('restore', ['--from', place, '--at', 'latest'], { ...env, ...envOf('bucket') });
  expect(restored, restored.text).toMatchObject({ code: 0 });
  expect(await namesIn('bucket')).toEqual(['一', '三', '二']);
  const stored = openFiles(readConfig(envOf('bucket')));
  const client = await connectTo(embedded.url, 'superuser');
  const { rows } = await client.query<{ key: string }>('select key from files.file where id = $1', [id]);
  expect(rows).toHaveLength(1);
  const content = await stored.open(rows[0]!.key);
  let text = '';
  for await (const chunk of content as AsyncIterable<Buffer>) text += chunk.toString();
  expect(text).toBe('a drawing');
  await expect
    .poll(async () => (await client.query(`select 1 from pg_replication_slots where active`)).rowCount)
    .toBe(0);
  await client.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots');
  await client.end();
}, 600_000);

test('new bases come while people write, and every moment between them holds what was answered until then', async () => {
  // a second try begins with empty folders
  const mark = Date.now().toString(36);
  const place = folder(`weeks ${mark}`);
  const store = await openFolder(place, true);
  const receiver = startContinuous(
    {
      openStore: () => openFolder(place, true),
      databaseUrl: () => Promise.resolve(embedded.url),
      files: openFiles(readConfig(envOf('own'))),
      secret: testSecret,
      seal: false,
      phrase: () => Promise.reject(new Error('not sealed')),
      keep: 9,
      tell: { say() {}, warn() {} },
      // a week as short as a base takes
      times: { baseMs: 1, sendMs: 300, syncMs: 100 },
    },
    () => false,
  );
  const client = await connectTo(embedded.url);
  const answered: string[] = (
    await client.query(`select "${columnName(name)}" as name from space_demo."f_${formId}"`)
  ).rows.map((row: { name: string }) => row.name);
  const moments: { at: string; bases: number; names: string[] }[] = [];
  let n = 0;
  const begun = await wholeBases(store);
  expect(begun).toEqual([]);
  // four people write; now and then all have their answers, and the moment is noted
  while ((await wholeBases(store)).length < 3) {
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let times = 0; times < 10; times++) {
          const value = `记录 ${String(++n).padStart(5, '0')}`;
          await create(value);
          answered.push(value);
        }
      }),
    );
    await sleep(2);
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
    moments.push({
      at: rows[0]!.now.toISOString(),
      bases: (await wholeBases(store)).length,
      names: [...answered].sort(),
    });
    await sleep(2);
  }
  // the stream breaks, and the end comes while the receiver waits for another try
  const root = await connectTo(embedded.url, 'superuser');
  await expect
    .poll(
      async () =>
        (await root.query(`select pg_terminate_backend(active_pid) from pg_replication_slots where active`)).rowCount,
    )
    .toBe(1);
  await root.end();
  await create('最后');
  answered.push('最后');
  await client.end();
  await receiver.stop();
  await receiver.ended;

  // while the second base was taken, while the third was, and the end
  const during = [1, 2].map((bases) => moments.filter((moment) => moment.bases === bases).at(-1));
  expect(during).not.toContain(undefined);
  for (const [index, moment] of during.entries()) {
    const env = envOf(`week ${mark} ${index}`);
    const restored = await run('restore', ['--from', place, '--at', moment!.at], env);
    expect(restored, restored.text).toMatchObject({ code: 0 });
    expect((await namesIn(`week ${mark} ${index}`)).sort()).toEqual(moment!.names);
  }
  const end = await run('restore', ['--from', place, '--at', 'latest'], envOf(`end ${mark}`));
  expect(end, end.text).toMatchObject({ code: 0 });
  expect((await namesIn(`end ${mark}`)).sort()).toEqual(answered.sort());
}, 600_000);
