import { newField } from '@formwork/contract/forms/field.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asPerson } from '../modules/identity/public.ts';
import { startTestServer, type Client, type TestServer } from '../testing/server.ts';
import { runAction, triggerOf } from './actions.ts';
import type { LoggedEvent } from './events/events.ts';

let server: TestServer;
let admin: Client;
let formId: string;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '巡检' } } });
  ({ id: formId } = await admin.ok(formsApi.createForm, {
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
  }));
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
});
afterAll(() => server.stop());
const acting = (who: Client) => asPerson({ platform: server.platform, spaceId: 'demo' }, who.id, 'a test');
const count = async () => (await admin.ok(recordsApi.list, { params: { formId }, query: {} })).rows.length;

test('an action is carried out once by its key, also where its answer was lost', async () => {
  const ctx = await acting(admin);
  const make = () => runAction(ctx, 'records.create', { formId, values: { name: '水泵' } }, 'run:node:1');
  const first = await make();
  expect(await make()).toEqual(first);
  await server.platform.owner.query('delete from space_demo.action_done');
  expect(await make()).toEqual(first);
  expect(await count()).toBe(1);
  expect(await runAction(ctx, 'records.create', { formId, values: { name: '风机' } }, 'run:node:2')).not.toEqual(first);

  const { recordId } = first as { recordId: string };
  const change = (key: string) => runAction(ctx, 'records.update', { formId, recordId, values: { name: '泵' } }, key);
  expect(await change('run:node:3')).toEqual({ recordId, version: 2 });
  expect(await change('run:node:4')).toEqual({ recordId, version: 2 });
  expect(await runAction(ctx, 'records.remove', { formId, recordId }, 'run:node:5')).toEqual({ removed: true });
  expect(await runAction(ctx, 'records.remove', { formId, recordId }, 'run:node:6')).toEqual({ removed: false });
});

test('an action is judged with the rights of whoever it acts as, and its input by its schema', async () => {
  const ctx = await acting(await server.as('user2'));
  await expect(runAction(ctx, 'records.create', { formId, values: { name: 'x' } }, 'run:node:7')).rejects.toMatchObject(
    { status: 404 },
  );
  await expect(runAction(ctx, 'records.create', { formId }, 'run:node:8')).rejects.toThrow();
});

test('a mail and a message leave once by their key', async () => {
  const ctx = await acting(admin);
  for (const action of ['messages.mail', 'messages.sms']) {
    const input =
      action === 'messages.mail'
        ? { to: 'someone@example.com', subject: 's', text: 't' }
        : { phone: '13800000000', text: 't' };
    await runAction(ctx, action, input, `run:${action}:1`);
    await server.platform.owner.query('delete from space_demo.action_done');
    await runAction(ctx, action, input, `run:${action}:1`);
  }
  const record = { appId: 'a', formId, formTitle: { zh: '巡检单' }, recordId: crypto.randomUUID() };
  const leave = { people: [admin.id], title: '请处理', record };
  for (let times = 0; times < 2; times++) {
    await runAction(ctx, 'messages.leave', leave, 'run:leave:1');
    await server.platform.owner.query('delete from space_demo.action_done');
  }
  const { rows } = await server.platform.owner.query(
    `select count(*)::int as n from space_demo.messages_message where title = '请处理'`,
  );
  expect(rows).toEqual([{ n: 1 }]);
});

test('a trigger says what an event means, and who hears of it', () => {
  const updated = triggerOf(server.platform, 'records.updated')!;
  const data = { formId: 'f', recordId: crypto.randomUUID(), version: 2, fields: ['name'] };
  const event = { id: '', type: 'records.updated', subject: '', actor: null, at: new Date(), requestId: '', ip: '' };
  const payload = updated.read(server.platform, 'demo', { ...event, data } satisfies LoggedEvent);
  expect(payload).toEqual(data);
  expect(updated.fits({ formId: 'f', fields: ['name'] }, payload)).toBe(true);
  expect(updated.fits({ formId: 'f', fields: ['other'] }, payload)).toBe(false);
  expect(updated.fits({ formId: 'g' }, payload)).toBe(false);
});

test('designers are told what is offered, in both languages, with the shape of the input', async () => {
  const { actions, triggers } = await admin.ok(runsApi.offered);
  expect(actions.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'messages.leave',
      'messages.mail',
      'messages.sms',
      'records.create',
      'records.remove',
      'records.update',
      'workflow.advance',
      'workflow.start',
    ]),
  );
  expect(triggers.map(({ name }) => name)).toContain('workflow.step');
  const create = actions.find(({ name }) => name === 'records.create')!;
  expect(create.title).toEqual({ zh: '新建记录', en: 'Create a record' });
  expect(create.input).toMatchObject({ type: 'object', required: ['formId', 'values'] });
});
