import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FileView } from '@formwork/contract/files/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { operationsApi } from '@formwork/contract/operations/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readConfig } from '../../platform/config.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../platform/db/embedded-postgres.ts';
import { openFiles } from '../../platform/files/files-open.ts';
import { openLog } from '../../platform/open-log.ts';
import { startServer, type Running } from '../../start.ts';
import { createTestPeople, testSecret } from '../../testing/people.ts';
import { signIn, type Client } from '../../testing/server.ts';
import { openFolder } from '../store-folder.ts';
import { begin, run } from '../testing/programs.ts';
import { connectTo } from './connect.ts';
import { wholeBases } from './log-format.ts';
import { startOnEmbedded } from './on-embedded.ts';
import { startContinuous, type Continuous } from './receiver.ts';

// docs/operations.md, "To any moment"

const here = mkdtempSync(path.join(inject('testFolder'), '../formwork-moments-'));
// as root the database runs as another user, who passes through
chmodSync(here, 0o711);
const folder = (name: string): string => path.join(here, name);
const silent = { debug() {}, info() {}, warn() {} };
const place = folder('moments');

interface Started {
  embedded: EmbeddedPostgres;
  running: Running;
  admin(): Promise<Client>;
  stop(): Promise<void>;
}
let own: Started;
let formId: string;

beforeAll(async () => {
  own = await start('own', { people: true });
  const admin = await own.admin();
  const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '点检' } } });
  const title = { zh: '点检单' };
  const fields = [newField('text', { zh: '名称' }, 'name'), newField('attachment', { zh: '附件' }, 'papers')];
  const definition = { format: 1 as const, title, layout: [], titleField: 'name', tables: [], fields };
  formId = (await admin.ok(formsApi.createForm, { params: { appId }, body: { title, definition } })).id;
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
});
afterAll(async () => {
  await own?.stop();
  rmSync(here, { recursive: true, force: true });
});

const envOf = (name: string): Record<string, string> => ({ FORMWORK_DATA: folder(name), FORMWORK_SECRET: testSecret });

async function start(name: string, { people = false, to = '' } = {}): Promise<Started> {
  const config = readConfig({
    ...envOf(name),
    FORMWORK_PORT: '0',
    FORMWORK_HOST: '127.0.0.1',
    FORMWORK_LOG_LEVEL: 'fatal',
    FORMWORK_BACKUP_CONTINUOUS: to,
  });
  const embedded = await startEmbeddedPostgres({
    dataDir: folder(name),
    log: silent,
    settings: { max_slot_wal_keep_size: '48MB' },
  });
  const running = await startServer({ ...config, databaseUrl: embedded.url }, openLog(config));
  if (people) await createTestPeople(running.platform);
  return {
    embedded,
    running,
    admin: () => signIn(running.url!, 'admin'),
    async stop() {
      await running.stop();
      await embedded.stop();
    },
  };
}

async function names(admin: Client): Promise<unknown[]> {
  const { rows } = await admin.ok(recordsApi.list, { params: { formId }, query: { pageSize: 100 } as never });
  return (rows as { values: Record<string, unknown> }[]).map(({ values }) => values.name).sort();
}

const create = (admin: Client, name: string, values = {}): Promise<{ id: string; version: number }> =>
  admin.ok(recordsApi.create, { params: { formId }, body: { values: { name, ...values } } });

/** Everything that was written is in the place. */
async function received(client: Connection): Promise<void> {
  const behind = async (): Promise<number | undefined> => {
    const { rows } = await client.query<{ behind: number }>(
      `select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), restart_lsn)::int as behind from pg_replication_slots where active`,
    );
    return rows[0]?.behind;
  };
  await expect.poll(behind).toBe(0);
}
type Connection = Awaited<ReturnType<typeof connectTo>>;

/** `npm run backup -- --continuous` beside the installation. */
function receive(): {
  said(text: string): Promise<void>;
  text(): string;
  end(signal: NodeJS.Signals): Promise<number | null>;
} {
  const child = begin('backup', ['--to', place, '--continuous'], envOf('own'));
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
  const closed = new Promise<number | null>((resolve) => {
    child.on('close', (code) => resolve(code));
  });
  return {
    said: (wanted) => expect.poll(() => text, { timeout: 40_000 }).toContain(wanted),
    text: () => text,
    end(signal) {
      child.kill(signal);
      return closed;
    },
  };
}

test('any moment comes back elsewhere, also after the receiver was killed, and goes on there', async () => {
  const admin = await own.admin();
  const first = receive();
  await first.said('is whole');

  const body = new FormData();
  body.append('file', new File(['a drawing'], 'drawing.txt'));
  const answer = await admin.fetch('/api/files', { method: 'POST', body });
  const [paper] = (await answer.json()) as [FileView];
  const { id, name, size, type } = paper;
  const kept = await create(admin, '先有的', { papers: [{ id, name, size, type }] });
  await sleep(1_500);
  expect(await first.end('SIGKILL')).toBe(null);

  const watch = await connectTo(own.embedded.url);
  await create(admin, '其间的');
  await sleep(20);
  const { rows } = await watch.query<{ now: Date }>('select clock_timestamp() as now');
  const moment = rows[0]!.now.toISOString();
  await sleep(20);
  const second = receive();
  await admin.ok(recordsApi.remove, {
    params: { formId, recordId: kept.id },
    query: { version: kept.version } as never,
  });
  await create(admin, '后来的');
  await received(watch);
  await watch.end();
  expect(await second.end('SIGTERM')).toBe(0);
  expect(second.text()).toBe('');
  expect(await names(admin)).toEqual(['其间的', '后来的']);

  const listed = await run('backup', ['--to', place, '--list'], envOf('own'));
  expect(listed.text).toMatch(/any moment from 20\S+Z to 20\S+Z: base .* segments/);

  const restored = await run('restore', ['--from', place, '--at', moment], envOf('then'));
  expect(restored, restored.text).toMatchObject({ code: 0 });
  expect(restored.text).toContain(`Restored: as of ${moment}`);
  expect((await run('restore', ['--from', place, '--at', moment], envOf('then'))).code).toBe(9);

  const then = await start('then', { to: folder('later') });
  const continuous = startOnEmbedded(then.running.platform, then.embedded.url)!;
  try {
    expect(then.running.platform.hold.state?.restoredFrom.toISOString()).toBe(moment);
    const back = await then.admin();
    expect(await names(back)).toEqual(['先有的', '其间的'].sort());
    expect(await (await back.fetch(`/api/files/${paper.id}`)).text()).toBe('a drawing');
    await create(back, '恢复之后');

    // held, it may be a rehearsal; let go, it takes a base of its own, of another timeline
    const store = await openFolder(folder('later'), true);
    expect(await wholeBases(store)).toEqual([]);
    expect((await run('restore', ['--go'], envOf('then'))).code).toBe(0);
    await expect.poll(() => wholeBases(store)).toHaveLength(1);
    await create(back, '又一条');
    await sleep(1_500);
  } finally {
    await continuous.stop();
    await then.stop();
  }
  const end = await run('restore', ['--from', folder('later'), '--at', 'latest', '--go'], envOf('end'));
  expect(end, end.text).toMatchObject({ code: 0 });
  const last = await start('end');
  try {
    expect(await names(await last.admin())).toEqual(['先有的', '其间的', '恢复之后', '又一条'].sort());
  } finally {
    await last.stop();
  }
}, 600_000);

test('sealed, it is opened by its phrase alone, tells of every damage, and begins anew when the database could not wait', async () => {
  const sealed = folder('sealed');
  const said: string[] = [];
  const phrase = { FORMWORK_BACKUP_PHRASE: 'correct horse battery staple' };
  const begun = (): Continuous =>
    startContinuous(
      {
        openStore: () => openFolder(sealed, true),
        databaseUrl: () => Promise.resolve(own.embedded.url),
        files: openFiles(readConfig(envOf('own'))),
        secret: testSecret,
        seal: true,
        phrase: () => Promise.resolve(phrase.FORMWORK_BACKUP_PHRASE),
        keep: 1,
        tell: { say: (text) => said.push(text), warn: (text) => said.push(text) },
        times: { sendMs: 500 },
      },
      () => true,
    );
  const store = await openFolder(sealed, true);
  const first = begun();
  await expect.poll(() => wholeBases(store)).toHaveLength(1);
  const [base] = await wholeBases(store);
  const client = await connectTo(own.embedded.url, 'superuser');
  const fill = async (segments: number): Promise<void> => {
    for (let n = 0; n < segments; n++) {
      await client.query(`select pg_logical_emit_message(false, 'fill', 'x'), pg_switch_wal()`);
      await client.query('checkpoint');
    }
  };
  await received(client);
  await fill(2);
  const segments = (): string[] =>
    readdirSync(path.join(sealed, 'log', base!)).filter((name) => /^[0-9A-F]{24}\.zst$/.test(name));
  await expect.poll(() => segments().length).toBeGreaterThan(1);
  await first.stop();
  await first.ended;

  const at = ['--from', sealed, '--check', '--at', 'latest'];
  const check = (env = {}) => run('restore', at, { ...envOf('check'), ...phrase, ...env });
  expect((await check({ FORMWORK_BACKUP_PHRASE: 'another one' })).code).toBe(6);
  const whole = await check();
  expect(whole, whole.text).toMatchObject({ code: 0 });
  for (const name of [segments()[0]!, 'base.tar.zst']) {
    const file = path.join(sealed, 'log', base!, name);
    const bytes = readFileSync(file);
    writeFileSync(file, flipped(bytes));
    expect((await check()).code, name).toBe(7);
    writeFileSync(file, bytes);
  }

  // nobody receives, and more is written than the database keeps for it
  await fill(6);
  const { rows } = await client.query<{ status: string }>('select wal_status as status from pg_replication_slots');
  expect(rows).toEqual([{ status: 'lost' }]);
  const root = await signIn(own.running.url!, 'root');
  expect((await root.ok(operationsApi.overview)).continuousBackup).toBe('lost');
  const second = begun();
  await expect.poll(async () => (await wholeBases(store)).at(-1) !== base).toBe(true);
  await expect.poll(async () => (await root.ok(operationsApi.overview)).continuousBackup).toBe('on');
  await second.stop();
  await expect.poll(async () => (await root.ok(operationsApi.overview)).continuousBackup).toBe('away');
  await client.end();
  expect(said.join('\n')).toContain('behind by more than the database keeps');
  // one is kept
  await expect.poll(() => wholeBases(store)).toHaveLength(1);
});

test('a flipped byte shows without a seal as well', async () => {
  const [base] = await wholeBases(await openFolder(place, false));
  const log = path.join(place, 'log', base!);
  const partial = readdirSync(log).find((name) => name.endsWith('.partial'))!;
  writeFileSync(path.join(log, partial), flipped(readFileSync(path.join(log, partial))));
  const told = await run('restore', ['--from', place, '--check', '--at', 'latest'], envOf('check'));
  expect(told.code, told.text).toBe(7);
  expect(told.text).toContain('damaged or missing');
});

test('is for the embedded database alone, and for one that runs', async () => {
  const url = { DATABASE_URL: own.embedded.url };
  const other = await run('backup', ['--to', place, '--continuous'], { ...envOf('own'), ...url });
  expect(other.code).toBe(2);
  expect(other.text).toContain('for the embedded database alone');
  expect((await run('restore', ['--from', place, '--at', 'latest'], { ...envOf('none'), ...url })).code).toBe(2);
  expect((await run('backup', ['--to', place, '--continuous'], envOf('none'))).code).toBe(2);
  expect((await run('restore', ['--from', place, '--at', 'yesterday'], envOf('none'))).code).toBe(2);
  expect((await run('restore', ['--from', place, '--at', '2020-01-01T00:00:00Z'], envOf('none'))).text).toContain(
    'The earliest moment',
  );
  expect(() => readConfig({ ...envOf('own'), ...url, FORMWORK_BACKUP_CONTINUOUS: place })).toThrow('embedded');
});

function flipped(bytes: Buffer): Buffer {
  const damaged = Buffer.from(bytes);
  damaged[Math.floor(bytes.length / 2)]! ^= 1;
  return damaged;
}
