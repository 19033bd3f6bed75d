import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import type { RecordFacts } from '@formwork/contract/records/facts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
let admin: Client;
let user: Client;

beforeAll(async () => {
  server = await startTestServer();
  [admin, user] = await Promise.all([server.as('admin'), server.as('user')]);
});
afterAll(() => server.stop());

async function made(rules: PermissionRule[]): Promise<string> {
  const app = await admin.ok(formsApi.createApp, { body: { title: { zh: '设备' } } });
  const definition = {
    format: 1 as const,
    title: { zh: '点检' },
    tables: [],
    layout: [],
    titleField: 'name',
    fields: [
      newField('text', { zh: '名称' }, 'name'),
      {
        ...newField('singleSelect', { zh: '状态', en: 'State' }, 'state'),
        config: {
          options: [
            { id: 'run', label: { zh: '运行', en: 'Running' }, color: 'teal' as const },
            { id: 'old', label: { zh: '旧', en: 'Old' }, color: 'red' as const, retired: true },
          ],
        },
      },
      { ...newField('number', { zh: '扭矩', en: 'Torque' }, 'torque'), config: { decimals: 1, unit: 'Nm' } },
      { ...newField('member', { zh: '负责人', en: 'In charge' }, 'people'), config: { multiple: true } },
      newField('date', { zh: '日期', en: 'Day' }, 'day'),
    ],
  };
  const { id } = await admin.ok(formsApi.createForm, {
    params: { appId: app.id },
    body: { title: definition.title, definition },
  });
  await admin.ok(formsApi.putPermissions, { params: { formId: id }, body: { rules } });
  await admin.ok(formsApi.release, { params: { formId: id }, body: { draftVersion: 1 } });
  return id;
}

const everyone: PermissionRule = {
  id: 'all',
  subject: { kind: 'everyone' },
  actions: ['view', 'create'],
  scope: 'all',
};

async function add(formId: string, values: Record<string, unknown>, who = admin): Promise<string> {
  const { id } = await who.ok(recordsApi.create, { params: { formId }, body: { values: values as never } });
  return id;
}

test('states, who, when and how much, in the reader’s language and in words', async () => {
  const formId = await made([everyone]);
  const people = (await server.as('user')).id;
  const id = await add(formId, { name: '泵', state: 'run', torque: 12.5, people: [people], day: '2026-11-02' });
  const empty = await add(formId, { name: '空' });
  const factsIn = async (locale: string) => {
    const answer = await user.fetch(`/api/records/${formId}/facts?ids=${id},${empty}`, {
      headers: { 'accept-language': locale },
    });
    const { rows } = (await answer.json()) as { rows: RecordFacts[] };
    return new Map(rows.map((row) => [row.id, row.facts]));
  };
  const english = await factsIn('en');
  const name = english.get(id)?.[1]?.text;
  expect(english.get(id)).toEqual([
    { title: 'State', text: 'Running', options: [{ label: 'Running', hue: 'teal' }] },
    { title: 'In charge', text: name, people: [name] },
    { title: 'Day', text: '2026-11-02' },
    { title: 'Torque', text: '12.5 Nm', isFigure: true },
  ]);
  expect(name).toMatch(/\S/);
  expect(name).not.toBe('…');
  expect(english.get(empty)).toEqual([]);
  const chinese = (await factsIn('zh-CN')).get(id);
  expect(chinese?.map(({ title }) => title)).toEqual(['状态', '负责人', '日期', '扭矩']);
  expect(chinese?.[0]?.text).toBe('运行');
});

test('what is hidden from somebody is not told, and records they may not see are left out', async () => {
  const formId = await made([{ ...everyone, scope: 'own', fields: { torque: { existing: 'hidden' } } }]);
  const others = await add(formId, { name: '别人的', state: 'run', torque: 3 });
  const own = await add(formId, { name: '自己的', state: 'run' }, user);
  const { rows } = await user.ok(recordsApi.facts, { params: { formId }, query: { ids: [others, own] } });
  expect(rows.map(({ id }) => id)).toEqual([own]);
  const all = await made([{ ...everyone, fields: { torque: { existing: 'hidden' } } }]);
  const one = await add(all, { name: '泵', state: 'run', torque: 3 });
  const told = await user.ok(recordsApi.facts, { params: { formId: all }, query: { ids: [one] } });
  expect(told.rows[0]?.facts.map(({ title }) => title)).toEqual(['状态']);
  const stranger = await server.as('other-admin');
  const refused = await stranger.call(recordsApi.facts, { params: { formId }, query: { ids: [own] } });
  expect(refused.status).toBe(404);
});
