import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { auditApi } from '@formwork/contract/audit/api.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { operationsApi } from '@formwork/contract/operations/api.ts';
import { firstFilesName, type FirstFiles } from '@formwork/contract/first-files.ts';
import { pageConfigMark } from '@formwork/contract/page-config.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inControl } from '../../platform/db/db.ts';
import { sendMail } from '../../platform/outbox/outbox.ts';
import { startServer, type Running } from '../../start.ts';
import { codeOf, signIn, startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { newId } from '../../platform/ids.ts';
import { lowestIdAt } from '../../platform/runs/run-ids.ts';

let server: TestServer;
let held: Running;
let root: Client;
/** A front end of one page, which says what the server told it. */
const webDir = mkdtempSync(path.join(tmpdir(), 'formwork-web-'));
beforeAll(async () => {
  mkdirSync(path.join(webDir, 'apps/main'), { recursive: true });
  mkdirSync(path.join(webDir, 'assets'));
  writeFileSync(path.join(webDir, 'apps/main/index.html'), `<html ><body>${pageConfigMark}</body></html>`);
  writeFileSync(path.join(webDir, firstFilesName), JSON.stringify({ pages: {}, frame: [] } satisfies FirstFiles));
  server = await startTestServer({ FORMWORK_ROLE: 'web' });
  await server.platform.owner.query(
    `update platform.installation set held = true, restored_at = now(), restored_from = now() - interval '1 day', queue_behind = true, returned = '[{"kind":"token","count":2,"names":["admin (demo)"]}]'`,
  );
  held = await startServer(
    { ...server.platform.config, databaseUrl: server.databaseUrl, role: 'all', port: 0 },
    server.platform.log,
    webDir,
  );
  root = await signIn(held.url!, 'root');
});
afterAll(async () => {
  await held.stop();
  await server.stop();
  rmSync(webDir, { recursive: true });
});

const mail = (to: string) =>
  inControl(server.platform.control, 'demo', (tx) =>
    sendMail(
      { platform: server.platform, spaceId: 'demo', requestId: 'test', ip: '', tx },
      { to, subject: '催办', text: '...' },
    ),
  );
const stateOf = async (to: string) =>
  (
    await inControl(server.platform.control, 'demo', (tx) =>
      tx.selectFrom('platform.outbox').select('state').where('recipient', '=', to).executeTakeFirst(),
    )
  )?.state;

test('what was restored waits until an operator says what becomes of it', async () => {
  const auditor = await signIn(held.url!, 'audit');
  const asked = await auditor.ok(auditApi.check);
  await mail('before@example.com');
  // what was asked for before the restore, and what people do since
  await inControl(server.platform.control, 'demo', async (tx) => {
    const yesterday = { created_at: new Date(Date.now() - 86_400_000) };
    await tx.updateTable('platform.outbox').set(yesterday).execute();
  });
  // an id says when it was asked for
  const jobId = `${lowestIdAt(Date.now() - 86_400_000).slice(0, 14)}7${newId().slice(15)}`;
  await expect
    .poll(async () => {
      const { rowCount } = await server.platform.owner.query('update space_demo.run set id = $2 where id = $1', [
        asked.jobId,
        jobId,
      ]);
      return rowCount;
    })
    .toBe(1);
  const admin = await signIn(held.url!, 'admin');
  const page = await (await admin.fetch('/')).text();
  expect(page).toContain('"held":{"from":"');
  expect((await admin.call(operationsApi.hold)).status).toBe(403);
  expect((await root.ok(operationsApi.hold)).held?.returned).toEqual([
    { kind: 'token', count: 2, names: ['admin (demo)'] },
  ]);
  expect((await root.ok(operationsApi.hold)).waiting).toMatchObject([
    { kind: 'mail', count: 1 },
    { kind: 'job', count: 1 },
  ]);
  await expect(held.platform.outgoing.call('https://example.com')).rejects.toMatchObject({ reason: 'held' });

  await mail('since@example.com');
  expect((await auditor.ok(runsApi.get, { params: { runId: jobId } })).state).toBe('waiting');
  await root.ok(operationsApi.endHold, { body: { drop: true } });
  // the page that is loaded right after says so
  expect(await (await admin.fetch('/')).text()).not.toContain('"held":{"from":"');
  expect(await stateOf('before@example.com')).toBe('failed');
  expect((await auditor.ok(runsApi.get, { params: { runId: jobId } })).state).toBe('cancelled');
  // no mail server is named here, so what is sent stays in the outbox
  await expect.poll(() => stateOf('since@example.com')).toBe('kept');
  const again = await auditor.ok(auditApi.check);
  await expect
    .poll(async () => (await auditor.ok(runsApi.get, { params: { runId: again.jobId } })).state)
    .toBe('finished');
  expect(codeOf(await root.call(operationsApi.endHold, { body: { drop: false } }))).toBe('operations.hold.not_held');
  expect(await root.ok(operationsApi.hold)).toEqual({ held: null, waiting: [], spaces: [] });
  expect(await (await admin.fetch('/')).text()).not.toContain('"held":{"from":"');
});
