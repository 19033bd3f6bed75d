import { blankDefinition, type FormDefinition } from '@formwork/contract/forms/definition.ts';
import { atMinute } from '@formwork/contract/forms/field-types/time-slot.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { wallText } from '@formwork/contract/forms/values/dates.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Answer, type Client, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;
let user: Client;
let appId: string;
let formId: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  user = await server.as('user');
  appId = (await admin.ok(formsApi.createApp, { body: { title: { zh: '会议室' } } })).id;
  formId = await released(rooms({ resources: ['room'] }));
});
afterAll(() => server.stop());

const options = ['a', 'b', 'c'].map((id) => ({ id, label: { zh: id } }));
const tomorrow = wallText(new Date(Date.now() + 86_400_000).toISOString()).slice(0, 10);
const at = (hour: number): string => atMinute(tomorrow, hour * 60);

function rooms(config: object): FormDefinition {
  const slot = newField('timeSlot', { zh: '时段' }, 'slot');
  return {
    ...blankDefinition({ zh: '预约' }), titleField: 'subject',
    fields: [newField('text', { zh: '主题' }, 'subject'), { ...newField('multiSelect', { zh: '会议室' }, 'room'), config: { options } }, { ...slot, config: { ...slot.config, most: 4, ...config } }],
  };
}

async function released(definition: FormDefinition): Promise<string> {
  const { id } = await admin.ok(formsApi.createForm, { params: { appId }, body: { title: definition.title, definition } });
  await admin.ok(formsApi.release, { params: { formId: id }, body: { draftVersion: 1 } });
  return id;
}

const book = (values: Record<string, unknown>, id = formId): Promise<Answer> => admin.call(recordsApi.create, { params: { formId: id }, body: { values: values as never } });
const fieldsOf = (answer: Answer): unknown => (answer.body as { fields?: unknown }).fields;
const occupied = [{ path: 'slot', code: 'records.value.slot_taken' }];

describe('time slots', () => {
  test('of fifty who want the same room at once exactly one gets it', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => book({ subject: `会议 ${n}`, room: ['a'], slot: [at(8 + (n % 2)), at(10)] })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status !== 200 && JSON.stringify(fieldsOf(answer)) === JSON.stringify(occupied))).toHaveLength(49);
    expect((await admin.ok(recordsApi.list, { params: { formId } })).rows).toHaveLength(1);
  });

  test('the next slot, another room and several rooms are free as far as each of them is', async () => {
    expect((await book({ room: ['a'], slot: [at(10), at(11)] })).status).toBe(200);
    expect((await book({ room: ['b', 'c'], slot: [at(10), at(11)] })).status).toBe(200);
    expect(fieldsOf(await book({ room: ['c'], slot: [at(10), at(11)] }))).toEqual(occupied);
  });

  test('what is moved, emptied or deleted is free again', async () => {
    const { id, version, values } = (await book({ room: ['a'], slot: [at(12), at(13)] })).body as { id: string; version: number; values: { slot: string[] } };
    expect(values.slot).toEqual([at(12), at(13)]);
    const moved = await admin.ok(recordsApi.update, { params: { formId, recordId: id }, body: { expectedVersion: version, values: { slot: [at(13), at(14)] } } });
    const other = (await book({ room: ['a'], slot: [at(12), at(13)] })).body as { id: string };
    const back = await admin.call(recordsApi.update, { params: { formId, recordId: id }, body: { expectedVersion: moved.version, values: { slot: [at(12), at(14)] } } });
    expect(fieldsOf(back)).toEqual(occupied);
    await admin.ok(recordsApi.remove, { params: { formId, recordId: other.id } });
    const wider = await admin.ok(recordsApi.update, { params: { formId, recordId: id }, body: { expectedVersion: moved.version, values: { slot: [at(12), at(14)] } } });
    await admin.ok(recordsApi.update, { params: { formId, recordId: id }, body: { expectedVersion: wider.version, values: { slot: null } } });
    expect((await book({ room: ['a'], slot: [at(12), at(13)] })).status).toBe(200);
  });

  test('without a resource, outside the hours, in the past or too far ahead nothing is booked', async () => {
    const codeFor = async (values: Record<string, unknown>): Promise<unknown> => (fieldsOf(await book(values)) as { code: string }[])[0]?.code;
    expect(await codeFor({ slot: [at(15), at(16)] })).toBe('records.value.slot_no_resource');
    expect(await codeFor({ room: ['a'], slot: [at(6), at(7)] })).toBe('records.value.slot_closed');
    expect(await codeFor({ room: ['a'], slot: [atMinute('2024-01-02', 600), atMinute('2024-01-02', 660)] })).toBe('records.value.slot_past');
    const far = wallText(new Date(Date.now() + 90 * 86_400_000).toISOString()).slice(0, 10);
    expect(await codeFor({ room: ['a'], slot: [atMinute(far, 600), atMinute(far, 660)] })).toBe('records.value.slot_too_far');
  });

  test('who may book learns when a room is taken, and nothing more', async () => {
    const ask = { params: { formId }, body: { field: 'slot', values: { room: ['b'] }, from: at(0), to: at(24) } };
    await admin.ok(formsApi.putPermissions, { params: { formId }, body: { rules: [{ id: 'r', subject: { kind: 'everyone' }, actions: ['create'], scope: 'own' }] } });
    expect(await user.ok(recordsApi.occupancy, ask)).toEqual({ named: true, taken: [[at(10), at(11)]] });
    expect(await user.ok(recordsApi.occupancy, { ...ask, body: { ...ask.body, values: {} } })).toEqual({ named: false, taken: [] });
    expect((await (await server.as('other-admin')).call(recordsApi.occupancy, ask)).status).toBe(404);
    const hidden = await released(rooms({ resources: [] }));
    expect((await user.call(recordsApi.occupancy, { ...ask, params: { formId: hidden } })).status).toBe(404);
  });

  test('a filter finds what lies in a stretch', async () => {
    const filter = JSON.stringify({ field: 'slot', operator: 'between', value: [at(10), at(10.5)] });
    expect((await admin.ok(recordsApi.list, { params: { formId }, query: { filter } })).rows).toHaveLength(2);
  });

  test('a release with other resources is refused while records overlap, and guards them afterwards', async () => {
    const id = await released(rooms({ resources: ['room', 'subject'] }));
    for (const subject of ['x', 'y']) expect((await book({ subject, room: ['a'], slot: [at(10), at(11)] }, id)).status).toBe(200);
    const release = async (definition: FormDefinition, draftVersion: number): Promise<Answer> => {
      await admin.ok(formsApi.saveDraft, { params: { formId: id }, body: { expectedVersion: draftVersion - 1, definition } });
      return admin.call(formsApi.release, { params: { formId: id }, body: { draftVersion } });
    };
    expect(((await release(rooms({ resources: ['room'] }), 2)).body as { code: string }).code).toBe('forms.release.slots_overlap');
    const [first] = (await admin.ok(recordsApi.list, { params: { formId: id } })).rows;
    await admin.ok(recordsApi.remove, { params: { formId: id, recordId: first!.id } });
    expect((await release(rooms({ resources: [] }), 3)).status).toBe(200);
    expect(fieldsOf(await book({ subject: 'z', room: ['b'], slot: [at(10), at(11)] }, id))).toEqual(occupied);
  });
});
