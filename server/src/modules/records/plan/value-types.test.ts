import { filesApi, type FileView } from '@formwork/contract/files/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { blankDefinition } from '@formwork/contract/forms/definition.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import type { FormRecord } from '@formwork/contract/records/record.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Answer, type Client, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
let admin: Client;
let formId: string;

const field = <T extends Field['type']>(type: T, id: string, config: object = {}, more: Partial<Field> = {}): Field => {
  const made = newField(type, { zh: id }, id);
  return { ...made, config: { ...made.config, ...config }, ...more } as Field;
};

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '类型' } } });
  const definition = {
    ...blankDefinition({ zh: '类型' }),
    titleField: 'label',
    fields: [
      field('text', 'name'),
      field('member', 'people', { multiple: true }),
      field('number', 'count', { decimals: 1 }),
      field('concatenation', 'label', {
        parts: [
          { kind: 'field', field: 'name' },
          { kind: 'text', text: '-' },
          { kind: 'field', field: 'count' },
          { kind: 'text', text: '-' },
          { kind: 'field', field: 'people' },
          { kind: 'text', text: '/' },
          { kind: 'field', field: 'number' },
        ],
      }),
      field('richText', 'rich', { maxLength: 20, pictures: true }),
      field('location', 'place'),
      field('json', 'data'),
      field('barcode', 'code', { format: 'qr' }),
      field('image', 'photo'),
      field('signature', 'sign'),
      field('date', 'begins'),
      field('date', 'ends', {}, { compare: [{ operator: 'gte', to: 'begins' }] }),
      field('dateTime', 'seen', {}, { compare: [{ operator: 'lte', to: '_now' }] }),
      field('number', 'least', {}, { compare: [{ operator: 'lt', to: 'count' }] }),
      field('autoNumber', 'number', { prefix: 'N-', fields: ['code'], digits: 3, editable: true }, { unique: true }),
    ],
  };
  const form = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: { title: definition.title, definition },
  });
  formId = form.id;
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
});
afterAll(() => server.stop());

const create = (values: Record<string, unknown>): Promise<FormRecord> =>
  admin.ok(recordsApi.create, { params: { formId }, body: { values: values as never } });
const attempt = (values: Record<string, unknown>): Promise<Answer> =>
  admin.call(recordsApi.create, { params: { formId }, body: { values: values as never } });
const fieldsOf = (answer: Answer): unknown => (answer.body as { fields?: unknown }).fields;
const found = async (query: object): Promise<string[]> =>
  (await admin.ok(recordsApi.list, { params: { formId }, query })).rows.map(({ id }) => id);
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('values of the richer types', () => {
  test('a concatenation is put together by the server, whatever is sent, with names and the number drawn', async () => {
    const { values, id, version } = await create({
      name: '甲',
      count: '2.0',
      people: [admin.id],
      label: 'mine',
      code: 'A',
    });
    expect(String(values.label)).toMatch(/^甲-2\.0-.+\/N-A001$/);
    const saved = await admin.ok(recordsApi.update, {
      params: { formId, recordId: id },
      body: { expectedVersion: version, values: { name: '乙' } },
    });
    expect(String(saved.values.label)).toMatch(/^乙-2\.0-.+\/N-A001$/);
  });

  test('formatted text loses what could run, is cut after what the field takes, and is found by what people read', async () => {
    const record = await create({
      rich: '<h1 onclick="x()">Über &amp;</h1><script>alert(1)</script><p style="color:red">eine <a href="javascript:x">l</a><img src="//evil/x.png"><b>long</b> line</p>',
    });
    expect(record.values.rich).toBe(
      '<h1>Über &amp;</h1><p>eine <a target="_blank" rel="noopener noreferrer nofollow">l</a><b>long</b> lin</p>',
    );
    expect(await found({ search: 'long LIN' })).toEqual([record.id]);
    expect(await found({ filter: JSON.stringify({ field: 'rich', operator: 'contains', value: 'href' }) })).toEqual([]);
    expect((await create({ rich: '<p> </p><script>1</script>' })).values.rich).toBeNull();
  });

  test("pictures in a text and in a field are the record's, by their content", async () => {
    const upload = async (
      name: string,
      content: Buffer,
      type: string,
    ): Promise<{ id: string; name: string; size: number; type: string }> => {
      const body = new FormData();
      body.append('file', new File([new Uint8Array(content)], name, { type }));
      const [file] = (await (await admin.fetch('/api/files', { method: 'POST', body })).json()) as FileView[];
      return { id: file!.id, name: file!.name, size: file!.size, type: file!.type };
    };
    const picture = await upload('a.png', png, 'image/png');
    const text = await upload('b.png', Buffer.from('no picture'), 'image/png');
    expect(fieldsOf(await attempt({ photo: [{ ...text, type: 'image/png' }] }))).toEqual([
      { path: 'photo', code: 'records.value.not_picture' },
    ]);
    expect(fieldsOf(await attempt({ sign: [{ ...text, type: 'image/png' }] }))).toEqual([
      { path: 'sign', code: 'records.value.not_picture' },
    ]);
    const inText = await upload('c.png', png, 'image/png');
    const { values } = await create({ photo: [picture], rich: `<p><img data-file="${inText.id}" src="x"></p>` });
    expect(values).toMatchObject({ photo: [picture], rich: `<p><img data-file="${inText.id}" /></p>` });
    // attached now: nobody may take it away from the record
    expect((await admin.call(filesApi.remove, { params: { fileId: inText.id } })).status).not.toBe(200);
  });

  test('a place is found near a point and within a box', async () => {
    const { id, values } = await create({ place: { lat: 31.2304, lng: 121.4737, name: '上海', address: '人民广场' } });
    expect(values.place).toEqual({ lat: 31.2304, lng: 121.4737, name: '上海', address: '人民广场' });
    const where = (operator: string, value: unknown): Promise<string[]> =>
      found({ filter: JSON.stringify({ field: 'place', operator, value }) });
    expect([await where('near', [31.2, 121.4, 10]), await where('near', [31.2, 121.4, 5])]).toEqual([[id], []]);
    expect([await where('inBox', [31, 121, 32, 122]), await where('contains', '人民')]).toEqual([[id], [id]]);
    expect(
      (
        await admin.call(recordsApi.list, {
          params: { formId },
          query: { filter: JSON.stringify({ field: 'place', operator: 'near', value: [91, 0, 1] }) },
        })
      ).status,
    ).toBe(422);
  });

  test('a document comes back as it was, also when several are made at once, and saving it again changes nothing', async () => {
    const data = { zz: [1, { deep: 'x"y' }], a: null, 键: 1, é: 2 };
    const [one] = await Promise.all([create({ data }), create({ data: [1, 2] }), create({ data: '{"b": "text"}' })]);
    expect(one.values.data).toEqual(data);
    const again = await admin.ok(recordsApi.update, {
      params: { formId, recordId: one.id },
      body: { expectedVersion: 1, values: { data: { é: 2, a: null, 键: 1, zz: [1, { deep: 'x"y' }] } } },
    });
    expect(again.version).toBe(1);
    expect(
      await found({ filter: JSON.stringify({ field: 'data', operator: 'contains', value: '"b": "TEXT' }) }),
    ).toHaveLength(1);
  });

  test('a value is compared with another of the record, or with the time of the system; a blank one with nothing', async () => {
    const refused = async (values: Record<string, unknown>) =>
      (fieldsOf(await attempt(values)) as { path: string; code: string }[] | undefined)?.map(({ path, code }) => [
        path,
        code,
      ]);
    expect(
      await refused({
        begins: '2026-03-02',
        ends: '2026-03-01',
        least: 5,
        count: '5.0',
        seen: new Date(Date.now() + 3_600_000).toISOString(),
      }),
    ).toEqual([
      ['ends', 'records.value.compare_gte'],
      ['seen', 'records.value.compare_lte_now'],
      ['least', 'records.value.compare_lt'],
    ]);
    expect(
      await refused({
        begins: '2026-03-02',
        ends: '2026-03-02',
        least: 4.9,
        count: '5.0',
        seen: new Date(Date.now() - 60_000).toISOString(),
      }),
    ).toBeUndefined();
    expect(await refused({ ends: '2026-03-01', least: 7 })).toBeUndefined();
  });

  test('numbers: one written by hand is kept, refused when taken, and passed over when it would be drawn', async () => {
    expect((await create({ number: 'N-X050', code: 'X' })).values.number).toBe('N-X050');
    expect(fieldsOf(await attempt({ number: 'N-X050' }))).toEqual([
      { path: 'number', code: 'records.value.number_taken' },
    ]);
    const drawn = Number(String((await create({ code: 'X' })).values.number).slice(3));
    await create({ number: `N-X${String(drawn + 1).padStart(3, '0')}`, code: 'X' });
    const made = await Promise.all(Array.from({ length: 20 }, () => create({ code: 'X' })));
    const numbers = made
      .map(({ values }) => Number(String(values.number).slice(3)))
      .sort((left, right) => left - right);
    expect(new Set(numbers).size).toBe(20);
    expect(numbers[0]).toBe(drawn + 2);
    expect(numbers.at(-1)).toBe(drawn + 21);
  });
});
