import { enterpriseApi } from '@formwork/contract/enterprise/api.ts';
import { usualWorkTime } from '@formwork/contract/enterprise/work-time.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { blankDefinition, type FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { wallText } from '@formwork/contract/forms/values/dates.ts';
import { printingApi } from '@formwork/contract/printing/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { searchApi } from '@formwork/contract/records/search.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import { groupCondition } from '@formwork/contract/views/group-condition.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openLog } from '../../../platform/open-log.ts';
import { startServer } from '../../../start.ts';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { zoneOf } from '../../enterprise/public.ts';

let server: TestServer;
let admin: Client;
let appId: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  appId = (await admin.ok(formsApi.createApp, { body: { title: { zh: '时区' } } })).id;
});
afterAll(() => server.stop());

const field = <T extends Field['type']>(type: T, id: string, config: object = {}): Field =>
  ({ ...newField(type, { zh: id }, id), config: { ...newField(type, { zh: id }, id).config, ...config } }) as Field;
const setZone = (timeZone: string) => admin.ok(enterpriseApi.setWorkTime, { body: { ...usualWorkTime, timeZone } });

async function released(fields: Field[]): Promise<{ formId: string; definition: FormDefinition }> {
  const definition = { ...blankDefinition({ zh: '时刻' }), fields, titleField: 'name' };
  const { id } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: { title: definition.title, definition },
  });
  await admin.ok(formsApi.release, { params: { formId: id }, body: { draftVersion: 1 } });
  return { formId: id, definition };
}
const make = (formId: string, values: Record<string, unknown>) =>
  admin.ok(recordsApi.create, { params: { formId }, body: { values: values as never } });

/** Around the nights when the clock is changed, and where the hour of the day begins at half past. */
describe.each([
  [
    'America/New_York',
    [
      '2026-03-08T04:30:00.000Z',
      '2026-03-08T05:30:00.000Z',
      '2026-03-08T07:30:00.000Z',
      '2026-03-09T03:30:00.000Z',
      '2026-03-09T04:30:00.000Z',
    ],
  ],
  [
    'America/New_York',
    [
      '2026-11-01T03:30:00.000Z',
      '2026-11-01T05:30:00.000Z',
      '2026-11-01T06:30:00.000Z',
      '2026-11-02T04:30:00.000Z',
      '2026-11-02T05:30:00.000Z',
    ],
  ],
  [
    'Asia/Kolkata',
    ['2026-03-08T18:15:00.000Z', '2026-03-08T18:45:00.000Z', '2026-11-01T18:29:59.000Z', '2026-11-01T18:30:00.000Z'],
  ],
])('in %s moments of %j are told by the clock of the enterprise', (zone, moments) => {
  test('in formulas, put together, in groups and filters, printed, and when a field becomes a day', async () => {
    await setZone(zone);
    const { formId, definition } = await released([
      field('text', 'name'),
      field('dateTime', 'at'),
      field('formula', 'hour', { expression: 'at.hour', result: 'number' }),
      field('concatenation', 'words', { parts: [{ kind: 'field', field: 'at' }] }),
    ]);
    const wall = (at: string): string => wallText(at, zone);
    for (const at of moments) {
      const { values } = await make(formId, { name: at, at });
      expect([Number(values.hour), values.words]).toEqual([Number(wall(at).slice(11, 13)), wall(at).slice(0, 16)]);
    }
    const counts = Map.groupBy(moments, (at) => wall(at).slice(0, 10));
    const { groups } = await admin.ok(viewsApi.pivot, {
      params: { formId },
      body: { rows: [{ field: 'at', step: 'day' }], columns: [], measures: [{ fn: 'count' }] },
    });
    const days = groups.filter(({ rows }) => rows.length === 1);
    expect(days.map(({ rows, count }) => [rows[0], count])).toEqual([...counts].map(([day, all]) => [day, all.length]));
    for (const { rows, count } of days) {
      const filter = JSON.stringify(groupCondition({ field: 'at', step: 'day' }, 'dateTime', rows[0]!, zone));
      expect((await admin.ok(recordsApi.list, { params: { formId }, query: { filter } })).rows).toHaveLength(count);
    }
    const { id } = (
      await admin.ok(recordsApi.list, {
        params: { formId },
        query: { filter: JSON.stringify({ field: 'name', operator: 'eq', value: moments[0] }) },
      })
    ).rows[0]!;
    expect(
      JSON.stringify(
        (await admin.ok(printingApi.print, { params: { formId }, body: { recordId: id, templateId: null, link: '' } }))
          .parts,
      ),
    ).toContain(wall(moments[0]!).slice(0, 16));
    // the same answer when the field becomes a day, and is filled from what was there
    const asDay: FormDefinition = { ...definition, fields: [field('text', 'name'), field('date', 'at')] };
    const draft = await admin.ok(formsApi.saveDraft, {
      params: { formId },
      body: { expectedVersion: 1, definition: asDay },
    });
    await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: draft.version, acceptLoss: true } });
    const { rows } = await admin.ok(recordsApi.list, { params: { formId } });
    expect(new Map(rows.map(({ values }) => [values.name, values.at]))).toEqual(
      new Map(moments.map((at) => [at, wall(at).slice(0, 10)])),
    );
  });
});

test('what was worked out by the clock of the zone before is worked out anew, and found by the new one', async () => {
  await setZone('America/New_York');
  const { formId } = await released([
    field('text', 'name'),
    field('dateTime', 'at'),
    field('formula', 'hour', { expression: 'at.hour', result: 'number' }),
    field('concatenation', 'words', { parts: [{ kind: 'field', field: 'at' }] }),
  ]);
  const { formId: other } = await released([
    field('text', 'name'),
    field('concatenation', 'words', { parts: [{ kind: 'field', field: 'name' }] }),
  ]);
  const at = '2033-05-06T23:30:00.000Z';
  const { id, version } = await make(formId, { name: 'a', at });
  const plain = await make(other, { name: 'b' });
  const stored = async () => {
    const { values } = await admin.ok(recordsApi.get, { params: { formId, recordId: id } });
    return [Number(values.hour), values.words];
  };
  const foundBy = async (search: string) =>
    (await admin.ok(searchApi.records, { query: { search } })).rows.filter(({ recordId }) => recordId === id).length;
  expect(await stored()).toEqual([19, '2033-05-06 19:30']);
  await vi.waitFor(async () => expect(await foundBy('2033-05-06')).toBe(1));
  await setZone('Asia/Kolkata');
  await vi.waitFor(async () => expect(await stored()).toEqual([5, '2033-05-07 05:00']));
  await vi.waitFor(async () => expect([await foundBy('2033-05-07'), await foundBy('2033-05-06')]).toEqual([1, 0]));
  // nobody has entered anything
  expect((await admin.ok(recordsApi.get, { params: { formId, recordId: id } })).version).toBe(version);
  expect((await admin.ok(recordsApi.get, { params: { formId: other, recordId: plain.id } })).version).toBe(
    plain.version,
  );
  // other hours of work in the same zone make nothing again
  const asked = async () =>
    (await server.platform.pool.query('select 1 from space_demo.records_recalculation where form_id = $1', [formId]))
      .rowCount;
  const before = await asked();
  await setZone('Asia/Kolkata');
  await make(formId, { name: 'c', at });
  expect(await asked()).toBe(before);
});

test('resources open at the hours of the enterprise, also on a day that begins with another offset', async () => {
  await setZone('America/New_York');
  const { formId } = await released([
    field('text', 'name'),
    field('timeSlot', 'slot', { opensAt: '08:00', closesAt: '18:00', minutes: 60, daysAhead: 730 }),
  ]);
  const book = (slot: string[]) => admin.call(recordsApi.create, { params: { formId }, body: { values: { slot } } });
  // 08:00 of 2027-03-14 is four hours behind, the day before five
  expect((await book(['2027-03-14T12:00:00.000Z', '2027-03-14T13:00:00.000Z'])).status).toBe(200);
  expect((await book(['2027-03-13T12:00:00.000Z', '2027-03-13T13:00:00.000Z'])).status).toBe(422);
  expect((await book(['2027-03-13T13:00:00.000Z', '2027-03-13T14:00:00.000Z'])).status).toBe(200);
});

test('every process and every page hears of another zone', async () => {
  const second = await startServer(
    { ...server.platform.config, databaseUrl: server.databaseUrl, role: 'web', port: 0 },
    openLog(server.platform.config),
  );
  try {
    expect(zoneOf(second.platform, 'demo')).toBe('America/New_York');
    await setZone('Asia/Kolkata');
    await vi.waitFor(() => expect(zoneOf(second.platform, 'demo')).toBe('Asia/Kolkata'));
    expect(await (await server.as('user')).ok(enterpriseApi.timeZone)).toEqual({ timeZone: 'Asia/Kolkata' });
    expect((await (await server.as('other-admin')).ok(enterpriseApi.timeZone)).timeZone).toBe(usualWorkTime.timeZone);
  } finally {
    await second.stop();
  }
});
