import { formsApi } from '@formwork/contract/forms/api.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { binApi } from '@formwork/contract/records/bin.ts';
import type { Sheet } from '@formwork/contract/records/import.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { codeOf } from '../../../../testing/server.ts';
import {
  admin,
  close,
  created,
  definitionOf,
  field,
  open,
  release,
  saved,
  server,
} from '../../../forms/testing/designing.ts';

/** Fields of slave tables that are unique, and fields whose value is kept apart by its words. */
beforeAll(open);
afterAll(close);

type Rows = Record<string, unknown>[];

const withRows = (...fields: Field[]) =>
  definitionOf([field('text', 'name'), field('switch', 'open')], {
    tables: [{ id: 'rows', title: { zh: '行' }, fields: [field('number', 'qty'), ...fields] }],
  });
const serial = (more: Partial<Field> = { unique: true }) => field('text', 'serial', more);

async function released(definition: ReturnType<typeof definitionOf>): Promise<string> {
  const formId = await created(definition);
  expect((await release(formId)).status).toBe(200);
  return formId;
}

const create = (formId: string, rows: Rows, values: Record<string, unknown> = {}) =>
  admin.call(recordsApi.create, {
    params: { formId },
    body: { values: values as never, slaves: { rows: rows.map((row) => ({ values: row as never })) } },
  });
async function made(formId: string, rows: Rows, values: Record<string, unknown> = {}) {
  const { status, body } = await create(formId, rows, values);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as unknown as {
    id: string;
    version: number;
    slaves: { rows: { id: string; values: Record<string, unknown> }[] };
  };
}
const update = (
  formId: string,
  { id, version }: { id: string; version: number },
  rows: { id?: string; values: Record<string, unknown> }[],
  values: Record<string, unknown> = {},
) =>
  admin.call(recordsApi.update, {
    params: { formId, recordId: id },
    body: { expectedVersion: version, values: values as never, slaves: { rows: rows as never } },
  });
const taken = (...paths: string[]) => ({
  body: { code: 'records.record.value_taken', fields: paths.map((path) => ({ path, code: 'records.value.taken' })) },
});
const repeated = (path: string, row: number) => ({
  status: 422,
  body: { fields: [{ path, code: 'records.value.repeated', data: { row } }] },
});

describe('a unique field of a slave table', () => {
  test('keeps the rows of all records apart, says which ones are taken, and lets rows change places', async () => {
    const formId = await released(withRows(serial()));
    const first = await made(formId, [{ serial: 'A' }, { serial: 'B' }, { qty: 1 }, { qty: 1 }]);
    expect(await create(formId, [{ serial: 'C' }, { serial: 'B' }, { serial: 'A' }])).toMatchObject(
      taken('rows.1.serial', 'rows.2.serial'),
    );
    expect(await create(formId, [{ serial: 'C' }, { serial: 'D' }, { serial: 'C' }])).toMatchObject(
      repeated('rows.2.serial', 1),
    );
    const second = await made(formId, [{ serial: 'C' }]);
    expect(await update(formId, second, [{ ...second.slaves.rows[0]!, values: { serial: 'A' } }])).toMatchObject(
      taken('rows.0.serial'),
    );
    const [a, b, ...others] = first.slaves.rows;
    const swapped = await update(formId, first, [
      { id: a!.id, values: { serial: 'B' } },
      { id: b!.id, values: { serial: 'A' } },
      ...others.map(({ id }) => ({ id, values: {} })),
    ]);
    expect(swapped).toMatchObject({
      status: 200,
      body: { slaves: { rows: [{ values: { serial: 'B' } }, { values: { serial: 'A' } }, {}, {}] } },
    });
    // what a row lets go another may have
    expect((await update(formId, { id: first.id, version: 2 }, [{ id: a!.id, values: { serial: 'X' } }])).status).toBe(
      200,
    );
    expect((await update(formId, second, [{ ...second.slaves.rows[0]!, values: { serial: 'B' } }])).status).toBe(200);
  });

  test('lets exactly one of fifty win who save the same at once, and tells the others where', async () => {
    const formId = await released(withRows(serial()));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => create(formId, [{ serial: `own ${n}` }, { serial: 'same' }])),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const refused of answers.filter(({ status }) => status !== 200))
      expect(refused).toMatchObject(taken('rows.1.serial'));
  });

  test('may be unique within its record alone, and under a condition over row and record', async () => {
    const formId = await released(
      withRows(
        serial({ unique: true, uniqueWithin: 'record' }),
        field('text', 'place', { uniqueIf: 'qty > 10 and open = true' }),
      ),
    );
    await made(
      formId,
      [
        { serial: 'A', place: 'p', qty: 11 },
        { serial: 'B', place: 'p', qty: 1 },
      ],
      { open: true },
    );
    expect(await create(formId, [{ serial: 'A' }, { serial: 'A' }])).toMatchObject(repeated('rows.1.serial', 1));
    const closed = await made(
      formId,
      [
        { serial: 'A', place: 'p', qty: 12 },
        { serial: 'B', place: 'p', qty: 13 },
      ],
      { open: false },
    );
    expect(
      await update(formId, closed, closed.slaves.rows, { open: true }),
      'the record makes the condition true of both',
    ).toMatchObject(repeated('rows.1.place', 1));
    const [one, two] = closed.slaves.rows;
    expect(
      await update(formId, closed, [one!, { ...two!, values: { ...two!.values, qty: 1 } }], { open: true }),
      'of one, and another record has it',
    ).toMatchObject(taken('rows.0.place'));
  });

  test('holds in imports and for what comes back from the bin', async () => {
    const formId = await released(withRows(serial()));
    const first = await made(formId, [{ serial: 'A' }]);
    await admin.ok(recordsApi.remove, { params: { formId, recordId: first.id } });
    const done = await imported(formId, 'name,serial\none,A\n,B\ntwo,A\nthree,C\n,C\nfour,D\n');
    expect(done).toMatchObject({
      state: 'finished',
      imported: 2,
      failures: [
        { line: 4, column: 'serial', code: 'records.value.taken' },
        { line: 5, column: 'serial', code: 'records.value.repeated' },
      ],
    });
    expect((await admin.ok(binApi.restore, { body: { ids: [first.id] } })).outcomes).toMatchObject([
      { refused: 'value_taken' },
    ]);
  });

  test('asks of rows that are there when it is released, and lets go when it is so no more', async () => {
    const formId = await released(withRows(serial({})));
    const twins = [await made(formId, [{ serial: 'A' }]), await made(formId, [{ serial: 'A' }])];
    await saved(formId, () => withRows(serial()));
    const refused = await release(formId);
    expect([codeOf(refused), (refused.body as { data?: unknown }).data]).toEqual([
      'forms.release.values_not_unique',
      { field: 'serial' },
    ]);
    expect((await update(formId, twins[1]!, [])).status).toBe(200);
    expect((await release(formId)).status).toBe(200);
    expect(await create(formId, [{ serial: 'A' }])).toMatchObject(taken('rows.0.serial'));
    const { tables } = await admin.ok(formsApi.dataModel, { params: { formId } });
    expect(
      tables.find(({ kind }) => kind === 'slave')!.columns.find(({ name }) => name.startsWith('serial_tu')),
    ).toMatchObject({ origin: 'own', field: { id: 'serial' } });

    await saved(formId, () => withRows(serial({})));
    expect((await release(formId)).status).toBe(200);
    const third = await made(formId, [{ serial: 'A' }]);
    await saved(formId, () => withRows(serial()));
    expect(codeOf(await release(formId)), 'rows that were written meanwhile count').toBe(
      'forms.release.values_not_unique',
    );
    expect((await update(formId, third, [])).status).toBe(200);
    expect((await release(formId)).status).toBe(200);
  });
});

describe('a field whose value is kept apart by its words', () => {
  const cases: [Field, unknown, unknown][] = [
    [field('longText', 'vv'), 'x'.repeat(5_000), `${'x'.repeat(4_999)}y`],
    [field('money', 'vv'), 12.5, 12.51],
    [field('dateTime', 'vv'), '2026-01-01T00:00:00.000Z', '2026-01-01T00:01:00.000Z'],
    [
      field('singleSelect', 'vv', {
        config: {
          options: [
            { id: 'a', label: { zh: 'a' } },
            { id: 'b', label: { zh: 'b' } },
          ],
        } as never,
      }),
      'a',
      'b',
    ],
    [
      field('multiSelect', 'vv', {
        config: {
          options: [
            { id: 'a', label: { zh: 'a' } },
            { id: 'b', label: { zh: 'b' } },
          ],
        } as never,
      }),
      ['a', 'b'],
      ['b'],
    ],
    [field('dateRange', 'vv'), { start: '2026-01-01', end: '2026-01-02' }, { start: '2026-01-01', end: '2026-01-03' }],
    [field('url', 'vv'), 'https://example.com/a', 'https://example.com/b'],
  ];
  test.each(cases)('$type', async (one, value, other) => {
    const formId = await released(definitionOf([{ ...one, unique: true }]));
    const write = (v: unknown) =>
      admin.call(recordsApi.create, { params: { formId }, body: { values: { vv: v } as never } });
    const first = await write(value);
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    expect(await write(value)).toMatchObject(taken('vv'));
    expect((await write(other)).status).toBe(200);
    expect((await write(null)).status).toBe(200);
    expect((await write(null)).status).toBe(200);
  });

  test('people in whatever order', async () => {
    const formId = await released(
      definitionOf([field('member', 'vv', { unique: true, config: { multiple: true } as never })]),
    );
    const other = await server.as('user');
    const write = (v: string[]) => admin.call(recordsApi.create, { params: { formId }, body: { values: { vv: v } } });
    expect((await write([admin.id, other.id])).status).toBe(200);
    expect(await write([other.id, admin.id])).toMatchObject(taken('vv'));
    expect((await write([other.id])).status).toBe(200);
  });

  test('a formula makes fields unique together, and follows them and itself', async () => {
    const both = (expression: string) =>
      definitionOf([
        field('text', 'site'),
        field('text', 'code'),
        field('formula', 'both', { unique: true, config: { expression, result: 'text' } as never }),
      ]);
    const formId = await released(both('site + "/" + code'));
    const write = (site: string, code: string) =>
      admin.call(recordsApi.create, { params: { formId }, body: { values: { site, code } } });
    const first = (await write('A', '1')).body as { id: string };
    expect((await write('B', '1')).status).toBe(200);
    expect(await write('A', '1')).toMatchObject(taken('both'));
    expect(
      await admin.call(recordsApi.update, {
        params: { formId, recordId: first.id },
        body: { expectedVersion: 1, values: { site: 'B' } },
      }),
    ).toMatchObject(taken('both'));
    await saved(formId, () => both('code'));
    expect(codeOf(await release(formId))).toBe('forms.release.values_not_unique');
    await saved(formId, () => both('code + "/" + site'));
    expect((await release(formId)).status).toBe(200);
    expect(await write('A', '1')).toMatchObject(taken('both'));
  });
});

async function imported(formId: string, csv: string) {
  const body = new FormData();
  body.append('file', new Blob([csv]), 'a.csv');
  const sheet = (await (await admin.fetch('/api/records/sheets', { method: 'POST', body })).json()) as Sheet;
  const { importId } = await admin.ok(recordsApi.importSheet, {
    params: { formId },
    body: {
      uploadId: sheet.uploadId,
      reading: { ...sheet.reading, headerRow: true },
      titles: sheet.columns.map(({ title }) => title),
      mapping: [
        { index: 0, field: 'name' },
        { index: 1, field: 'rows.serial' },
      ],
    },
  });
  return vi.waitFor(async () => {
    const found = await admin.ok(recordsApi.getImport, { params: { importId } });
    expect(['finished', 'failed', 'cancelled']).toContain(found.state);
    return found;
  });
}
