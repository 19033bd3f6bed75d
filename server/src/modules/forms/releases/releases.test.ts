import { readFileSync } from 'node:fs';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
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
import { beforeStatement } from '../../../testing/before-statement.ts';

beforeAll(open);
afterAll(close);

describe('a release', () => {
  test('makes tables, is numbered, and never changes', async () => {
    const formId = await created(definitionOf([field('text', 'aa'), field('number', 'bb')]));
    const plan = await admin.ok(formsApi.planRelease, { params: { formId } });
    expect(plan).toMatchObject({
      steps: [{ action: 'createTable' }, { action: 'addColumn', field: 'aa' }, { action: 'addColumn', field: 'bb' }],
      losesData: false,
      problems: [],
    });
    expect((await release(formId)).body).toMatchObject({ number: 1 });
    expect(codeOf(await release(formId))).toBe('forms.release.unchanged');
    await saved(formId, (definition) => ({ ...definition, fields: [...definition.fields, field('date', 'cc')] }));
    expect((await release(formId)).body).toMatchObject({
      number: 2,
      changes: [{ kind: 'added', what: 'field', field: 'cc' }],
    });
    const { releases } = await admin.ok(formsApi.listReleases, { params: { formId } });
    expect(releases.map(({ number }) => number)).toEqual([2, 1]);
    expect((await admin.ok(formsApi.getRelease, { params: { formId, number: 1 } })).definition.fields).toHaveLength(2);
    expect((await admin.call(formsApi.getRelease, { params: { formId, number: 9 } })).status).toBe(404);
  });

  test('of a stale draft is refused', async () => {
    const formId = await created(definitionOf([field('text', 'aa')]));
    await saved(formId, (definition) => ({ ...definition, title: { zh: '新' } }));
    expect(codeOf(await admin.call(formsApi.release, { params: { formId }, body: { draftVersion: 1 } }))).toBe(
      'forms.draft.version_conflict',
    );
  });

  test('which puts data out of reach wants a yes, and a field that comes back has its data', async () => {
    const formId = await created(definitionOf([field('text', 'aa'), field('number', 'bb')]));
    await release(formId);
    const record = await write(formId, { aa: 'x', bb: 5 });
    await saved(formId, (definition) => ({ ...definition, fields: [definition.fields[0]!] }));
    const refused = await release(formId);
    expect([refused.status, codeOf(refused)]).toEqual([409, 'forms.release.loses_data']);
    expect((refused.body as { data: unknown }).data).toMatchObject({
      steps: [{ action: 'retireColumn', field: 'bb', rows: 1 }],
    });
    expect((await release(formId, { acceptLoss: true })).status).toBe(200);
    expect((await admin.ok(recordsApi.get, { params: { formId, recordId: record.id } })).values).not.toHaveProperty(
      'bb',
    );
    await saved(formId, (definition) => ({ ...definition, fields: [...definition.fields, field('number', 'bb')] }));
    expect((await admin.ok(formsApi.planRelease, { params: { formId } })).steps).toEqual([
      { action: 'restoreColumn', field: 'bb', title: { zh: 'bb' } },
    ]);
    await release(formId);
    expect((await admin.ok(recordsApi.get, { params: { formId, recordId: record.id } })).values.bb).toBe(5);
  });

  test('changes the type of a field and keeps what can be kept', async () => {
    const formId = await created(definitionOf([field('text', 'aa'), field('number', 'bb')]));
    await release(formId);
    const good = await write(formId, { aa: '12.5', bb: 7 });
    const bad = await write(formId, { aa: 'twelve' });
    await saved(formId, (definition) => ({ ...definition, fields: [field('number', 'aa'), field('text', 'bb')] }));
    expect(codeOf(await release(formId))).toBe('forms.release.loses_data');
    expect((await release(formId, { acceptLoss: true })).status).toBe(200);
    expect((await admin.ok(recordsApi.get, { params: { formId, recordId: good.id } })).values).toMatchObject({
      aa: 12.5,
      bb: '7',
    });
    expect((await admin.ok(recordsApi.get, { params: { formId, recordId: bad.id } })).values.aa).toBeNull();
  });

  test('turns options into their labels and labels into options, and texts into the days they name', async () => {
    const few = {
      options: [
        { id: 'a', label: { zh: "甲's" } },
        { id: 'b', label: { zh: '乙' } },
      ],
    };
    const tree = {
      options: [
        { id: 'e', label: { zh: '电气' } },
        { id: 'm', label: { zh: '电机' }, parent: 'e' },
      ],
    };
    const before = [
      field('singleSelect', 'aa', { config: few }),
      field('multiSelect', 'bb', { config: few }),
      field('cascade', 'cc', { config: tree }),
      field('text', 'dd'),
      field('text', 'ee'),
      field('text', 'ff'),
    ];
    const formId = await created(definitionOf(before));
    await release(formId);
    const record = await write(formId, {
      aa: 'a',
      bb: ['b', 'a'],
      cc: ['e', 'm'],
      dd: '2026-01-31',
      ee: '2026-02-29 08:00',
      ff: '乙',
    });
    const moment = await write(formId, { ee: '2026-02-28 08:00', dd: '2026-02-30' });
    await saved(formId, () =>
      definitionOf([
        field('text', 'aa'),
        field('text', 'bb'),
        field('longText', 'cc'),
        field('date', 'dd'),
        field('dateTime', 'ee'),
        field('radio', 'ff', { config: few }),
      ]),
    );
    expect((await release(formId, { acceptLoss: true })).status).toBe(200);
    const valuesOf = async ({ id }: { id: string }) =>
      (await admin.ok(recordsApi.get, { params: { formId, recordId: id } })).values;
    expect(await valuesOf(record)).toMatchObject({
      aa: "甲's",
      bb: "乙、甲's",
      cc: '电气 / 电机',
      dd: '2026-01-31',
      ee: null,
      ff: 'b',
    });
    expect(await valuesOf(moment)).toMatchObject({ ee: '2026-02-28T00:00:00.000Z', dd: null });
  });

  test('takes an earlier type again with what was changed since, and what could not be said in between', async () => {
    const formId = await created(definitionOf([field('text', 'aa')]));
    await release(formId);
    const [changed, word, cleared, same] = await Promise.all(
      ['12.5', 'twelve', '7', '010'].map((aa) => write(formId, { aa })),
    );
    await saved(formId, () => definitionOf([field('number', 'aa')]));
    expect((await release(formId, { acceptLoss: true })).status).toBe(200);
    const at = (record: { id: string }) => ({ params: { formId, recordId: record.id } });
    for (const [record, aa] of [
      [changed!, 99],
      [cleared!, null],
    ] as const) {
      const { version } = await admin.ok(recordsApi.get, at(record));
      await admin.ok(recordsApi.update, { ...at(record), body: { expectedVersion: version, values: { aa } } });
    }
    await saved(formId, () => definitionOf([field('text', 'aa')]));
    expect((await release(formId)).status).toBe(200);
    const values = await Promise.all(
      [changed!, word!, cleared!, same!].map(async (record) => (await admin.ok(recordsApi.get, at(record))).values.aa),
    );
    expect(values).toEqual(['99', 'twelve', null, '010']);
  });

  test('loses nothing of what is saved while the values of a field are copied', async () => {
    const slaves = (type: 'text' | 'number') =>
      ({ tables: [{ id: 'tt', title: { zh: '从表' }, fields: [field(type, 'bb')] }] }) as never;
    const formId = await created(definitionOf([field('text', 'aa')], slaves('text')));
    await release(formId);
    const record = await admin.ok(recordsApi.create, {
      params: { formId },
      body: { values: { aa: '1' }, slaves: { tt: [{ values: { bb: '1' } }] } },
    });
    await saved(formId, () => definitionOf([field('number', 'aa', { indexed: true })], slaves('number')));
    // behind the copy, before the new release is published
    const between = beforeStatement('create index concurrently', () =>
      admin.ok(recordsApi.update, {
        params: { formId, recordId: record.id },
        body: {
          expectedVersion: 1,
          values: { aa: '2' },
          slaves: { tt: [{ id: record.slaves.tt![0]!.id, values: { bb: '2' } }] },
        },
      }),
    );
    expect((await release(formId)).status).toBe(200);
    expect(between.end()).toBe(true);
    const after = await admin.ok(recordsApi.get, { params: { formId, recordId: record.id } });
    expect([after.values.aa, after.slaves.tt![0]!.values.bb]).toEqual([2, 2]);
  });

  test('gives a field that changes its kind indexes on its new column, and takes those on the old one away', async () => {
    const formId = await created(
      definitionOf([
        field('multiSelect', 'aa', {
          indexed: true,
          config: { options: [{ id: 'one', label: { zh: '一' } }] } as never,
        }),
        field('text', 'bb', { unique: true }),
      ]),
    );
    await release(formId);
    const indexes = async () =>
      (
        await server.platform.owner.query<{ def: string }>({
          text: 'select indexdef as def from pg_indexes where tablename = $1',
          values: [`f_${formId}`],
        })
      ).rows
        .map(({ def }) => def.replace(/^.* USING /, ''))
        .filter((def) => /aa|bb/.test(def))
        .sort();
    expect(await indexes()).toEqual(['btree (bb_t)', 'gin (aa_a)']);
    await saved(formId, () =>
      definitionOf([
        field('member', 'aa', { indexed: true, config: { multiple: true } as never }),
        field('number', 'bb', { unique: true }),
      ]),
    );
    expect((await release(formId, { acceptLoss: true })).status).toBe(200);
    expect(await indexes()).toEqual(['btree (bb_n)', 'gin (aa_p)']);
    await write(formId, { bb: 7 });
    expect(await admin.call(recordsApi.create, { params: { formId }, body: { values: { bb: 7 } } })).toMatchObject({
      status: 409,
      body: { fields: [{ path: 'bb', code: 'records.value.taken' }] },
    });
  });

  test('gives an address that becomes a relation a column of its own, and back', async () => {
    const target = await created(definitionOf([field('text', 'aa')]));
    await release(target);
    const named = await write(target, { aa: 'x' });
    const where = { names: [], detail: '人民广场 1 号', regions: [] };
    const relation = field('relation', 'bb', {
      config: { form: target, cardinality: 'manyToOne', onDelete: 'clear' } as never,
    });
    const formId = await created(definitionOf([field('text', 'aa'), field('address', 'bb', { indexed: true })]));
    await release(formId);
    const record = await write(formId, { aa: 'x', bb: where });
    const columns = async () =>
      (
        await server.platform.owner.query<{ type: string }>({
          text: "select attname || ' ' || format_type(atttypid, null) as type from pg_attribute where attrelid = (select oid from pg_class where relname = $1) and attname like 'bb%'",
          values: [`f_${formId}`],
        })
      ).rows
        .map(({ type }) => type)
        .sort();
    expect(await columns()).toEqual(['bb_c jsonb']);

    await saved(formId, () => definitionOf([field('text', 'aa'), relation]));
    expect((await admin.ok(formsApi.planRelease, { params: { formId } })).steps).toContainEqual({
      action: 'changeColumn',
      field: 'bb',
      title: { zh: 'bb' },
      rows: 1,
    });
    expect((await release(formId, { acceptLoss: true })).status).toBe(200);
    expect(await columns()).toEqual(['bb_c jsonb', 'bb_r uuid[]']);
    const after = await admin.ok(recordsApi.get, { params: { formId, recordId: record.id } });
    expect(after.values.bb).toBeNull();
    const saves = {
      params: { formId, recordId: record.id },
      body: { expectedVersion: after.version, values: { bb: [named.id] } },
    };
    expect((await admin.ok(recordsApi.update, saves)).values.bb).toEqual([named.id]);

    await saved(formId, () => definitionOf([field('text', 'aa'), field('address', 'bb')]));
    expect((await release(formId, { acceptLoss: true })).status).toBe(200);
    expect(
      (await admin.ok(recordsApi.get, { params: { formId, recordId: record.id } })).values.bb,
      'its own column was kept',
    ).toMatchObject({ detail: where.detail });
  });

  test('finds addresses that an earlier installation stored in columns named like those of relations', async () => {
    const formId = await created(definitionOf([field('text', 'aa'), field('address', 'bb', { indexed: true })]));
    await release(formId);
    const { owner } = server.platform;
    const {
      rows: [at],
    } = await owner.query<{ schema: string }>({
      text: 'select quote_ident(schemaname) as schema from pg_tables where tablename = $1',
      values: [`f_${formId}`],
    });
    await owner.query(`alter table ${at!.schema}.f_${formId} rename column bb_c to bb_r`);
    await owner.query(`alter index ${at!.schema}.f_${formId}_bb_c_in rename to f_${formId}_bb_r_in`);
    await owner.query(
      readFileSync(
        new URL('../../../../migrations/space/0240_address_columns.sql', import.meta.url),
        'utf8',
      ).replaceAll(':schema', at!.schema),
    );
    const { rows } = await owner.query<{ name: string; def: string }>({
      text: "select indexname as name, indexdef as def from pg_indexes where tablename = $1 and indexname like '%bb%'",
      values: [`f_${formId}`],
    });
    expect(rows).toEqual([{ name: `f_${formId}_bb_c_in`, def: expect.stringContaining('(bb_c)') }]);
    expect((await write(formId, { bb: { names: [], detail: '一号库', regions: [] } })).values.bb).toMatchObject({
      detail: '一号库',
    });
  });

  test('cannot make a field unique whose values are not', async () => {
    const formId = await created(definitionOf([field('text', 'aa')]));
    await release(formId);
    await write(formId, { aa: 'same' });
    const twin = await write(formId, { aa: 'same' });
    await saved(formId, () => definitionOf([field('text', 'aa', { unique: true, indexed: true })]));
    const refused = await release(formId);
    expect([refused.status, codeOf(refused)]).toEqual([409, 'forms.release.values_not_unique']);
    await admin.ok(recordsApi.remove, { params: { formId, recordId: twin.id } });
    expect((await release(formId)).status).toBe(200);
    expect((await admin.call(recordsApi.create, { params: { formId }, body: { values: { aa: 'same' } } })).status).toBe(
      409,
    );
  });

  test('goes through while people write, and no writer waits long', async () => {
    const formId = await created(definitionOf([field('number', 'aa')]));
    await release(formId);
    let writing = true;
    let count = 0;
    const writers = [1, 2, 3, 4].map(async () => {
      while (writing) {
        await write(formId, { aa: 1 });
        count += 1;
      }
    });
    // a reader whose transaction stays open: a waiting ALTER would stop everybody behind it
    const reader = await server.platform.pool.connect();
    await reader.query('begin');
    await reader.query(`select count(*) from space_demo.f_${formId}`);
    const statements = vi.spyOn(pg.Client.prototype, 'query');
    const attempts = () =>
      statements.mock.calls.filter(([text]) => (text as unknown) === "set local lock_timeout = '50ms'").length;
    const freed = vi
      .waitUntil(() => attempts() >= 2, { timeout: 30_000 })
      .then(() => reader.query('commit'))
      .finally(() => reader.release());
    for (const id of ['bb', 'cc']) {
      await saved(formId, (definition) => ({
        ...definition,
        fields: [...definition.fields, field('text', id, { indexed: true })],
      }));
      expect((await release(formId)).status).toBe(200);
    }
    writing = false;
    await Promise.all(writers);
    await freed;
    // two releases, and the first had to let writers pass and come again while the reader held its lock
    expect(attempts()).toBeGreaterThan(2);
    statements.mockRestore();
    expect((await admin.ok(recordsApi.count, { params: { formId }, query: {} })).total).toBe(count);
  });

  test('is asked for by two at once and done once', async () => {
    const formId = await created(definitionOf([field('text', 'aa')]));
    const answers = await Promise.all(
      [1, 2, 3].map(() => admin.call(formsApi.release, { params: { formId }, body: { draftVersion: 1 } })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.every(({ status }) => status < 500 || status === 503)).toBe(true);
  });
});
