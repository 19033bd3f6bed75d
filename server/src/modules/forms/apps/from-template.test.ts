import { formsApi } from '@formwork/contract/forms/api.ts';
import { appTemplates, templateIds } from '@formwork/contract/forms/templates/templates.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const made = async (id: string) => (await admin.ok(formsApi.listApps)).apps.find((app) => app.id === id)!;

test.each(templateIds)(
  'the template %s makes an application that is in use at once, under its own ids',
  async (template) => {
    const apps = [];
    for (const zh of ['甲', '乙'])
      apps.push(await made((await admin.ok(formsApi.appFromTemplate, { body: { title: { zh }, template } })).appId));
    const ids = apps.flatMap(({ forms }) => forms.map(({ id }) => id));
    expect(new Set(ids).size).toBe(2 * appTemplates[template].forms.length);
    for (const [at, { definition, views, flow }] of appTemplates[template].forms.entries()) {
      const form = apps[0]!.forms[at]!;
      expect(form).toMatchObject({ title: definition.title, release: 1 });
      const draft = await admin.ok(formsApi.getDraft, { params: { formId: form.id } });
      expect(draft.problems).toEqual([]);
      for (const field of draft.definition.fields)
        if (field.type === 'relation') expect(apps[0]!.forms.map(({ id }) => id)).toContain(field.config.form);
      await vi.waitFor(async () => {
        const labels = await admin.ok(viewsApi.list, { params: { formId: form.id } });
        expect(labels.views.map(({ title }) => title)).toEqual(views.map(({ title }) => title));
      });
      if (flow)
        await vi.waitFor(async () => {
          const { graph, version } = await admin.ok(workflowApi.definition, { params: { formId: form.id } });
          expect([graph, version]).toEqual([flow, 1]);
          expect(
            (await admin.ok(workflowApi.problems, { params: { formId: form.id }, body: { graph } })).filter(
              ({ level }) => level === undefined,
            ),
          ).toEqual([]);
        });
    }
  },
);

test('a record is written into what a template made', async () => {
  const { appId } = await admin.ok(formsApi.appFromTemplate, {
    body: { title: { zh: '设备' }, template: 'equipment' },
  });
  const [form] = (await made(appId)).forms;
  const record = await admin.ok(recordsApi.create, {
    params: { formId: form!.id },
    body: { values: { code: 'P-1', name: '离心泵', state: 'running' } },
  });
  expect(record.values).toMatchObject({ code: 'P-1', name: '离心泵' });
});

test('an application is offered as a template once its designer says so; others may not make any', async () => {
  const { appId } = await admin.ok(formsApi.appFromTemplate, {
    body: { title: { zh: '巡检' }, template: 'inspection' },
  });
  expect((await made(appId)).template).toBeUndefined();
  await admin.ok(formsApi.updateApp, { params: { appId }, body: { template: true } });
  expect((await made(appId)).template).toBe(true);
  const user = await server.as('user');
  const refused = await user.call(formsApi.appFromTemplate, { body: { title: { zh: '无权' }, template: 'repair' } });
  expect(refused.status).toBe(403);
});
