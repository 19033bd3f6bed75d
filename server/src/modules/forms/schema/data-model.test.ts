import { formsApi } from '@formwork/contract/forms/api.ts';
import { identityApi } from '@formwork/contract/identity/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleSpace } from './table-samples.ts';
import { codeOf } from '../../../testing/server.ts';
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
  write,
} from '../testing/designing.ts';

beforeAll(open);
afterAll(close);

describe('the data model', () => {
  test('tells tables, columns, indexes, relations, size, growth and slow statements to those who look after forms', async () => {
    const target = await created(definitionOf([field('text', 'aa')]));
    await release(target);
    const formId = await created(
      definitionOf(
        [
          field('text', 'aa', { unique: true }),
          field('number', 'bb'),
          field('relation', 'lead', { config: { form: target, cardinality: 'manyToOne', onDelete: 'clear' } as never }),
        ],
        { tables: [{ id: 'lines', title: { zh: '明细' }, fields: [field('text', 'word')] }] },
      ),
    );
    await release(formId);
    for (const aa of ['x', 'y']) await write(formId, { aa, bb: 1 });
    await saved(formId, (definition) => ({ ...definition, fields: definition.fields.filter(({ id }) => id !== 'bb') }));
    await release(formId, { acceptLoss: true });
    for (const name of ['safe', 'audit', 'admin'] as const)
      expect((await (await server.as(name)).call(formsApi.dataModel, { params: { formId } })).status).toBe(200);
    expect((await (await server.as('user')).call(formsApi.dataModel, { params: { formId } })).status).toBe(403);
    expect((await (await server.as('other-admin')).call(formsApi.dataModel, { params: { formId } })).status).toBe(404);
    // the slowest twenty are told: this one is among them, however busy the machine was at the others
    await server.platform.owner.query(
      `insert into space_demo.f_${formId} (id) select null::uuid from pg_sleep(0.5) slept where slept::text = 'never'`,
    );
    const model = await admin.ok(formsApi.dataModel, { params: { formId } });
    expect(model).toMatchObject({
      form: { id: formId, release: 2 },
      relations: [{ from: formId, to: target, cardinality: 'manyToOne' }],
      growth: [{ rows: 2 }],
    });
    expect(model.tables.map(({ kind, rows, estimated }) => [kind, rows, estimated])).toEqual([
      ['main', 2, false],
      ['slave', 0, false],
    ]);
    const [main, slave] = model.tables;
    expect(
      main!.columns
        .filter(({ origin }) => origin !== 'system')
        .map(({ name, type, origin }) => `${name} ${type} ${origin}`),
    ).toEqual(['aa_t text own', 'bb_n numeric retired', 'lead_r uuid[] own']);
    expect(main!.columns.find(({ name }) => name === 'id')).toMatchObject({
      required: true,
      origin: 'system',
      field: null,
    });
    expect(main!.indexes.find(({ on }) => on === '(aa_t)')).toMatchObject({
      unique: true,
      valid: true,
      method: 'btree',
    });
    expect(slave!.columns.map(({ name }) => name)).toEqual(['record_id', 'id', 'position', 'word_t']);
    expect(main!.bytes.data).toBeGreaterThan(0);
    expect(model.slow.state).toBe('measured');
    expect(
      model.slow.queries.some(({ text, calls }) => calls > 0 && /insert into/i.test(text) && text.includes(formId)),
    ).toBe(true);
    expect(JSON.stringify((await admin.ok(formsApi.dataModel, { params: { formId: target } })).slow)).not.toContain(
      formId,
    );
  });

  test('drops for good what a removed field and a removed slave table left, and nothing that is in use', async () => {
    const formId = await created(
      definitionOf([field('text', 'aa'), field('text', 'bb')], {
        tables: [{ id: 'tt', title: { zh: '从表' }, fields: [field('text', 'cc')] }],
      }),
    );
    await release(formId);
    await admin.ok(recordsApi.create, {
      params: { formId },
      body: { values: { aa: 'x', bb: 'y' }, slaves: { tt: [{ values: { cc: 'z' } }] } },
    });
    const purge = (table: string, column: string | null, who = admin) =>
      who.call(formsApi.purgeRetired, { params: { formId }, body: { table: `f_${formId}${table}`, column } });
    expect([
      (await purge('', 'bb_t')).body,
      (await purge('_tt', null)).body,
      (await purge('', 'version')).body,
    ]).toEqual(Array.from({ length: 3 }, () => expect.objectContaining({ code: 'forms.purge.in_use' }) as unknown));
    await saved(formId, () => definitionOf([field('text', 'aa')]));
    await release(formId, { acceptLoss: true });
    // back in the draft, not yet released
    await saved(formId, () => definitionOf([field('text', 'aa'), field('text', 'bb')]));
    expect(codeOf(await purge('', 'bb_t'))).toBe('forms.purge.in_draft');
    await saved(formId, () => definitionOf([field('text', 'aa')]));
    expect([
      (await purge('', 'nothing_t')).status,
      (await purge('_none', null)).status,
      (await purge('', 'bb_t', await server.as('user'))).status,
      (await purge('', 'bb_t', await server.as('other-admin'))).status,
    ]).toEqual([404, 404, 403, 404]);
    expect([(await purge('', 'bb_t')).status, (await purge('_tt', null)).status]).toEqual([200, 200]);
    const { tables } = await admin.ok(formsApi.dataModel, { params: { formId } });
    expect(tables.map(({ name, columns }) => [name, columns.some(({ origin }) => origin === 'retired')])).toEqual([
      [`f_${formId}`, false],
    ]);
    // a field that comes back begins anew
    await saved(formId, () => definitionOf([field('text', 'aa'), field('text', 'bb')]));
    expect((await release(formId)).status).toBe(200);
    expect((await write(formId, { aa: 'p', bb: 'q' })).values.bb).toBe('q');
  });

  test('keeps what each day was', async () => {
    const formId = await created(definitionOf([field('text', 'aa')]));
    await release(formId);
    await write(formId, { aa: 'x' });
    const spaceId = (await admin.ok(identityApi.me)).space.id;
    await server.platform.owner.query(
      `insert into "space_${spaceId}".forms_table_sample values ('${formId}', current_date - 1, 7, 9000), ('${formId}', current_date - 2000, 1, 1)`,
    );
    await sampleSpace(server.platform, spaceId);
    await sampleSpace(server.platform, spaceId);
    const { growth } = await admin.ok(formsApi.dataModel, { params: { formId } });
    expect(growth.map(({ rows }) => rows)).toEqual([7, 1]);
    expect(growth[0]).toMatchObject({ bytes: 9000 });
  });
});
