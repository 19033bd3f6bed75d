import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { printingApi } from '@formwork/contract/printing/api.ts';
import { startingTemplate } from '@formwork/contract/printing/starting.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../platform/db/migrate.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

// templates of before they were definitions, brought up to date with their versions

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

/** Takes back what the migration made, and keeps the templates as they were kept. */
const asBefore = `
  create table printing.template_version (
    space_id text not null, template_id uuid not null, version integer not null, content jsonb not null,
    made_at timestamptz not null default now(), made_by uuid not null, primary key (space_id, template_id, version));
  grant select, insert, update, delete on printing.template_version to formwork_app;
  alter table printing.template add column title jsonb, add column enabled boolean, add column version integer,
    add column changed_at timestamptz, add column changed_by uuid;
  alter table printing.template disable row level security;
  alter table definitions.definition disable row level security;
  alter table definitions.release disable row level security;
  update printing.template t set title = d.name, enabled = d.enabled, version = d.version, changed_at = d.saved_at, changed_by = d.saved_by
    from definitions.definition d where d.id = t.id::text;
  insert into printing.template_version select space_id, id::uuid, number, body -> 'content', released_at, released_by from definitions.release;
  delete from definitions.definition;
  alter table printing.template enable row level security;
  alter table definitions.definition enable row level security;
  alter table definitions.release enable row level security;
  alter table printing.template_version enable row level security;
  alter table printing.template_version force row level security;
  delete from platform.migration where name = '0411_print_templates.sql'`;

test('templates keep their ids, versions and places', async () => {
  const admin = await server.as('admin');
  const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '设备' } } });
  const title = { zh: '台账' };
  const fields = [newField('text', { zh: '名称' }, 'name')];
  const definition = { format: 1 as const, title, layout: [], titleField: 'name', tables: [], fields };
  const { id: formId } = await admin.ok(formsApi.createForm, { params: { appId }, body: { title, definition } });
  const params = { formId };
  const content = startingTemplate(definition, 'zh-CN');
  const first = await admin.ok(printingApi.createTemplate, { params, body: { title: { zh: '一' }, content } });
  await admin.ok(printingApi.saveTemplate, {
    params: { formId, templateId: first.id },
    body: {
      expectedVersion: 1,
      title: { zh: '一' },
      isDefault: true,
      enabled: true,
      content: { ...content, blocks: [] },
    },
  });
  const other = await admin.ok(printingApi.createTemplate, { params, body: { title: { zh: '二' }, content } });
  await admin.ok(printingApi.saveTemplate, {
    params: { formId, templateId: other.id },
    body: { expectedVersion: 1, title: { zh: '二' }, isDefault: false, enabled: false },
  });
  const all = async () => [
    await admin.ok(printingApi.templates, { params }),
    await admin.ok(printingApi.versions, { params: { formId, templateId: first.id } }),
    await admin.ok(printingApi.getTemplate, { params: { formId, templateId: first.id } }),
    await admin.ok(printingApi.getTemplate, { params: { formId, templateId: first.id }, query: { version: 1 } }),
  ];
  const before = await all();

  await server.platform.owner.query(asBefore);
  await migrate(server.databaseUrl);
  expect(await all()).toEqual(before);
  const saved = await admin.ok(printingApi.saveTemplate, {
    params: { formId, templateId: first.id },
    body: { expectedVersion: 2, title: { zh: '一' }, isDefault: true, enabled: true, content },
  });
  expect(saved.version).toBe(3);
});
