import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { formsApi, type Draft } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { identityApi } from '@formwork/contract/identity/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sampleSpace } from './table-samples.ts';
import { startTestServer, type Answer, type Client, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;
let appId: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  appId = (await admin.ok(formsApi.createApp, { body: { title: { zh: '生产', en: 'Production' } } })).id;
});
afterAll(() => server.stop());

const field = <T extends Field['type']>(type: T, id: string, more: Partial<Field> = {}): Field => ({ ...newField(type, { zh: id }, id), ...more }) as Field;
const codeOf = (answer: Answer) => (answer.body as { code?: string }).code;
const definitionOf = (fields: Field[], more: Partial<FormDefinition> = {}): FormDefinition => ({ format: 1, title: { zh: '表单' }, fields, tables: [], layout: [], titleField: null, ...more });

async function created(definition: FormDefinition): Promise<string> {
  return (await admin.ok(formsApi.createForm, { params: { appId }, body: { title: definition.title, definition } })).id;
}

async function saved(formId: string, change: (definition: FormDefinition) => FormDefinition): Promise<Draft> {
  const draft = await admin.ok(formsApi.getDraft, { params: { formId } });
  return admin.ok(formsApi.saveDraft, { params: { formId }, body: { expectedVersion: draft.version, definition: change(draft.definition) } });
}

async function release(formId: string, more: { acceptLoss?: boolean } = {}): Promise<Answer> {
  const { version } = await admin.ok(formsApi.getDraft, { params: { formId } });
  return admin.call(formsApi.release, { params: { formId }, body: { draftVersion: version, ...more } });
}

const write = (formId: string, values: Record<string, unknown>) => admin.ok(recordsApi.create, { params: { formId }, body: { values: values as never } });

describe('applications', () => {
  test('are made, named and grouped by those who design', async () => {
    const system = await admin.ok(formsApi.createSystem, { body: { title: { zh: '制造' } } });
    const app = await admin.ok(formsApi.createApp, { body: { title: { zh: '质检' }, systemId: system.id } });
    const renamed = await admin.ok(formsApi.updateApp, { params: { appId: app.id }, body: { title: { zh: '质量' } } });
    expect(renamed).toMatchObject({ title: { zh: '质量' }, systemId: system.id, can: { edit: true } });
    expect((await admin.ok(formsApi.updateSystem, { params: { systemId: system.id }, body: { title: { zh: '制造二' } } })).title.zh).toBe('制造二');
    expect((await admin.ok(formsApi.listSystems, {})).systems.map(({ title }) => title.zh)).toContain('制造二');
    const lost = await admin.call(formsApi.createApp, { body: { title: { zh: 'x' }, systemId: 'nosuchone' } });
    expect([lost.status, codeOf(lost)]).toEqual([404, 'forms.system.not_found']);
    expect((await admin.call(formsApi.updateApp, { params: { appId: 'nosuchone' }, body: {} })).status).toBe(404);
  });

  test('are put into systems, in an order, and stay when their system goes', async () => {
    const me = (await admin.ok(identityApi.me)).id;
    const [first, second] = await Promise.all(['甲', '乙'].map((zh) => admin.ok(formsApi.createSystem, { body: { title: { zh }, icon: 'factory', administrators: [me] } })));
    const [one, two, three] = await Promise.all(['一', '二', '三'].map((zh) => admin.ok(formsApi.createApp, { body: { title: { zh } } })));
    const wanted = [{ id: second!.id, apps: [three!.id, one!.id] }, { id: first!.id, apps: [two!.id] }];
    const { systems } = await admin.ok(formsApi.arrangeSystems, { body: { systems: wanted, loose: [] } });
    expect(systems.slice(0, 2)).toEqual([second, first]);
    expect(systems[0]).toMatchObject({ icon: 'factory', administrators: [{ id: me }] });
    const inSystem = async (id: string | null) => (await admin.ok(formsApi.listApps, {})).apps.filter(({ systemId }) => systemId === id).map((app) => app.id);
    expect(await inSystem(second!.id)).toEqual([three!.id, one!.id]);
    expect(await admin.call(formsApi.updateSystem, { params: { systemId: first!.id }, body: { administrators: [me, randomUUID()] } })).toMatchObject({ status: 422, body: { fields: [{ path: 'administrators.1' }] } });
    expect((await admin.call(formsApi.arrangeSystems, { body: { systems: [{ id: 'nosuchone', apps: [one!.id] }], loose: [] } })).status).toBe(404);
    await admin.ok(formsApi.deleteSystem, { params: { systemId: first!.id } });
    expect(await inSystem(null)).toContain(two!.id);
    const other = await server.as('other-admin');
    expect((await other.call(formsApi.deleteSystem, { params: { systemId: second!.id } })).status).toBe(404);
    await other.ok(formsApi.arrangeSystems, { body: { systems: [], loose: [three!.id, one!.id] } });
    expect(await inSystem(second!.id)).toEqual([three!.id, one!.id]);
  });

  test('of another space are not there', async () => {
    const other = await server.as('other-admin');
    expect((await other.ok(formsApi.listApps, {})).apps).toEqual([]);
    expect((await other.call(formsApi.updateApp, { params: { appId }, body: { title: { zh: 'mine' } } })).status).toBe(404);
    expect((await other.call(formsApi.createForm, { params: { appId }, body: { title: { zh: 'x' } } })).status).toBe(404);
  });

  test('are not designed by people who only work with them', async () => {
    const user = await server.as('user');
    expect((await user.call(formsApi.createApp, { body: { title: { zh: 'x' } } })).status).toBe(403);
    const audit = await server.as('audit');
    const formId = await created(definitionOf([field('text', 'aa')]));
    expect((await audit.call(formsApi.getDraft, { params: { formId } })).status).toBe(200);
    expect((await audit.call(formsApi.release, { params: { formId }, body: { draftVersion: 1 } })).status).toBe(403);
  });
});

describe('a draft', () => {
  test('saved by two is saved by the first', async () => {
    const formId = await created(definitionOf([field('text', 'aa')]));
    const first = await saved(formId, (definition) => ({ ...definition, fields: [...definition.fields, field('number', 'bb')] }));
    expect(first).toMatchObject({ version: 2, changed: true, release: null });
    const second = await admin.call(formsApi.saveDraft, { params: { formId }, body: { expectedVersion: 1, definition: first.definition } });
    expect([second.status, codeOf(second)]).toEqual([409, 'forms.draft.version_conflict']);
  });

  test('says what is wrong with it, expressions included', async () => {
    const formId = await created(definitionOf([field('text', 'aa')]));
    const { problems } = await admin.ok(formsApi.checkDefinition, {
      params: { formId },
      body: {
        definition: definitionOf([
          field('singleSelect', 'choice'),
          field('formula', 'one', { config: { expression: 'two + 1', result: 'number' } }),
          field('formula', 'two', { config: { expression: 'one + 1', result: 'number' } }),
          field('formula', 'three', { config: { expression: 'nowhere * 2', result: 'number' } }),
          field('rollup', 'sum', { config: { table: 'rows', field: 'word', function: 'sum' } }),
          field('number', 'default', { defaultValue: 'abc', hiddenIf: 'choice =' }),
        ], { tables: [{ id: 'rows', title: { zh: '行' }, fields: [field('text', 'word')] }], titleField: 'gone' }),
      },
    });
    expect(problems.map(({ code, field: id }) => `${code.slice('forms.problem.'.length)} ${id ?? ''}`).sort()).toEqual([
      'cycle one', 'cycle two', 'default default', 'expression default', 'expression sum', 'expression three', 'no_options choice', 'rollup_field sum', 'title_field ',
    ].sort());
    expect((await admin.call(formsApi.release, { params: { formId: await created(definitionOf([])) }, body: { draftVersion: 1 } })).body).toMatchObject({ code: 'forms.release.problems' });
  });

  test('of a wrong shape is refused', async () => {
    const formId = await created(definitionOf([field('text', 'aa')]));
    const bad = { ...definitionOf([]), fields: [{ id: 'Robert"); drop', type: 'text', title: { zh: 'x' }, config: {} }] };
    expect((await admin.call(formsApi.saveDraft, { params: { formId }, body: { expectedVersion: 1, definition: bad as never } })).status).toBe(422);
  });
});

describe('a release', () => {
  test('makes tables, is numbered, and never changes', async () => {
    const formId = await created(definitionOf([field('text', 'aa'), field('number', 'bb')]));
    const plan = await admin.ok(formsApi.planRelease, { params: { formId } });
    expect(plan).toMatchObject({ steps: [{ action: 'createTable' }, { action: 'addColumn', field: 'aa' }, { action: 'addColumn', field: 'bb' }], losesData: false, problems: [] });
    expect((await release(formId)).body).toMatchObject({ number: 1 });
    expect(codeOf(await release(formId))).toBe('forms.release.unchanged');
    await saved(formId, (definition) => ({ ...definition, fields: [...definition.fields, field('date', 'cc')] }));
    expect((await release(formId)).body).toMatchObject({ number: 2, changes: [{ kind: 'added', what: 'field', field: 'cc' }] });
    const { releases } = await admin.ok(formsApi.listReleases, { params: { formId } });
    expect(releases.map(({ number }) => number)).toEqual([2, 1]);
    expect((await admin.ok(formsApi.getRelease, { params: { formId, number: 1 } })).definition.fields).toHaveLength(2);
    expect((await admin.call(formsApi.getRelease, { params: { formId, number: 9 } })).status).toBe(404);
  });

  test('of a stale draft is refused', async () => {
    const formId = await created(definitionOf([field('text', 'aa')]));
    await saved(formId, (definition) => ({ ...definition, title: { zh: '新' } }));
    expect(codeOf(await admin.call(formsApi.release, { params: { formId }, body: { draftVersion: 1 } }))).toBe('forms.draft.version_conflict');
  });

  test('which puts data out of reach wants a yes, and a field that comes back has its data', async () => {
    const formId = await created(definitionOf([field('text', 'aa'), field('number', 'bb')]));
    await release(formId);
    const record = await write(formId, { aa: 'x', bb: 5 });
    await saved(formId, (definition) => ({ ...definition, fields: [definition.fields[0]!] }));
    const refused = await release(formId);
    expect([refused.status, codeOf(refused)]).toEqual([409, 'forms.release.loses_data']);
    expect((refused.body as { data: unknown }).data).toMatchObject({ steps: [{ action: 'retireColumn', field: 'bb', rows: 1 }] });
    expect((await release(formId, { acceptLoss: true })).status).toBe(200);
    expect((await admin.ok(recordsApi.get, { params: { formId, recordId: record.id } })).values).not.toHaveProperty('bb');
    await saved(formId, (definition) => ({ ...definition, fields: [...definition.fields, field('number', 'bb')] }));
    expect((await admin.ok(formsApi.planRelease, { params: { formId } })).steps).toEqual([{ action: 'restoreColumn', field: 'bb', title: { zh: 'bb' } }]);
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
    expect((await admin.ok(recordsApi.get, { params: { formId, recordId: good.id } })).values).toMatchObject({ aa: 12.5, bb: '7' });
    expect((await admin.ok(recordsApi.get, { params: { formId, recordId: bad.id } })).values.aa).toBeNull();
  });

  test('turns options into their labels and labels into options, and texts into the days they name', async () => {
    const few = { options: [{ id: 'a', label: { zh: "甲's" } }, { id: 'b', label: { zh: '乙' } }] };
    const tree = { options: [{ id: 'e', label: { zh: '电气' } }, { id: 'm', label: { zh: '电机' }, parent: 'e' }] };
    const before = [field('singleSelect', 'aa', { config: few }), field('multiSelect', 'bb', { config: few }), field('cascade', 'cc', { config: tree }), field('text', 'dd'), field('text', 'ee'), field('text', 'ff')];
    const formId = await created(definitionOf(before));
    await release(formId);
    const record = await write(formId, { aa: 'a', bb: ['b', 'a'], cc: ['e', 'm'], dd: '2026-01-31', ee: '2026-02-29 08:00', ff: '乙' });
    const moment = await write(formId, { ee: '2026-02-28 08:00', dd: '2026-02-30' });
    await saved(formId, () => definitionOf([field('text', 'aa'), field('text', 'bb'), field('longText', 'cc'), field('date', 'dd'), field('dateTime', 'ee'), field('radio', 'ff', { config: few })]));
    expect((await release(formId, { acceptLoss: true })).status).toBe(200);
    const valuesOf = async ({ id }: { id: string }) => (await admin.ok(recordsApi.get, { params: { formId, recordId: id } })).values;
    expect(await valuesOf(record)).toMatchObject({ aa: "甲's", bb: "乙、甲's", cc: '电气 / 电机', dd: '2026-01-31', ee: null, ff: 'b' });
    expect(await valuesOf(moment)).toMatchObject({ ee: '2026-02-28T00:00:00.000Z', dd: null });
  });

  test('takes an earlier type again with what was changed since, and what could not be said in between', async () => {
    const formId = await created(definitionOf([field('text', 'aa')]));
    await release(formId);
    const [changed, word, cleared, same] = await Promise.all(['12.5', 'twelve', '7', '010'].map((aa) => write(formId, { aa })));
    await saved(formId, () => definitionOf([field('number', 'aa')]));
    expect((await release(formId, { acceptLoss: true })).status).toBe(200);
    const at = (record: { id: string }) => ({ params: { formId, recordId: record.id } });
    for (const [record, aa] of [[changed!, 99], [cleared!, null]] as const) {
      const { version } = await admin.ok(recordsApi.get, at(record));
      await admin.ok(recordsApi.update, { ...at(record), body: { expectedVersion: version, values: { aa } } });
    }
    await saved(formId, () => definitionOf([field('text', 'aa')]));
    expect((await release(formId)).status).toBe(200);
    const values = await Promise.all([changed!, word!, cleared!, same!].map(async (record) => (await admin.ok(recordsApi.get, at(record))).values.aa));
    expect(values).toEqual(['99', 'twelve', null, '010']);
  });

  test('loses nothing of what is saved while the values of a field are copied', async () => {
    const slaves = (type: 'text' | 'number') => ({ tables: [{ id: 'tt', title: { zh: '从表' }, fields: [field(type, 'bb')] }] }) as never;
    const formId = await created(definitionOf([field('text', 'aa')], slaves('text')));
    await release(formId);
    const record = await admin.ok(recordsApi.create, { params: { formId }, body: { values: { aa: '1' }, slaves: { tt: [{ values: { bb: '1' } }] } } });
    await saved(formId, () => definitionOf([field('number', 'aa', { indexed: true })], slaves('number')));
    const query = pg.Client.prototype.query;
    let between: Promise<unknown> | undefined;
    const paused: unknown = async function (this: pg.Client, ...given: unknown[]) {
      // behind the copy, before the new release is published
      if (String(given[0]).startsWith('create index concurrently')) {
        between ??= admin.ok(recordsApi.update, { params: { formId, recordId: record.id }, body: { expectedVersion: 1, values: { aa: '2' }, slaves: { tt: [{ id: record.slaves.tt![0]!.id, values: { bb: '2' } }] } } });
        await between;
      }
      return (query as (...all: unknown[]) => unknown).apply(this, given);
    };
    const spied = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(paused as never);
    expect((await release(formId)).status).toBe(200);
    spied.mockRestore();
    expect(between).toBeDefined();
    const after = await admin.ok(recordsApi.get, { params: { formId, recordId: record.id } });
    expect([after.values.aa, after.slaves.tt![0]!.values.bb]).toEqual([2, 2]);
  });

  test('gives a field that changes its kind indexes on its new column, and takes those on the old one away', async () => {
    const formId = await created(definitionOf([field('multiSelect', 'aa', { indexed: true, config: { options: [{ id: 'one', label: { zh: '一' } }] } as never }), field('text', 'bb', { unique: true })]));
    await release(formId);
    const indexes = async () => (await server.platform.owner.query<{ def: string }>({ text: 'select indexdef as def from pg_indexes where tablename = $1', values: [`f_${formId}`] })).rows.map(({ def }) => def.replace(/^.* USING /, '')).filter((def) => /aa|bb/.test(def)).sort();
    expect(await indexes()).toEqual(['btree (bb_t)', 'gin (aa_a)']);
    await saved(formId, () => definitionOf([field('member', 'aa', { indexed: true, config: { multiple: true } as never }), field('number', 'bb', { unique: true })]));
    expect((await release(formId, { acceptLoss: true })).status).toBe(200);
    expect(await indexes()).toEqual(['btree (bb_n)', 'gin (aa_p)']);
    await write(formId, { bb: 7 });
    expect(await admin.call(recordsApi.create, { params: { formId }, body: { values: { bb: 7 } } })).toMatchObject({ status: 409, body: { fields: [{ path: 'bb', code: 'records.value.taken' }] } });
  });

  test('gives an address that becomes a relation a column of its own, and back', async () => {
    const target = await created(definitionOf([field('text', 'aa')]));
    await release(target);
    const named = await write(target, { aa: 'x' });
    const where = { names: [], detail: '人民广场 1 号', regions: [] };
    const relation = field('relation', 'bb', { config: { form: target, cardinality: 'manyToOne', onDelete: 'clear' } as never });
    const formId = await created(definitionOf([field('text', 'aa'), field('address', 'bb', { indexed: true })]));
    await release(formId);
    const record = await write(formId, { aa: 'x', bb: where });
    const columns = async () => (await server.platform.owner.query<{ type: string }>({ text: "select attname || ' ' || format_type(atttypid, null) as type from pg_attribute where attrelid = (select oid from pg_class where relname = $1) and attname like 'bb%'", values: [`f_${formId}`] })).rows.map(({ type }) => type).sort();
    expect(await columns()).toEqual(['bb_c jsonb']);

    await saved(formId, () => definitionOf([field('text', 'aa'), relation]));
    expect((await admin.ok(formsApi.planRelease, { params: { formId } })).steps).toContainEqual({ action: 'changeColumn', field: 'bb', title: { zh: 'bb' }, rows: 1 });
    expect((await release(formId, { acceptLoss: true })).status).toBe(200);
    expect(await columns()).toEqual(['bb_c jsonb', 'bb_r uuid[]']);
    const after = await admin.ok(recordsApi.get, { params: { formId, recordId: record.id } });
    expect(after.values.bb).toBeNull();
    const saves = { params: { formId, recordId: record.id }, body: { expectedVersion: after.version, values: { bb: [named.id] } } };
    expect((await admin.ok(recordsApi.update, saves)).values.bb).toEqual([named.id]);

    await saved(formId, () => definitionOf([field('text', 'aa'), field('address', 'bb')]));
    expect((await release(formId, { acceptLoss: true })).status).toBe(200);
    expect((await admin.ok(recordsApi.get, { params: { formId, recordId: record.id } })).values.bb, 'its own column was kept').toMatchObject({ detail: where.detail });
  });

  test('finds addresses that an earlier installation stored in columns named like those of relations', async () => {
    const formId = await created(definitionOf([field('text', 'aa'), field('address', 'bb', { indexed: true })]));
    await release(formId);
    const { owner } = server.platform;
    const { rows: [at] } = await owner.query<{ schema: string }>({ text: 'select quote_ident(schemaname) as schema from pg_tables where tablename = $1', values: [`f_${formId}`] });
    await owner.query(`alter table ${at!.schema}.f_${formId} rename column bb_c to bb_r`);
    await owner.query(`alter index ${at!.schema}.f_${formId}_bb_c_in rename to f_${formId}_bb_r_in`);
    await owner.query(readFileSync(new URL('../../../migrations/space/0240_address_columns.sql', import.meta.url), 'utf8').replaceAll(':schema', at!.schema));
    const { rows } = await owner.query<{ name: string; def: string }>({ text: "select indexname as name, indexdef as def from pg_indexes where tablename = $1 and indexname like '%bb%'", values: [`f_${formId}`] });
    expect(rows).toEqual([{ name: `f_${formId}_bb_c_in`, def: expect.stringContaining('(bb_c)') }]);
    expect((await write(formId, { bb: { names: [], detail: '一号库', regions: [] } })).values.bb).toMatchObject({ detail: '一号库' });
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
    expect((await admin.call(recordsApi.create, { params: { formId }, body: { values: { aa: 'same' } } })).status).toBe(409);
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
    const attempts = () => statements.mock.calls.filter(([text]) => (text as unknown) === "set local lock_timeout = '50ms'").length;
    const freed = vi.waitUntil(() => attempts() >= 2, { timeout: 20_000 }).then(() => reader.query('commit')).finally(() => reader.release());
    for (const id of ['bb', 'cc']) {
      await saved(formId, (definition) => ({ ...definition, fields: [...definition.fields, field('text', id, { indexed: true })] }));
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
    const answers = await Promise.all([1, 2, 3].map(() => admin.call(formsApi.release, { params: { formId }, body: { draftVersion: 1 } })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.every(({ status }) => status < 500 || status === 503)).toBe(true);
  });
});

describe('copies and the bin', () => {
  test('an application is copied with its forms and rules, and what leads between forms leads to the copies', async () => {
    const source = await admin.ok(formsApi.createApp, { body: { title: { zh: '原' }, icon: 'factory' } });
    const definition = definitionOf([field('text', 'aa')], { layout: [{ id: 'main', columns: 2, items: [{ kind: 'field', field: 'aa' }] }] });
    const { id: formId } = await admin.ok(formsApi.createForm, { params: { appId: source.id }, body: { title: definition.title, definition } });
    const rules = [{ id: '1', subject: { kind: 'everyone' as const }, actions: ['view' as const], scope: 'all' as const }];
    await admin.ok(formsApi.putPermissions, { params: { formId }, body: { rules } });
    const { appId: copy } = await admin.ok(formsApi.copyApp, { params: { appId: source.id }, body: { title: { zh: '副本' }, withRules: true } });
    const app = (await admin.ok(formsApi.listApps, {})).apps.find(({ id }) => id === copy)!;
    expect(app).toMatchObject({ title: { zh: '副本' }, icon: 'factory', forms: [{ title: { zh: '表单' }, release: null }] });
    expect((await admin.ok(formsApi.getDraft, { params: { formId: app.forms[0]!.id } })).definition).toEqual(definition);
    expect((await admin.ok(formsApi.getPermissions, { params: { formId: app.forms[0]!.id } })).rules).toMatchObject([{ subject: { kind: 'everyone' }, actions: ['view'] }]);
    const plain = await admin.ok(formsApi.copyForm, { params: { formId }, body: { title: { zh: '另一个' }, withRules: false } });
    expect(plain.appId).toBe(source.id);
    expect((await admin.ok(formsApi.getPermissions, { params: { formId: plain.formId } })).rules).toEqual([]);
    const other = await server.as('other-admin');
    expect((await other.call(formsApi.copyApp, { params: { appId: source.id }, body: { title: { zh: 'x' }, withRules: false } })).status).toBe(404);
    expect((await other.call(formsApi.copyForm, { params: { formId }, body: { title: { zh: 'x' }, withRules: true } })).status).toBe(404);
  });

  test('copies of forms that lead to each other, or to themselves, lead to copies alone', async () => {
    const source = await admin.ok(formsApi.createApp, { body: { title: { zh: '互相' } } });
    const make = async (zh: string, fields: Field[], more: Partial<FormDefinition> = {}) => (await admin.ok(formsApi.createForm, { params: { appId: source.id }, body: { title: { zh }, definition: definitionOf(fields, more) } })).id;
    const relation = (id: string, form: string) => field('relation', id, { config: { form, cardinality: 'manyToOne', onDelete: 'clear' } });
    const one = await make('甲', [field('text', 'aa')]);
    const two = await make('乙', [relation('lead', one), field('rollup', 'sum', { config: { table: '', form: one, via: 'lead', function: 'count' } })], { tables: [{ id: 'rows', title: { zh: '行' }, fields: [relation('inner', one)] }] });
    await saved(one, (definition) => ({ ...definition, fields: [...definition.fields, relation('lead', two), relation('self', one)] }));
    const spoken = async (formId: string) => JSON.stringify((await admin.ok(formsApi.getDraft, { params: { formId } })).definition);
    const { appId: copy } = await admin.ok(formsApi.copyApp, { params: { appId: source.id }, body: { title: { zh: '副本' }, withRules: false } });
    const copies = (await admin.ok(formsApi.listApps, {})).apps.find(({ id }) => id === copy)!.forms.map(({ id }) => id);
    expect(copies).toHaveLength(2);
    for (const id of copies) for (const original of [one, two]) expect(await spoken(id)).not.toContain(original);
    const { formId: single } = await admin.ok(formsApi.copyForm, { params: { formId: one }, body: { title: { zh: '单独' }, withRules: false } });
    const { fields } = (await admin.ok(formsApi.getDraft, { params: { formId: single } })).definition;
    expect(fields.flatMap((own) => (own.type === 'relation' ? [[own.id, own.config.form]] : []))).toEqual([['lead', two], ['self', single]]);
  });

  test('an application that forms of others name is not removed before they let go', async () => {
    const [target, speaker] = await Promise.all(['被指', '指向'].map((zh) => admin.ok(formsApi.createApp, { body: { title: { zh } } })));
    const make = async (app: string, zh: string, fields: Field[]) => (await admin.ok(formsApi.createForm, { params: { appId: app }, body: { title: { zh }, definition: definitionOf(fields, { title: { zh } }) } })).id;
    const named = await make(target!.id, '设备', [field('text', 'aa')]);
    await release(named);
    const naming = await make(speaker!.id, '工单', [field('text', 'aa'), field('relation', 'lead', { config: { form: named, cardinality: 'manyToOne', onDelete: 'clear' } })]);
    expect((await release(naming)).status).toBe(200);
    expect(await admin.call(formsApi.removeApp, { params: { appId: target!.id } })).toMatchObject({ status: 409, body: { code: 'forms.app.still_linked', data: { forms: '指向 / 工单' } } });
    await admin.ok(formsApi.removeApp, { params: { appId: speaker!.id } });
    await admin.ok(formsApi.removeApp, { params: { appId: target!.id } });
  });

  test('an application goes into the bin with its forms and comes back with them and their records', async () => {
    const app = await admin.ok(formsApi.createApp, { body: { title: { zh: '旧' } } });
    const make = async () => (await admin.ok(formsApi.createForm, { params: { appId: app.id }, body: { title: { zh: '单' }, definition: definitionOf([field('text', 'aa')]) } })).id;
    const [kept, before] = [await make(), await make()];
    await release(kept);
    const record = await write(kept, { aa: 'x' });
    await admin.ok(formsApi.removeForm, { params: { formId: before } });
    await admin.ok(formsApi.removeApp, { params: { appId: app.id } });
    expect((await admin.call(recordsApi.get, { params: { formId: kept, recordId: record.id } })).status).toBe(404);
    expect((await admin.ok(formsApi.listApps, {})).apps.map(({ id }) => id)).not.toContain(app.id);
    expect((await admin.call(formsApi.removeApp, { params: { appId: app.id } })).status).toBe(404);
    const bin = await admin.ok(formsApi.listBin, {});
    expect(bin.apps.find(({ id }) => id === app.id)).toMatchObject({ forms: 1, removedBy: admin.id });
    expect(bin.forms.map(({ id }) => id)).toContain(before);
    expect(codeOf(await admin.call(formsApi.restoreForm, { params: { formId: before } }))).toBe('forms.form.app_in_bin');
    const other = await server.as('other-admin');
    expect((await other.call(formsApi.restoreApp, { params: { appId: app.id } })).status).toBe(404);
    expect((await other.ok(formsApi.listBin, {})).apps).toEqual([]);
    await admin.ok(formsApi.restoreApp, { params: { appId: app.id } });
    expect((await admin.ok(recordsApi.get, { params: { formId: kept, recordId: record.id } })).values.aa).toBe('x');
    await admin.ok(formsApi.restoreForm, { params: { formId: before } });
    expect((await admin.ok(formsApi.listApps, {})).apps.find(({ id }) => id === app.id)!.forms).toHaveLength(2);
  });
});

describe('the data model', () => {
  test('tells tables, columns, indexes, relations, size, growth and slow statements to those who look after forms', async () => {
    const target = await created(definitionOf([field('text', 'aa')]));
    await release(target);
    const formId = await created(definitionOf([field('text', 'aa', { unique: true }), field('number', 'bb'), field('relation', 'lead', { config: { form: target, cardinality: 'manyToOne', onDelete: 'clear' } as never })], { tables: [{ id: 'lines', title: { zh: '明细' }, fields: [field('text', 'word')] }] }));
    await release(formId);
    for (const aa of ['x', 'y']) await write(formId, { aa, bb: 1 });
    await saved(formId, (definition) => ({ ...definition, fields: definition.fields.filter(({ id }) => id !== 'bb') }));
    await release(formId, { acceptLoss: true });
    for (const name of ['safe', 'audit', 'admin'] as const) expect((await (await server.as(name)).call(formsApi.dataModel, { params: { formId } })).status).toBe(200);
    expect((await (await server.as('user')).call(formsApi.dataModel, { params: { formId } })).status).toBe(403);
    expect((await (await server.as('other-admin')).call(formsApi.dataModel, { params: { formId } })).status).toBe(404);
    const model = await admin.ok(formsApi.dataModel, { params: { formId } });
    expect(model).toMatchObject({ form: { id: formId, release: 2 }, relations: [{ from: formId, to: target, cardinality: 'manyToOne' }], growth: [{ rows: 2 }] });
    expect(model.tables.map(({ kind, rows, estimated }) => [kind, rows, estimated])).toEqual([['main', 2, false], ['slave', 0, false]]);
    const [main, slave] = model.tables;
    expect(main!.columns.filter(({ origin }) => origin !== 'system').map(({ name, type, origin }) => `${name} ${type} ${origin}`)).toEqual(['aa_t text own', 'bb_n numeric retired', 'lead_r uuid[] own']);
    expect(main!.columns.find(({ name }) => name === 'id')).toMatchObject({ required: true, origin: 'system', field: null });
    expect(main!.indexes.find(({ on }) => on === '(aa_t)')).toMatchObject({ unique: true, valid: true, method: 'btree' });
    expect(slave!.columns.map(({ name }) => name)).toEqual(['record_id', 'id', 'position', 'word_t']);
    expect(main!.bytes.data).toBeGreaterThan(0);
    expect(model.slow.state).toBe('measured');
    expect(model.slow.queries.some(({ text, calls }) => calls > 0 && /insert into/i.test(text) && text.includes(formId))).toBe(true);
    expect(JSON.stringify((await admin.ok(formsApi.dataModel, { params: { formId: target } })).slow)).not.toContain(formId);
  });

  test('drops for good what a removed field and a removed slave table left, and nothing that is in use', async () => {
    const formId = await created(definitionOf([field('text', 'aa'), field('text', 'bb')], { tables: [{ id: 'tt', title: { zh: '从表' }, fields: [field('text', 'cc')] }] }));
    await release(formId);
    await admin.ok(recordsApi.create, { params: { formId }, body: { values: { aa: 'x', bb: 'y' }, slaves: { tt: [{ values: { cc: 'z' } }] } } });
    const purge = (table: string, column: string | null, who = admin) => who.call(formsApi.purgeRetired, { params: { formId }, body: { table: `f_${formId}${table}`, column } });
    expect([(await purge('', 'bb_t')).body, (await purge('_tt', null)).body, (await purge('', 'version')).body]).toEqual(Array.from({ length: 3 }, () => expect.objectContaining({ code: 'forms.purge.in_use' }) as unknown));
    await saved(formId, () => definitionOf([field('text', 'aa')]));
    await release(formId, { acceptLoss: true });
    // back in the draft, not yet released
    await saved(formId, () => definitionOf([field('text', 'aa'), field('text', 'bb')]));
    expect(codeOf(await purge('', 'bb_t'))).toBe('forms.purge.in_draft');
    await saved(formId, () => definitionOf([field('text', 'aa')]));
    expect([(await purge('', 'nothing_t')).status, (await purge('_none', null)).status, (await purge('', 'bb_t', await server.as('user'))).status, (await purge('', 'bb_t', await server.as('other-admin'))).status]).toEqual([404, 404, 403, 404]);
    expect([(await purge('', 'bb_t')).status, (await purge('_tt', null)).status]).toEqual([200, 200]);
    const { tables } = await admin.ok(formsApi.dataModel, { params: { formId } });
    expect(tables.map(({ name, columns }) => [name, columns.some(({ origin }) => origin === 'retired')])).toEqual([[`f_${formId}`, false]]);
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
    await server.platform.owner.query(`insert into "space_${spaceId}".forms_table_sample values ('${formId}', current_date - 1, 7, 9000), ('${formId}', current_date - 2000, 1, 1)`);
    await sampleSpace(server.platform, spaceId);
    await sampleSpace(server.platform, spaceId);
    const { growth } = await admin.ok(formsApi.dataModel, { params: { formId } });
    expect(growth.map(({ rows }) => rows)).toEqual([7, 1]);
    expect(growth[0]).toMatchObject({ bytes: 9000 });
  });
});

describe('versions', () => {
  test('are compared field by field, the draft too, and an earlier one becomes the draft with its data', async () => {
    const formId = await created(definitionOf([field('text', 'aa'), field('number', 'bb')]));
    await release(formId);
    const record = await write(formId, { aa: 'x', bb: 5 });
    await saved(formId, () => definitionOf([field('text', 'aa', { title: { zh: '名称' }, required: true }), field('date', 'cc')]));
    await release(formId, { acceptLoss: true });
    const compare = async (from: 'draft' | number, to: 'draft' | number) => (await admin.ok(formsApi.compareVersions, { params: { formId }, query: { from, to } })).differences;
    const differences = await compare(1, 2);
    expect(differences.map(({ kind, field: id }) => `${kind} ${id}`)).toEqual(['changed aa', 'added cc', 'removed bb']);
    expect(differences[0]!.values).toEqual([{ property: 'title', before: { zh: 'aa' }, after: { zh: '名称' } }, { property: 'required', after: true }]);
    expect(await compare(2, 'draft')).toEqual([]);

    const draft = await admin.ok(formsApi.getDraft, { params: { formId } });
    const stale = await admin.call(formsApi.restoreRelease, { params: { formId, number: 1 }, body: { expectedVersion: 1 } });
    expect([stale.status, codeOf(stale)]).toEqual([409, 'forms.draft.version_conflict']);
    const restored = await admin.ok(formsApi.restoreRelease, { params: { formId, number: 1 }, body: { expectedVersion: draft.version } });
    expect(restored).toMatchObject({ version: draft.version + 1, changed: true, release: 2 });
    expect(await compare(1, 'draft')).toEqual([]);
    expect((await admin.ok(formsApi.planRelease, { params: { formId } })).steps).toMatchObject([{ action: 'restoreColumn', field: 'bb' }, { action: 'retireColumn', field: 'cc', rows: 0 }]);
    expect((await release(formId)).body).toMatchObject({ number: 3 });
    expect((await admin.ok(recordsApi.get, { params: { formId, recordId: record.id } })).values).toMatchObject({ aa: 'x', bb: 5 });
  });

  test('are for those who design, in their own space', async () => {
    const formId = await created(definitionOf([field('text', 'aa')]));
    const other = await server.as('other-admin');
    expect((await other.call(formsApi.compareVersions, { params: { formId }, query: { from: 'draft', to: 'draft' } })).status).toBe(404);
    expect((await other.call(recordsApi.preview, { params: { formId }, query: { version: 'draft' } })).status).toBe(404);
    expect((await admin.call(formsApi.restoreRelease, { params: { formId, number: 4 }, body: { expectedVersion: 1 } })).status).toBe(404);
    expect((await admin.call(recordsApi.preview, { params: { formId }, query: { version: 2 } })).status).toBe(404);
    expect((await (await server.as('audit')).call(formsApi.restoreRelease, { params: { formId, number: 1 }, body: { expectedVersion: 1 } })).status).toBe(403);
  });

  test('are previewed before they are released, as a role would see them', async () => {
    const formId = await created(definitionOf([field('text', 'aa'), field('number', 'pay')]));
    await admin.ok(formsApi.putPermissions, { params: { formId }, body: { rules: [{ id: '1', subject: { kind: 'role', id: 'user' }, actions: ['create'], scope: 'own', fields: { pay: { new: 'hidden', existing: 'hidden' } } }] } });
    const whole = await admin.ok(recordsApi.preview, { params: { formId }, query: { version: 'draft' } });
    expect([whole.release, whole.definition.fields.length, whole.can.create]).toEqual([0, 2, true]);
    const asUser = await admin.ok(recordsApi.preview, { params: { formId }, query: { version: 'draft', role: 'user' } });
    expect(asUser.definition.fields.map(({ id }) => id)).toEqual(['aa']);
    expect((await admin.ok(recordsApi.preview, { params: { formId }, query: { version: 'draft', role: 'safe' } })).can.create).toBe(false);
    expect((await (await server.as('user')).call(recordsApi.preview, { params: { formId }, query: { version: 'draft' } })).status).toBe(403);
  });
});

describe('a form', () => {
  test('that is removed takes its records along', async () => {
    const formId = await created(definitionOf([field('text', 'aa')]));
    await release(formId);
    await write(formId, { aa: 'x' });
    await admin.ok(formsApi.removeForm, { params: { formId } });
    expect((await admin.call(recordsApi.list, { params: { formId }, query: {} })).status).toBe(404);
    expect((await admin.call(formsApi.getForm, { params: { formId } })).status).toBe(404);
  });

  test('shows itself to those whom its rules name', async () => {
    const formId = await created(definitionOf([field('text', 'aa')]));
    await release(formId);
    const user = await server.as('user3');
    const rules = [{ id: '1', subject: { kind: 'role' as const, id: 'user' }, actions: ['view' as const], scope: 'all' as const }];
    expect(await admin.ok(formsApi.putPermissions, { params: { formId }, body: { rules } })).toEqual({ rules });
    expect(await admin.ok(formsApi.getPermissions, { params: { formId } })).toEqual({ rules });
    expect((await user.ok(formsApi.getForm, { params: { formId } })).can).toEqual({ view: true, create: false, import: false, design: false });
    expect((await user.ok(formsApi.listApps, {})).apps.flatMap(({ forms }) => forms.map(({ id }) => id))).toEqual([formId]);
    expect((await user.call(formsApi.getPermissions, { params: { formId } })).status).toBe(403);
  });
});
