import { elementsApi } from '@formwork/contract/console/elements.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../platform/db/migrate.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

// elements of pages that were set before they were definitions

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

test('what was set stays set, and is numbered on', async () => {
  const admin = await server.as('admin');
  const settings = { elements: { 'tabs.copies': { hidden: true } }, order: { tabs: ['handled', 'todo'] } };
  await server.platform.owner.query(`
    create table console.element_setting (space_id text not null, page text not null, version integer not null, settings jsonb not null,
      changed_by uuid not null, changed_at timestamptz not null default now(), primary key (space_id, page));
    delete from platform.migration where name = '0412_page_elements.sql'`);
  await server.platform.owner.query(
    `insert into console.element_setting (space_id, page, version, settings, changed_by) values ('demo', 'workbench', 3, $1, $2)`,
    [JSON.stringify(settings), admin.id],
  );
  await migrate(server.databaseUrl);
  const params = { page: 'workbench' as const };
  expect(await admin.ok(elementsApi.getElements, { params })).toMatchObject({
    settings,
    version: 3,
    changedBy: admin.id,
  });
  expect(await admin.ok(elementsApi.elements)).toEqual({ workbench: settings });
  const body = { expectedVersion: 3, settings: { elements: {}, order: {} } };
  expect(await admin.ok(elementsApi.putElements, { params, body })).toMatchObject({ version: 4 });
  expect((await admin.call(elementsApi.putElements, { params, body })).status).toBe(409);
});
