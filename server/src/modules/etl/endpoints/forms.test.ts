import { formsApi } from '@formwork/contract/forms/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '../../../platform/engine/port.ts';
import { rowsOf } from '../../../platform/engine/rows.ts';
import { field, newForm } from '../../../testing/forms.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { asPerson } from '../../identity/public.ts';
import { readingSuite, weather } from '../testing/endpoint-suite.ts';
import { doubleQuoted } from './names.ts';
import { formsSource, openEndpoint } from './open.ts';

// The own forms answer as everything else that is read.

let server: TestServer;
let endpoint: Endpoint;
let formId: string;
beforeAll(async () => {
  server = await startTestServer();
  const admin = await server.as('admin');
  const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '天气' } } });
  formId = await newForm(admin, appId, {
    fields: [field('number', 'id'), field('longText', 'place'), field('number', 'rain'), field('date', 'day')],
  });
  for (const [id, place, rain, day] of weather.rows) {
    const values = { id: Number(id), place: place!, rain: rain === null ? null : Number(rain), day: day! };
    await admin.ok(recordsApi.create, { params: { formId }, body: { values } });
  }
  const ctx = await asPerson({ platform: server.platform, spaceId: 'demo' }, admin.id, 'a test');
  endpoint = await openEndpoint(ctx, formsSource, { kind: 'test', id: '1' });
});
afterAll(async () => {
  await endpoint?.close();
  await server.stop();
});

readingSuite(() => ({
  endpoint,
  table: { schema: '', name: formId },
  quote: doubleQuoted,
  isForm: true,
  columns: [
    { name: 'id', type: 'decimal' },
    { name: 'place', type: 'text' },
    { name: 'rain', type: 'decimal' },
    { name: 'day', type: 'date' },
  ],
  // nothing and an empty text are the same in a record
  rows: weather.rows.map(([id, place, rain, day]) => [
    id!,
    place || null,
    rain === null ? null : String(Number(rain)),
    day!,
  ]),
}));

test('only records with some values of a field are read where they are asked for', async () => {
  const among = async (column: string, values: string[]) => {
    const table = { schema: '', name: formId };
    const { bytes } = await endpoint.read({ table, columns: [column], within: { column, values } });
    const found: (string | null)[] = [];
    for await (const rows of rowsOf(bytes)) found.push(...rows.map(([value]) => value!));
    return found;
  };
  const [[id], [next]] = weather.rows as [string[], string[]];
  expect(await among('id', [id!, next!, '-5'])).toEqual([id, next]);
  expect(await among('place', [weather.rows[0]![1]!])).toEqual([weather.rows[0]![1]]);
  expect(await among('id', [])).toEqual([]);
});
