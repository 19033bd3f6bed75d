import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import type { FormRecord, VersionConflict } from '@formwork/contract/records/record.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, startTestServer, type Client, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;
let user: Client;
let formId: string;
let slaveFormId: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  user = await server.as('user');
  const app = await admin.ok(formsApi.createApp, { body: { title: { zh: '设备' } } });
  formId = await released(app.id, plainForm());
  slaveFormId = await released(app.id, formWithRows());
});
afterAll(() => server.stop());

const field = <T extends Field['type']>(type: T, id: string, more: Partial<Field> = {}): Field =>
  ({ ...newField(type, { zh: id }, id), ...more }) as Field;

function plainForm(): FormDefinition {
  return {
    format: 1,
    title: { zh: '检查' },
    tables: [],
    layout: [],
    titleField: 'name',
    fields: [
      field('text', 'name', { required: true, indexed: true }),
      field('number', 'count', { indexed: true }),
      field('date', 'day'),
      field('dateTime', 'moment'),
      field('switch', 'broken'),
      field('singleSelect', 'grade', {
        config: {
          options: [
            { id: 'h', label: { zh: '高' } },
            { id: 'l', label: { zh: '低' } },
          ],
        },
      }),
      field('multiSelect', 'tags', {
        config: {
          options: [
            { id: 'a', label: { zh: '甲' } },
            { id: 'b', label: { zh: '乙' } },
          ],
        },
      }),
      field('member', 'people', { config: { multiple: true } }),
      field('text', 'code', { unique: true }),
      field('formula', 'twice', { config: { expression: 'count * 2', result: 'number' } }),
      field('autoNumber', 'number', { config: { prefix: 'N-', date: 'none', digits: 4, start: 1, reset: 'never' } }),
      field('text', 'state', { defaultValue: 'new', readOnly: true }),
      field('longText', 'reason', { requiredIf: 'broken = true', hiddenIf: 'count = 0' }),
    ],
  };
}

function formWithRows(): FormDefinition {
  return {
    format: 1,
    title: { zh: '维修' },
    layout: [],
    titleField: 'name',
    fields: [
      field('text', 'name'),
      field('rollup', 'total', { config: { table: 'actions', field: 'amount', function: 'sum', decimals: 2 } }),
      field('formula', 'withtax', { config: { expression: 'total * 1.13', result: 'number', decimals: 2 } }),
    ],
    tables: [
      {
        id: 'actions',
        title: { zh: '措施' },
        maxRows: 3,
        fields: [
          field('text', 'item', { required: true }),
          field('number', 'qty'),
          field('money', 'price'),
          field('formula', 'amount', { config: { expression: 'qty * price', result: 'number', decimals: 2 } }),
        ],
      },
    ],
  };
}

async function released(appId: string, definition: FormDefinition): Promise<string> {
  const form = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: { title: definition.title, definition },
  });
  await admin.ok(formsApi.release, { params: { formId: form.id }, body: { draftVersion: 1 } });
  return form.id;
}

async function allow(id: string, rules: Omit<PermissionRule, 'id'>[]): Promise<void> {
  await admin.ok(formsApi.putPermissions, {
    params: { formId: id },
    body: { rules: rules.map((rule, index) => ({ ...rule, id: String(index) })) },
  });
}

const everything: PermissionRule['actions'] = ['view', 'create', 'edit', 'delete'];
const create = (values: Record<string, unknown>, who = admin, id = formId) =>
  who.ok(recordsApi.create, { params: { formId: id }, body: { values: values as never } });
const names = (list: { rows: { values: Record<string, unknown> }[] }) => list.rows.map((row) => row.values.name);

describe('a record', () => {
  test('comes back as it was saved, from create, get and list alike', async () => {
    const values = {
      name: ' 一号机 ',
      count: '12345678901234567890.5',
      day: '2024-02-29',
      moment: '2024-03-01T08:00:00+08:00',
      broken: false,
      grade: 'h',
      tags: ['b', 'a'],
      people: [user.id],
      code: 'A1',
    };
    const created = await create(values);
    const expected = {
      ...values,
      name: '一号机',
      moment: '2024-03-01T00:00:00.000Z',
      twice: '24691357802469135781',
      number: 'N-0001',
      state: 'new',
      reason: null,
      _creator: [admin.id],
      _owner: [admin.id],
      _processState: null,
    };
    expect(created).toMatchObject({ version: 1, values: expected, can: { edit: true, delete: true } });
    const got = await admin.ok(recordsApi.get, { params: { formId, recordId: created.id } });
    expect(got).toEqual(created);
    const list = await admin.ok(recordsApi.list, {
      params: { formId },
      query: { filter: JSON.stringify({ field: 'code', operator: 'eq', value: 'A1' }) },
    });
    expect(list.rows).toEqual([{ id: created.id, version: 1, values: created.values }]);
  });

  test('is refused field by field', async () => {
    const answer = await admin.call(recordsApi.create, {
      params: { formId },
      body: {
        values: { count: 'many', day: '2023-02-29', grade: 'x', people: ['01890000-0000-7000-8000-000000000000'] },
      },
    });
    expect([answer.status, codeOf(answer)]).toEqual([422, 'records.record.invalid']);
    expect((answer.body as unknown as { fields: unknown[] }).fields).toEqual([
      { path: 'count', code: 'records.value.not_number' },
      { path: 'day', code: 'records.value.not_date' },
      { path: 'grade', code: 'records.value.not_option', data: { choices: '高、低' } },
      { path: 'people', code: 'records.value.not_people' },
      // what is wrong does not hide what is empty
      { path: 'name', code: 'records.value.required' },
    ]);
    const blank = await admin.call(recordsApi.create, {
      params: { formId },
      body: { values: { broken: true, count: 1, state: 'mine' } },
    });
    expect((blank.body as unknown as { fields: unknown[] }).fields).toEqual([
      { path: 'name', code: 'records.value.required' },
      { path: 'state', code: 'records.value.read_only' },
      { path: 'reason', code: 'records.value.required' },
    ]);
    await create({ name: 'hidden is not required', broken: true, count: 0 });
  });

  test('with a value that must be unique is refused the second time', async () => {
    await create({ name: 'first', code: 'only' });
    const second = await admin.call(recordsApi.create, {
      params: { formId },
      body: { values: { name: 'second', code: 'only' } },
    });
    expect([second.status, codeOf(second)]).toEqual([409, 'records.record.value_taken']);
    expect((second.body as unknown as { fields: unknown[] }).fields).toEqual([
      { path: 'code', code: 'records.value.taken' },
    ]);
  });

  test('whose answer was lost is made once, however often and at however many places its command comes again', async () => {
    const body = { commandId: crypto.randomUUID(), values: { name: 'sent again', code: 'again' } };
    const send = (who = admin, id = formId) => who.ok(recordsApi.create, { params: { formId: id }, body });
    const together = await Promise.all([send(), send(), send()]);
    const later = await send();
    expect(new Set([...together, later].map(({ id }) => id)).size).toBe(1);
    expect(later).toEqual(together[0]);
    // what others send, or to another form, is theirs
    expect((await user.call(recordsApi.create, { params: { formId }, body })).body).not.toMatchObject({ id: later.id });
    expect((await send(admin, slaveFormId)).id).not.toBe(later.id);
    // nobody is refused for what was refused before
    const refused = { commandId: crypto.randomUUID(), values: { name: '' } };
    expect((await admin.call(recordsApi.create, { params: { formId }, body: refused })).status).toBe(422);
    expect(
      (await admin.ok(recordsApi.create, { params: { formId }, body: { ...refused, values: { name: 'mended' } } }))
        .values.name,
    ).toBe('mended');
    await admin.ok(recordsApi.remove, { params: { formId, recordId: later.id } });
    expect((await admin.call(recordsApi.create, { params: { formId }, body })).status).toBe(404);
  });

  test('numbers itself without gaps or doubles under fifty writers', async () => {
    const made = await Promise.all(Array.from({ length: 50 }, (_, index) => create({ name: `n${index}` })));
    const numbers = made.map(({ values }) => Number(String(values.number).slice(2))).sort((a, b) => a - b);
    expect(new Set(numbers).size).toBe(50);
    expect(numbers.at(-1)! - numbers[0]!).toBe(49);
  });

  test('is saved over an expected version, with both versions in the conflict and history field by field', async () => {
    const record = await create({ name: 'v1', count: 1 });
    const params = { formId, recordId: record.id };
    const saved = await admin.ok(recordsApi.update, { params, body: { expectedVersion: 1, values: { count: 2 } } });
    expect(saved).toMatchObject({ version: 2, values: { name: 'v1', count: 2, twice: 4 } });
    const same = await admin.ok(recordsApi.update, { params, body: { expectedVersion: 2, values: { count: '2.0' } } });
    expect(same.version).toBe(2);
    const late = await admin.call(recordsApi.update, {
      params,
      body: { expectedVersion: 1, values: { name: 'late' } },
    });
    expect([late.status, codeOf(late)]).toEqual([409, 'records.record.version_conflict']);
    expect((late.body as unknown as { data: VersionConflict }).data).toMatchObject({
      id: record.id,
      current: { version: 2, values: { count: 2 } },
      currentBy: admin.id,
    });
    const { entries } = await admin.ok(recordsApi.history, { params });
    expect(entries).toMatchObject([
      {
        kind: 'updated',
        version: 2,
        actor: admin.id,
        changes: expect.arrayContaining([
          { field: 'count', before: 1, after: 2 },
          { field: 'twice', before: 2, after: 4 },
        ]),
      },
      { kind: 'created', version: 1 },
    ]);
  });

  test('saved by many at once is saved once per version', async () => {
    const record = await create({ name: 'race', count: 0 });
    const params = { formId, recordId: record.id };
    const answers = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((count) =>
        admin.call(recordsApi.update, { params, body: { expectedVersion: 1, values: { count } } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  test('that was deleted is gone from everywhere', async () => {
    const record = await create({ name: 'gone' });
    const params = { formId, recordId: record.id };
    await admin.ok(recordsApi.remove, { params });
    expect((await admin.call(recordsApi.get, { params })).status).toBe(404);
    expect((await admin.call(recordsApi.remove, { params })).status).toBe(404);
  });
});

describe('many at once', () => {
  let plain: string;
  beforeAll(async () => {
    const app = await admin.ok(formsApi.createApp, { body: { title: { zh: '同时' } } });
    plain = await released(app.id, {
      ...plainForm(),
      fields: plainForm().fields.filter(({ type, id }) => type !== 'autoNumber' && id !== 'reason'),
    });
  });

  test('are created as one by one, and only the wrong one is refused', async () => {
    await create({ name: 'before', code: 'c7' }, admin, plain);
    const values = {
      count: '12345678901234567890.5',
      day: '2024-02-29',
      moment: '2024-03-01T08:00:00+08:00',
      broken: true,
      grade: 'h',
      tags: ['b', 'a'],
      people: [user.id],
    };
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        admin.call(recordsApi.create, {
          params: { formId: plain },
          body: { values: { ...values, name: `n${n}`, code: `c${n}` } },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map((_, n) => (n === 7 ? 409 : 200)));
    const got = await Promise.all(
      answers
        .filter(({ status }) => status === 200)
        .map(({ body }) => admin.ok(recordsApi.get, { params: { formId: plain, recordId: body.id } })),
    );
    expect(got).toEqual(answers.filter(({ status }) => status === 200).map(({ body }) => body));
    const { rows } = await server.platform.pool.query<{ count: number }>(
      `select count(*)::int as count from space_demo.event where type = 'records.created' and data ->> 'formId' = $1`,
      [plain],
    );
    expect(rows[0]?.count).toBe(40);
  });

  test('are made once for each command, whatever comes beside them', async () => {
    const commands = Array.from({ length: 24 }, () => crypto.randomUUID());
    const send = (commandId: string, n: number) =>
      admin.call(recordsApi.create, {
        params: { formId: plain },
        body: { commandId, values: { name: `sent ${n}`, ...(n % 2 ? { code: `sent${n}` } : {}) } },
      });
    const bare = Array.from({ length: 12 }, (_, n) => create({ name: `beside ${n}` }, admin, plain));
    const refused = admin.call(recordsApi.create, {
      params: { formId: plain },
      body: { commandId: crypto.randomUUID(), values: { name: 'refused', code: 'c7' } },
    });
    const answers = await Promise.all(
      [...commands, ...commands, ...commands].map((id, at) => send(id, at % commands.length)),
    );
    await Promise.all(bare);
    expect((await refused).status).toBe(409);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const made = answers.map(({ body }) => body.id);
    expect(made).toEqual([...made.slice(0, 24), ...made.slice(0, 24), ...made.slice(0, 24)]);
    expect(await written(made.slice(0, 24))).toEqual({ records: 24, history: 24, events: 24, commands: 24 });
  });

  test('are made once when the connection to the database is lost in between', async () => {
    const { owner, pool } = server.platform;
    const table = `space_demo."f_${plain}"`;
    const commands = Array.from({ length: 9 }, () => crypto.randomUUID());
    const send = (commandId: string) =>
      admin.call(recordsApi.create, { params: { formId: plain }, body: { commandId, values: { name: 'cut off' } } });
    const holder = await owner.connect();
    await holder.query(`begin; lock table ${table} in share mode`);
    const sent = commands.map(send);
    try {
      await expect
        .poll(
          async () =>
            (
              await pool.query(
                `select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and query like 'with record as (insert %' and pid <> pg_backend_pid()`,
              )
            ).rowCount,
        )
        .toBeGreaterThan(0);
    } finally {
      await holder.query('commit');
      holder.release();
    }
    await Promise.all(sent);
    const again = await Promise.all(commands.map(send));
    expect(again.map(({ status }) => status)).toEqual(commands.map(() => 200));
    expect(new Set(again.map(({ body }) => body.id)).size).toBe(9);
    const { rows } = await owner.query<{ count: number }>(
      `select count(*)::int as count from ${table} r where id in (select made from space_demo.records_command where id = any($1::uuid[]))`,
      [commands],
    );
    expect(rows[0]?.count).toBe(9);
    const { total } = await admin.ok(recordsApi.count, {
      params: { formId: plain },
      query: { filter: JSON.stringify({ field: 'name', operator: 'eq', value: 'cut off' }) },
    });
    expect(total).toBe(9);
  });

  async function written(ids: string[]): Promise<Record<string, number>> {
    const { rows } = await server.platform.owner.query<Record<string, number>>(
      `select (select count(*)::int from space_demo."f_${plain}" where id = any($1::uuid[])) as records,
      (select count(*)::int from space_demo.records_history where record_id = any($1::uuid[])) as history, (select count(*)::int from space_demo.event where subject = any($1::text[])) as events,
      (select count(*)::int from space_demo.records_command where made = any($1::uuid[])) as commands`,
      [ids],
    );
    return rows[0]!;
  }

  test('are read each with their own right', async () => {
    const second = await server.as('user2');
    await allow(plain, [
      { subject: { kind: 'person', id: user.id }, actions: ['view', 'create'], scope: 'own' },
      { subject: { kind: 'person', id: second.id }, actions: ['create'], scope: 'own' },
    ]);
    const mine = await create({ name: 'mine' }, user, plain);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        (n % 2 ? user : second).call(recordsApi.get, { params: { formId: plain, recordId: mine.id } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map((_, n) => (n % 2 ? 200 : 404)));
  });

  test('are answered as the first time when the form would refuse them by now', async () => {
    const body = { commandId: crypto.randomUUID(), values: { name: 'early' } };
    const first = await admin.ok(recordsApi.create, { params: { formId: plain }, body });
    const draft = await admin.ok(formsApi.getDraft, { params: { formId: plain } });
    const { version } = await admin.ok(formsApi.saveDraft, {
      params: { formId: plain },
      body: {
        expectedVersion: draft.version,
        definition: {
          ...draft.definition,
          fields: draft.definition.fields.map((one) => (one.id === 'day' ? { ...one, required: true } : one)),
        },
      },
    });
    await admin.ok(formsApi.release, { params: { formId: plain }, body: { draftVersion: version } });
    expect(
      (
        await admin.call(recordsApi.create, {
          params: { formId: plain },
          body: { ...body, commandId: crypto.randomUUID() },
        })
      ).status,
    ).toBe(422);
    expect((await admin.ok(recordsApi.create, { params: { formId: plain }, body })).id).toBe(first.id);
  });
});

describe('slave rows', () => {
  const params = () => ({ formId: slaveFormId });
  test('are saved with their record, totals and formulas computed', async () => {
    const record = await admin.ok(recordsApi.create, {
      params: params(),
      body: {
        values: { name: 'r' },
        slaves: {
          actions: [
            { values: { item: 'belt', qty: 3, price: '0.10' } },
            { values: { item: 'oil', qty: 2, price: 7.45 } },
          ],
        },
      },
    });
    expect(record.values).toMatchObject({ total: 15.2, withtax: 17.18 });
    expect(record.slaves.actions?.map((row) => row.values)).toEqual([
      { item: 'belt', qty: 3, price: 0.1, amount: 0.3 },
      { item: 'oil', qty: 2, price: 7.45, amount: 14.9 },
    ]);
    const got = await admin.ok(recordsApi.get, { params: { ...params(), recordId: record.id } });
    expect(got).toEqual(record);

    const [belt, oil] = got.slaves.actions ?? [];
    const saved = await admin.ok(recordsApi.update, {
      params: { ...params(), recordId: record.id },
      body: {
        expectedVersion: 1,
        values: {},
        slaves: { actions: [{ id: oil!.id, values: { qty: 1 } }, { values: { item: 'bolt', qty: 4, price: 1 } }] },
      },
    });
    expect(saved.values).toMatchObject({ total: 11.45 });
    const again = await admin.ok(recordsApi.get, { params: { ...params(), recordId: record.id } });
    expect(again.slaves).toEqual(saved.slaves);
    expect(again.slaves.actions?.map((row) => [row.id === oil!.id, row.values.item, row.values.amount])).toEqual([
      [true, 'oil', 7.45],
      [false, 'bolt', 4],
    ]);
    const { entries } = await admin.ok(recordsApi.history, { params: { ...params(), recordId: record.id } });
    expect(entries[0]?.slaves.map(({ row, kind }) => [row === belt!.id, kind]).sort()).toEqual([
      [false, 'added'],
      [false, 'changed'],
      [true, 'removed'],
    ]);
  });

  test('are refused at their place', async () => {
    const answer = await admin.call(recordsApi.create, {
      params: params(),
      body: { values: {}, slaves: { actions: [{ values: { qty: 1 } }, { values: { item: 'x', qty: 'two' } }] } },
    });
    expect((answer.body as unknown as { fields: unknown[] }).fields).toEqual([
      { path: 'actions.1.qty', code: 'records.value.not_number' },
      { path: 'actions.0.item', code: 'records.value.required' },
    ]);
    const many = await admin.call(recordsApi.create, {
      params: params(),
      body: { values: {}, slaves: { actions: [1, 2, 3, 4].map(() => ({ values: { item: 'x' } })) } },
    });
    expect((many.body as unknown as { fields: unknown[] }).fields).toEqual([
      { path: 'actions', code: 'records.value.too_many_rows', data: { max: 3 } },
    ]);
  });

  test('are computed for a record that is not saved yet', async () => {
    const found = await admin.ok(recordsApi.evaluate, {
      params: params(),
      body: { values: {}, slaves: { actions: [{ values: { item: 'x', qty: 2, price: 5 } }] } },
    });
    expect(found).toMatchObject({
      values: { total: 10 },
      slaves: { actions: [{ values: { amount: 10 } }] },
      errors: [],
    });
  });
});

describe('a list', () => {
  let listForm: string;
  beforeAll(async () => {
    const app = await admin.ok(formsApi.createApp, { body: { title: { zh: '列表' } } });
    listForm = await released(app.id, {
      ...plainForm(),
      fields: plainForm().fields.filter(({ id }) => ['name', 'count', 'day', 'tags', 'broken', 'people'].includes(id)),
    });
    for (let index = 0; index < 25; index += 1) {
      await create(
        {
          name: `r${String(index).padStart(2, '0')}`,
          count: index % 5 === 4 ? null : index % 5,
          broken: index % 2 === 0,
          tags: index % 3 === 0 ? ['a'] : null,
        },
        admin,
        listForm,
      );
    }
  });
  const list = (query: Record<string, unknown>, who = admin) =>
    who.ok(recordsApi.list, { params: { formId: listForm }, query: query });

  async function allPages(query: Record<string, unknown>, who = admin): Promise<unknown[]> {
    const found: unknown[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 50; page += 1) {
      const answer = await list({ ...query, limit: 4, ...(cursor && { cursor }) }, who);
      found.push(...names(answer));
      if (answer.next === null) return found;
      cursor = answer.next;
    }
    throw new Error('the list never ends');
  }

  test.each([
    '',
    'name',
    '-name',
    'count',
    '-count',
    'count,-name',
    '-count,name',
    'broken,-count,name',
    '-count,_createdAt',
  ])('in the order %s has every record once, page by page', async (sort) => {
    const query = sort === '' ? {} : { sort };
    const whole = names(await list({ ...query, limit: 100 }));
    expect(await allPages(query)).toEqual(whole);
    expect(new Set(whole).size).toBe(25);
    const counts = (await list({ ...query, limit: 100 })).rows.map(({ values }) => values.count);
    if (sort.startsWith('count') || sort.startsWith('-count'))
      expect(counts.slice(-5)).toEqual([null, null, null, null, null]);
    if (sort === '-count') expect(counts[0]).toBe(3);
  });

  test('finds what its filter asks for and counts it', async () => {
    const filter = JSON.stringify({
      all: [
        { field: 'broken', operator: 'isTrue' },
        {
          any: [
            { field: 'count', operator: 'gte', value: 2 },
            { field: 'tags', operator: 'hasAny', value: ['a'] },
          ],
        },
      ],
    });
    const answer = await list({ filter, withTotal: true, limit: 100 });
    expect(answer.total).toBe(answer.rows.length);
    expect(answer.estimated).toBe(false);
    expect(answer.rows.every(({ values }) => values.broken === true)).toBe(true);
    const counted = await admin.ok(recordsApi.count, { params: { formId: listForm }, query: { filter } });
    expect(counted).toEqual({ total: answer.total, estimated: false });
    expect(names(await list({ search: 'R03' }))).toEqual(['r03']);
  });

  test('counts again at once when something was saved', async () => {
    const before = (await list({ withTotal: true })).total!;
    const record = await create({ name: 'one more' }, admin, listForm);
    expect((await list({ withTotal: true })).total).toBe(before + 1);
    await admin.ok(recordsApi.remove, { params: { formId: listForm, recordId: record.id } });
    expect((await list({ withTotal: true })).total).toBe(before);
  });

  test.each([
    [{ filter: '{"field":"nothing","operator":"eq","value":1}' }, 'records.list.bad_filter'],
    [{ filter: '{"field":"count","operator":"contains","value":"1"}' }, 'records.list.bad_filter'],
    [{ filter: '{"field":"count","operator":"eq","value":"1; drop table"}' }, 'records.list.bad_filter'],
    [{ filter: 'no json' }, 'records.list.bad_filter'],
    [{ sort: 'tags' }, 'records.list.bad_sort'],
    [{ sort: 'nothing' }, 'records.list.bad_sort'],
    [{ cursor: 'abc' }, 'records.list.bad_cursor'],
  ])('refuses %o', async (query, code) => {
    const answer = await admin.call(recordsApi.list, { params: { formId: listForm }, query: query });
    expect([answer.status, codeOf(answer)]).toEqual([422, code]);
  });

  test('shows people with a part of the records that part alone, in every order', async () => {
    await allow(listForm, [{ subject: { kind: 'person', id: user.id }, actions: everything, scope: 'own' }]);
    for (const name of ['mine 1', 'mine 2', 'mine 3', 'mine 4', 'mine 5'])
      await create({ name, count: name === 'mine 3' ? null : Number(name.slice(-1)) }, user, listForm);
    for (const sort of ['', 'name', '-count', '-name', 'count,name']) {
      const found = await allPages(sort === '' ? {} : { sort }, user);
      expect([...found].sort()).toEqual(['mine 1', 'mine 2', 'mine 3', 'mine 4', 'mine 5']);
    }
    expect((await list({ withTotal: true }, user)).total).toBe(5);
  });
});

describe('rights', () => {
  let record: FormRecord;
  beforeAll(async () => {
    await allow(formId, [{ subject: { kind: 'person', id: user.id }, actions: ['view', 'create'], scope: 'own' }]);
    record = await create({ name: 'secret of the administrator' });
  });

  test('a stranger finds neither form nor records', async () => {
    const stranger = await server.as('user7');
    const params = { formId, recordId: record.id };
    const answers = await Promise.all([
      stranger.call(recordsApi.plan, { params: { formId } }),
      stranger.call(recordsApi.list, { params: { formId }, query: {} }),
      stranger.call(recordsApi.count, { params: { formId }, query: {} }),
      stranger.call(recordsApi.get, { params }),
      stranger.call(recordsApi.history, { params }),
      stranger.call(recordsApi.create, { params: { formId }, body: { values: { name: 'x' } } }),
      stranger.call(recordsApi.update, { params, body: { expectedVersion: 1, values: {} } }),
      stranger.call(recordsApi.remove, { params }),
      stranger.call(recordsApi.evaluate, { params: { formId }, body: { values: {} } }),
      stranger.call(formsApi.getForm, { params: { formId } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect((await stranger.ok(formsApi.listApps, {})).apps).toEqual([]);
  });

  test('somebody from another space is not let in, and their own space has no such form', async () => {
    const other = await server.as('other-admin');
    expect(
      (await other.call(recordsApi.get, { params: { formId, recordId: record.id } }, { space: 'demo' })).status,
    ).toBe(404);
    expect((await other.call(recordsApi.list, { params: { formId }, query: {} })).status).toBe(404);
    expect((await other.call(recordsApi.get, { params: { formId, recordId: record.id } })).status).toBe(404);
  });

  test('own records can be seen, and are changed only by those who may', async () => {
    const mine = await create({ name: 'mine' }, user);
    expect(mine.can).toMatchObject({ edit: false, delete: false });
    const params = { formId, recordId: mine.id };
    expect((await user.ok(recordsApi.get, { params })).values.name).toBe('mine');
    expect(
      codeOf(await user.call(recordsApi.update, { params, body: { expectedVersion: 1, values: { name: 'x' } } })),
    ).toBe('records.record.no_edit');
    expect(codeOf(await user.call(recordsApi.remove, { params }))).toBe('records.record.no_delete');
    expect((await user.call(recordsApi.get, { params: { formId, recordId: record.id } })).status).toBe(404);
    expect((await user.ok(recordsApi.plan, { params: { formId } })).can).toMatchObject({
      view: true,
      create: true,
      edit: false,
    });
  });

  test('change at once when the rules change', async () => {
    const second = await server.as('user2');
    expect((await second.call(recordsApi.get, { params: { formId, recordId: record.id } })).status).toBe(404);
    await allow(formId, [{ subject: { kind: 'role', id: 'user' }, actions: everything, scope: 'all' }]);
    expect((await second.ok(recordsApi.get, { params: { formId, recordId: record.id } })).can).toMatchObject({
      edit: true,
      delete: true,
    });
    await allow(formId, []);
    expect((await second.call(recordsApi.get, { params: { formId, recordId: record.id } })).status).toBe(404);
  });
});
