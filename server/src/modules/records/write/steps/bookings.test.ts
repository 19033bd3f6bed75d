import { blankDefinition, type FormDefinition } from '@formwork/contract/forms/definition.ts';
import { atMinute } from '@formwork/contract/forms/field-types/time-slot.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { wallText } from '@formwork/contract/forms/values/dates.ts';
import { binApi } from '@formwork/contract/records/bin.ts';
import type { FormRecord } from '@formwork/contract/records/record.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { shareApi } from '@formwork/contract/records/share.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Answer, type Client, type TestServer } from '../../../../testing/server.ts';

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
const zone = 'Asia/Shanghai';
const tomorrow = wallText(new Date(Date.now() + 86_400_000).toISOString(), zone).slice(0, 10);
const at = (hour: number): string => atMinute(tomorrow, hour * 60, zone);

function rooms(config: object): FormDefinition {
  const slot = newField('timeSlot', { zh: '时段' }, 'slot');
  return {
    ...blankDefinition({ zh: '预约' }),
    titleField: 'subject',
    fields: [
      newField('text', { zh: '主题' }, 'subject'),
      { ...newField('multiSelect', { zh: '会议室' }, 'room'), config: { options } },
      { ...slot, config: { ...slot.config, most: 4, ...config } },
    ],
  };
}

async function released(definition: FormDefinition): Promise<string> {
  const { id } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: { title: definition.title, definition },
  });
  await admin.ok(formsApi.release, { params: { formId: id }, body: { draftVersion: 1 } });
  return id;
}

const book = (values: Record<string, unknown>, id = formId): Promise<Answer> =>
  admin.call(recordsApi.create, { params: { formId: id }, body: { values: values as never } });
const fieldsOf = (answer: Answer): unknown => (answer.body as { fields?: unknown }).fields;
const occupied = [{ path: 'slot', code: 'records.value.slot_taken' }];

describe('time slots', () => {
  test('of fifty who want the same room at once exactly one gets it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        book({ subject: `会议 ${n}`, room: ['a'], slot: [at(8 + (n % 2)), at(10)] }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(
      answers.filter(
        (answer) => answer.status !== 200 && JSON.stringify(fieldsOf(answer)) === JSON.stringify(occupied),
      ),
    ).toHaveLength(49);
    expect((await admin.ok(recordsApi.list, { params: { formId } })).rows).toHaveLength(1);
  });

  test('the next slot, another room and several rooms are free as far as each of them is', async () => {
    expect((await book({ room: ['a'], slot: [at(10), at(11)] })).status).toBe(200);
    expect((await book({ room: ['b', 'c'], slot: [at(10), at(11)] })).status).toBe(200);
    expect(fieldsOf(await book({ room: ['c'], slot: [at(10), at(11)] }))).toEqual(occupied);
  });

  test('what is moved, emptied or deleted is free again', async () => {
    const { id, version, values } = (await book({ room: ['a'], slot: [at(12), at(13)] })).body as {
      id: string;
      version: number;
      values: { slot: string[] };
    };
    expect(values.slot).toEqual([at(12), at(13)]);
    const moved = await admin.ok(recordsApi.update, {
      params: { formId, recordId: id },
      body: { expectedVersion: version, values: { slot: [at(13), at(14)] } },
    });
    const other = (await book({ room: ['a'], slot: [at(12), at(13)] })).body as { id: string };
    const back = await admin.call(recordsApi.update, {
      params: { formId, recordId: id },
      body: { expectedVersion: moved.version, values: { slot: [at(12), at(14)] } },
    });
    expect(fieldsOf(back)).toEqual(occupied);
    await admin.ok(recordsApi.remove, { params: { formId, recordId: other.id } });
    const wider = await admin.ok(recordsApi.update, {
      params: { formId, recordId: id },
      body: { expectedVersion: moved.version, values: { slot: [at(12), at(14)] } },
    });
    await admin.ok(recordsApi.update, {
      params: { formId, recordId: id },
      body: { expectedVersion: wider.version, values: { slot: null } },
    });
    expect((await book({ room: ['a'], slot: [at(12), at(13)] })).status).toBe(200);
  });

  test('without a resource, outside the hours, in the past or too far ahead nothing is booked', async () => {
    const codeFor = async (values: Record<string, unknown>): Promise<unknown> =>
      (fieldsOf(await book(values)) as { code: string }[])[0]?.code;
    expect(await codeFor({ slot: [at(15), at(16)] })).toBe('records.value.slot_no_resource');
    expect(await codeFor({ room: ['a'], slot: [at(6), at(7)] })).toBe('records.value.slot_closed');
    expect(
      await codeFor({ room: ['a'], slot: [atMinute('2024-01-02', 600, zone), atMinute('2024-01-02', 660, zone)] }),
    ).toBe('records.value.slot_past');
    const far = wallText(new Date(Date.now() + 90 * 86_400_000).toISOString(), zone).slice(0, 10);
    expect(await codeFor({ room: ['a'], slot: [atMinute(far, 600, zone), atMinute(far, 660, zone)] })).toBe(
      'records.value.slot_too_far',
    );
  });

  test('who may book learns when a room is taken, and nothing more', async () => {
    const ask = { params: { formId }, body: { field: 'slot', values: { room: ['b'] }, from: at(0), to: at(24) } };
    await admin.ok(formsApi.putPermissions, {
      params: { formId },
      body: { rules: [{ id: 'r', subject: { kind: 'everyone' }, actions: ['create'], scope: 'own' }] },
    });
    expect(await user.ok(recordsApi.occupancy, ask)).toEqual({ named: true, taken: [[at(10), at(11)]] });
    expect(await user.ok(recordsApi.occupancy, { ...ask, body: { ...ask.body, values: {} } })).toEqual({
      named: false,
      taken: [],
    });
    expect((await (await server.as('other-admin')).call(recordsApi.occupancy, ask)).status).toBe(404);
    const hidden = await released(rooms({ resources: [] }));
    expect((await user.call(recordsApi.occupancy, { ...ask, params: { formId: hidden } })).status).toBe(404);
  });

  test('a filter finds what lies in a stretch', async () => {
    const filter = JSON.stringify({ field: 'slot', operator: 'between', value: [at(10), at(10.5)] });
    expect((await admin.ok(recordsApi.list, { params: { formId }, query: { filter } })).rows).toHaveLength(2);
  });

  describe('in rows of a slave table', () => {
    const slot = newField('timeSlot', { zh: '时段' }, 'slot');
    const table = (resources: string[], most = 4) => ({
      id: 'lines',
      title: { zh: '明细' },
      fields: [newField('text', { zh: '设备' }, 'machine'), { ...slot, config: { ...slot.config, most, resources } }],
    });
    const plan = (resources: string[]): FormDefinition => ({
      ...blankDefinition({ zh: '排产' }),
      titleField: 'order',
      fields: [newField('text', { zh: '工单' }, 'order'), newField('text', { zh: '车间' }, 'hall')],
      tables: [table(resources)],
    });
    const line = (machine: string | null, from: number, to: number) => ({
      values: { machine, slot: [at(from), at(to)] },
    });
    const bookRows = (id: string, lines: object[], hall = 'h'): Promise<Answer> =>
      admin.call(recordsApi.create, {
        params: { formId: id },
        body: { values: { order: 'o', hall }, slaves: { lines } as never },
      });
    const taken = (...rows: number[]) =>
      rows.map((row) => ({ path: `lines.${row}.slot`, code: 'records.value.slot_taken' }));
    let id: string;
    beforeAll(async () => {
      id = await released(plan(['hall', 'machine']));
    });

    test('each row books for itself: of fifty who want the same exactly one gets it, and each is told the row', async () => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, n) => bookRows(id, [line(`free ${n}`, 8, 9), line('m', 8 + (n % 2), 10)])),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter((answer) => JSON.stringify(fieldsOf(answer)) === JSON.stringify(taken(1)))).toHaveLength(
        49,
      );
      expect(
        fieldsOf(await bookRows(id, [line('n', 8, 10), line('m', 10, 11), line('n', 9, 10)])),
        'rows of one record',
      ).toEqual(taken(2));
      expect((await bookRows(id, [line('m', 8, 10)], 'another hall')).status).toBe(200);
      expect(fieldsOf(await bookRows(id, [line(null, 8, 9)]))).toEqual([
        { path: 'lines.0.slot', code: 'records.value.slot_no_resource' },
      ]);
    });

    test('what is moved, taken out or deleted is free again, and comes back from the bin where it still is', async () => {
      const made = (await bookRows(id, [line('k', 8, 9), line('k', 9, 10)])).body as FormRecord;
      const rows = made.slaves.lines!;
      const params = { formId: id, recordId: made.id };
      const swapped = await admin.ok(recordsApi.update, {
        params,
        body: {
          expectedVersion: 1,
          values: {},
          slaves: {
            lines: [
              { id: rows[0]!.id, ...line('k', 9, 10) },
              { id: rows[1]!.id, ...line('k', 8, 9) },
            ],
          },
        },
      });
      expect(swapped.slaves.lines!.map(({ values }) => (values.slot as string[])[0])).toEqual([at(9), at(8)]);
      expect(fieldsOf(await bookRows(id, [line('k', 8, 9)]))).toEqual(taken(0));
      const one = await admin.ok(recordsApi.update, {
        params,
        body: { expectedVersion: 2, values: {}, slaves: { lines: [{ id: rows[0]!.id, values: {} }] } },
      });
      expect((await bookRows(id, [line('k', 8, 9)])).status).toBe(200);
      expect(fieldsOf(await bookRows(id, [line('k', 9, 10)]))).toEqual(taken(0));
      // the resource is named by the record: with another hall its rows book there
      const moved = await admin.ok(recordsApi.update, {
        params,
        body: { expectedVersion: one.version, values: { hall: 'east' } },
      });
      expect((await bookRows(id, [line('k', 9, 10)])).status).toBe(200);
      expect(fieldsOf(await bookRows(id, [line('k', 9, 10)], 'east'))).toEqual(taken(0));
      await admin.ok(recordsApi.remove, { params });
      expect((await bookRows(id, [line('k', 9, 10)], 'east')).status).toBe(200);
      const { outcomes } = await admin.ok(binApi.restore, { body: { ids: [made.id] } });
      expect(outcomes, `version ${moved.version}`).toMatchObject([{ refused: 'value_taken' }]);
    });

    test('who asks hears what is taken of what the row and its record name', async () => {
      const ask = (values: object) =>
        admin.ok(recordsApi.occupancy, {
          params: { formId: id },
          body: { field: 'slot', values: values as never, from: at(0), to: at(24) },
        });
      expect(await ask({ hall: 'another hall', machine: 'm' })).toEqual({ named: true, taken: [[at(8), at(10)]] });
      expect(await ask({ hall: 'another hall' })).toEqual({ named: false, taken: [] });
    });

    test('a row whose time nobody could book today goes to another record with its booking', async () => {
      const form = await released(plan(['machine']));
      const from = (await bookRows(form, [line('m', 8, 9), line('n', 8, 9)])).body as FormRecord;
      const to = (await bookRows(form, [])).body as FormRecord;
      const definition = plan(['machine']);
      definition.tables[0] = {
        ...definition.tables[0]!,
        fields: definition.tables[0]!.fields.map((field) =>
          field.type === 'timeSlot' ? { ...field, config: { ...field.config, daysAhead: 0 } } : field,
        ),
      };
      await admin.ok(formsApi.saveDraft, { params: { formId: form }, body: { expectedVersion: 1, definition } });
      await admin.ok(formsApi.release, { params: { formId: form }, body: { draftVersion: 2 } });
      expect(fieldsOf(await bookRows(form, [line('k', 8, 9)]))).toMatchObject([{ code: 'records.value.slot_too_far' }]);
      await admin.ok(shareApi.transferRows, {
        params: { formId: form, recordId: from.id },
        body: { table: 'lines', rows: [from.slaves.lines![0]!.id], to: to.id, expectedVersion: 1 },
      });
      const { slaves } = await admin.ok(recordsApi.get, { params: { formId: form, recordId: to.id } });
      expect(slaves.lines!.map(({ values }) => values)).toEqual([line('m', 8, 9).values]);
      const ask = { field: 'slot', values: { machine: 'm' }, from: at(0), to: at(24) };
      expect(await admin.ok(recordsApi.occupancy, { params: { formId: form }, body: ask })).toEqual({
        named: true,
        taken: [[at(8), at(9)]],
      });
    });

    test('a release with other resources fills in what rows hold, or is refused', async () => {
      const again = await released(plan(['order', 'machine']));
      await bookRows(again, [line('x', 8, 9)]);
      const two = await admin.ok(recordsApi.create, {
        params: { formId: again },
        body: { values: { order: 'p' }, slaves: { lines: [line('x', 8, 9)] } },
      });
      const release = async (draftVersion: number): Promise<Answer> => {
        await admin.ok(formsApi.saveDraft, {
          params: { formId: again },
          body: { expectedVersion: draftVersion - 1, definition: plan(['machine']) },
        });
        return admin.call(formsApi.release, { params: { formId: again }, body: { draftVersion } });
      };
      expect(await release(2)).toMatchObject({ status: 409, body: { code: 'forms.release.slots_overlap' } });
      await admin.ok(recordsApi.remove, { params: { formId: again, recordId: two.id } });
      expect((await release(3)).status).toBe(200);
      expect(fieldsOf(await bookRows(again, [line('y', 8, 9), line('x', 8, 9)]))).toEqual(taken(1));
    });
  });

  test('a release with other resources is refused while records overlap, and guards them afterwards', async () => {
    const id = await released(rooms({ resources: ['room', 'subject'] }));
    for (const subject of ['x', 'y'])
      expect((await book({ subject, room: ['a'], slot: [at(10), at(11)] }, id)).status).toBe(200);
    const release = async (definition: FormDefinition, draftVersion: number): Promise<Answer> => {
      await admin.ok(formsApi.saveDraft, {
        params: { formId: id },
        body: { expectedVersion: draftVersion - 1, definition },
      });
      return admin.call(formsApi.release, { params: { formId: id }, body: { draftVersion } });
    };
    expect(((await release(rooms({ resources: ['room'] }), 2)).body as { code: string }).code).toBe(
      'forms.release.slots_overlap',
    );
    const [first] = (await admin.ok(recordsApi.list, { params: { formId: id } })).rows;
    await admin.ok(recordsApi.remove, { params: { formId: id, recordId: first!.id } });
    expect((await release(rooms({ resources: [] }), 3)).status).toBe(200);
    expect(fieldsOf(await book({ subject: 'z', room: ['b'], slot: [at(10), at(11)] }, id))).toEqual(occupied);
  });
});
