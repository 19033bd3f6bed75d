import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../../platform/config.ts';
import { inControl } from '../../../platform/db/db.ts';
import { openLog } from '../../../platform/open-log.ts';
import { startServer } from '../../../start.ts';
import { testSecret } from '../../../testing/people.ts';
import { codeOf, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { forgetForm } from '../../forms/public.ts';
import { writeRules } from '../../forms/rights/rules.ts';

/** Rows and fields that roles grant and refuse, wherever records go out or come in. */
let server: TestServer;
let admin: Client;
let appId: string;
/** Of the departments works > line, and of the office beside them. */
let boss: Client;
let worker: Client;
let clerk: Client;
const departments: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  [boss, worker, clerk] = [await server.as('user2'), await server.as('user3'), await server.as('user4')];
  appId = (await admin.ok(formsApi.createApp, { body: { title: { zh: '工资' } } })).id;
  const department = async (name: string, parentId: string | null) => {
    departments[name] = (await admin.ok(organizationApi.createDepartment, { body: { name, parentId } })).id;
  };
  await department('works', null);
  await department('line', departments.works!);
  await department('office', null);
  const place = (person: Client, name: string) =>
    admin.ok(organizationApi.updatePerson, {
      params: { personId: person.id },
      body: { departmentId: departments[name]! },
    });
  await place(boss, 'works');
  await place(worker, 'line');
  await place(clerk, 'office');
});
afterAll(() => server.stop());

const field = <T extends Field['type']>(type: T, id: string, more: Partial<Field> = {}): Field =>
  ({ ...newField(type, { zh: id }, id), ...more }) as Field;
const everything: PermissionRule['actions'] = ['view', 'create', 'edit', 'delete'];
type Rule = Omit<PermissionRule, 'id'>;

/** A new form on which everybody may do everything with their own, and more as told. */
async function form(rules: Rule[]): Promise<string> {
  const definition: FormDefinition = {
    format: 1,
    title: { zh: '工资' },
    layout: [],
    titleField: 'name',
    fields: [
      field('text', 'name', { indexed: true }),
      field('number', 'salary', { indexed: true }),
      field('text', 'grade'),
      field('formula', 'twice', { config: { expression: 'salary * 2', result: 'number' } }),
    ],
    tables: [{ id: 'parts', title: { zh: '明细' }, fields: [field('text', 'item'), field('number', 'pay')] }],
  };
  const { id } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: { title: definition.title, definition },
  });
  await admin.ok(formsApi.release, { params: { formId: id }, body: { draftVersion: 1 } });
  await allow(id, rules);
  return id;
}
const allow = (formId: string, rules: Rule[]) =>
  admin.ok(formsApi.putPermissions, {
    params: { formId },
    body: { rules: rules.map((rule, index) => ({ ...rule, id: String(index) })) },
  });
const all: Rule = { subject: { kind: 'everyone' }, actions: ['create', 'view', 'edit', 'delete'], scope: 'own' };
const make = (
  who: Client,
  formId: string,
  values: Record<string, unknown>,
  slaves?: Record<string, { values: Record<string, unknown> }[]>,
) =>
  who.ok(recordsApi.create, {
    params: { formId },
    body: { values: values as never, ...(slaves && { slaves: slaves as never }) },
  });
const see = (who: Client, formId: string, query = {}) =>
  who.ok(recordsApi.list, { params: { formId }, query: { sort: 'name', ...query } });
const names = async (who: Client, formId: string, query = {}) =>
  (await see(who, formId, query)).rows.map(({ values }) => values.name);
const total = async (who: Client, formId: string) =>
  (await who.ok(recordsApi.count, { params: { formId }, query: {} })).total;

describe('rows', () => {
  test.each([
    ['department', ['b'], ['w']],
    ['below', ['b', 'w'], ['w']],
  ] as const)('are reached by the scope %s', async (scope, bossSees, workerSees) => {
    const formId = await form([all]);
    for (const [who, name] of [
      [boss, 'b'],
      [worker, 'w'],
      [clerk, 'c'],
    ] as const)
      await make(who, formId, { name });
    await allow(formId, [{ subject: { kind: 'everyone' }, actions: ['view'], scope }]);
    expect(await names(boss, formId)).toEqual(bossSees);
    expect(await names(worker, formId)).toEqual(workerSees);
    expect(await total(boss, formId)).toBe(bossSees.length);
    expect(await names(clerk, formId, { sort: '-name', limit: 1 })).toEqual(['c']);
  });

  test('are the same when the database knows that most lie in reach, in pages as well', async () => {
    const formId = await form([
      { ...all, actions: ['create'], scope: 'all' },
      { subject: { kind: 'everyone' }, actions: ['view'], scope: 'below' },
      { subject: { kind: 'everyone' }, actions: ['view'], scope: 'own' },
    ]);
    for (let n = 10; n < 40; n++) await make(n % 10 === 0 ? clerk : worker, formId, { name: `n${n}`, salary: n % 3 });
    await server.platform.owner.query(`analyze space_demo.f_${formId}`);
    const seen = Array.from({ length: 30 }, (_, at) => at + 10).filter((n) => n % 10 !== 0);
    const sort = (a: number, b: number) => (b % 3) - (a % 3) || b - a;
    const first = await see(boss, formId, { sort: '-salary,-name', limit: 20 });
    const second = await see(boss, formId, { sort: '-salary,-name', limit: 20, cursor: first.next! });
    expect([...first.rows, ...second.rows].map(({ values }) => values.name)).toEqual(
      seen.toSorted(sort).map((n) => `n${n}`),
    );
    expect(second.next).toBeNull();
    expect(
      await names(boss, formId, {
        filter: JSON.stringify({ field: 'salary', operator: 'eq', value: 0 }),
        withTotal: true,
      }),
    ).toEqual(seen.filter((n) => n % 3 === 0).map((n) => `n${n}`));
    expect(await names(clerk, formId)).toEqual(['n10', 'n20', 'n30']);
  });

  test('come once each, in order and in pages, however many ways lead to them, and those granted on the way at once', async () => {
    const view = (more: Partial<Rule>): Rule => ({
      subject: { kind: 'everyone' },
      actions: ['view'],
      scope: 'own',
      ...more,
    });
    const formId = await form([
      { ...all, actions: ['create'], scope: 'all' },
      view({}),
      view({ scope: 'below' }),
      view({ scope: 'condition', condition: { field: 'salary', operator: 'eq', value: 1 } }),
      view({ scope: 'condition', condition: { field: 'grade', operator: 'eq', value: 'a' } }),
      view({ effect: 'refuse', scope: 'condition', condition: { field: 'grade', operator: 'eq', value: 'secret' } }),
    ]);
    const made = [];
    for (let n = 10; n < 40; n++) {
      const record = { name: `n${n}`, salary: n % 3, grade: n % 7 === 0 ? 'secret' : n % 5 === 0 ? 'a' : 'b' };
      made.push({
        ...record,
        by: [boss, worker, clerk][(n % 4) % 3]!,
        id: (await make([boss, worker, clerk][(n % 4) % 3]!, formId, record)).id,
      });
    }
    const byRules = made
      .filter(({ by, salary, grade }) => (by !== clerk || salary === 1 || grade === 'a') && grade !== 'secret')
      .map(({ name }) => name);
    const paged = async (): Promise<unknown[]> => {
      const found: unknown[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await see(boss, formId, { sort: '-name', limit: 4, ...(cursor && { cursor }) });
        found.push(...page.rows.map(({ values }) => values.name));
        cursor = page.next;
      }
      return found;
    };
    expect(await paged()).toEqual(byRules.toReversed());
    const granted = made.filter((_, at) => at % 6 === 0);
    for (const [index, { id }] of granted.entries())
      for (const origin of ['share', 'process'].slice(0, 1 + (index % 2))) {
        await server.platform.owner.query(
          `insert into space_demo.records_grant (record_id, form_id, user_id, level, origin) values ($1, $2, $3, 'view', $4)`,
          [id, formId, boss.id, origin],
        );
      }
    expect(await paged()).toEqual(
      [...new Set([...byRules, ...granted.map(({ name }) => name)])].toSorted().toReversed(),
    );
    expect(await total(boss, formId)).toBe(new Set([...byRules, ...granted.map(({ name }) => name)]).size);
    await server.platform.owner.query(`delete from space_demo.records_grant where user_id = $1`, [boss.id]);
    expect(await paged()).toEqual(byRules.toReversed());
  });

  test('are reached by a condition, and each answer is the same in lists, counts and single records', async () => {
    const formId = await form([
      all,
      {
        subject: { kind: 'person', id: clerk.id },
        actions: ['view', 'edit'],
        scope: 'condition',
        condition: {
          all: [
            { field: 'salary', operator: 'gte', value: 10 },
            { field: '_department', operator: 'hasAny', value: [departments.line!] },
          ],
        },
      },
    ]);
    const records = [];
    for (const salary of [5, 10, 15, null]) records.push(await make(worker, formId, { name: String(salary), salary }));
    records.push(await make(boss, formId, { name: 'boss', salary: 99 }));
    expect(await names(clerk, formId)).toEqual(['10', '15']);
    expect(await total(clerk, formId)).toBe(2);
    const seen = await Promise.all(
      records.map(async ({ id }) => (await clerk.call(recordsApi.get, { params: { formId, recordId: id } })).status),
    );
    expect(seen).toEqual([404, 200, 200, 404, 404]);
    const edited = await clerk.ok(recordsApi.update, {
      params: { formId, recordId: records[1]!.id },
      body: { expectedVersion: 1, values: { salary: 1 } },
    });
    expect(edited.version).toBe(2);
    expect(await names(clerk, formId)).toEqual(['15']);
  });

  test('that a rule refuses stay out of reach whatever others grant, and what is granted elsewhere stays', async () => {
    const formId = await form([
      all,
      { subject: { kind: 'everyone' }, actions: everything, scope: 'all' },
      {
        subject: { kind: 'role', id: 'user' },
        effect: 'refuse',
        actions: ['view'],
        scope: 'condition',
        condition: { field: 'grade', operator: 'eq', value: 'secret' },
      },
      { subject: { kind: 'person', id: clerk.id }, effect: 'refuse', actions: ['delete', 'create'], scope: 'all' },
    ]);
    const secret = await make(worker, formId, { name: 'secret', grade: 'secret' });
    const open = await make(worker, formId, { name: 'open' });
    for (const who of [worker, boss, clerk]) expect(await names(who, formId)).toEqual(['open']);
    expect(await names(admin, formId)).toEqual(['open', 'secret']);
    expect(await total(worker, formId)).toBe(1);
    expect(
      (
        await worker.call(recordsApi.update, {
          params: { formId, recordId: secret.id },
          body: { expectedVersion: 1, values: { name: 'x' } },
        })
      ).status,
    ).toBe(404);
    expect(codeOf(await clerk.call(recordsApi.remove, { params: { formId, recordId: open.id } }))).toBe(
      'records.record.no_delete',
    );
    expect(codeOf(await clerk.call(recordsApi.create, { params: { formId }, body: { values: {} } }))).toBe(
      'records.record.no_create',
    );
    expect((await clerk.ok(recordsApi.get, { params: { formId, recordId: open.id } })).can).toMatchObject({
      edit: true,
      delete: false,
    });
  });

  test.each([
    // a rule grants what it knows to be so
    ['grant', { field: 'salary', operator: 'gt', value: 10 }, ['high']],
    ['grant', { field: 'salary', operator: 'lte', value: 10 }, ['low']],
    ['grant', { field: 'name', operator: 'notContains', value: 'h' }, ['empty', 'low']],
    ['grant', { field: 'grade', operator: 'notContains', value: 'x' }, ['high']],
    ['grant', { field: 'grade', operator: 'ne', value: 'x' }, ['empty', 'high']],
    // one that refuses lets through what it knows not to be so
    ['refuse', { field: 'salary', operator: 'gt', value: 10 }, ['low']],
    ['refuse', { field: 'salary', operator: 'lte', value: 10 }, ['high']],
    ['refuse', { field: 'grade', operator: 'contains', value: 'x' }, ['high']],
    ['refuse', { field: 'grade', operator: 'eq', value: 'x' }, ['empty', 'high']],
    [
      'refuse',
      {
        any: [
          { field: 'salary', operator: 'gt', value: 10 },
          { field: 'grade', operator: 'eq', value: 'x' },
        ],
      },
      [],
    ],
  ] as const)('whose condition cannot be decided: %s %j leaves %j', async (effect, condition, seen) => {
    const formId = await form([
      all,
      ...(effect === 'refuse'
        ? [{ subject: { kind: 'everyone' as const }, actions: everything, scope: 'all' as const }]
        : []),
      {
        subject: { kind: 'person', id: clerk.id },
        effect,
        actions: ['view'],
        scope: 'condition',
        condition: condition as never,
      },
    ]);
    const ids: Record<string, string> = {};
    for (const values of [
      { name: 'empty', salary: null, grade: null },
      { name: 'high', salary: 20, grade: 'y' },
      { name: 'low', salary: 5, grade: 'x' },
    ])
      ids[values.name] = (await make(worker, formId, values)).id;
    // by the database in a list, in memory for each record
    expect(await names(clerk, formId)).toEqual(seen);
    expect(await total(clerk, formId)).toBe(seen.length);
    for (const [name, recordId] of Object.entries(ids))
      expect([name, (await clerk.call(recordsApi.get, { params: { formId, recordId } })).status]).toEqual([
        name,
        (seen as readonly string[]).includes(name) ? 200 : 404,
      ]);
  });

  test('of a rule that cannot be decided say so where access is explained', async () => {
    const formId = await form([
      all,
      {
        subject: { kind: 'everyone' },
        effect: 'refuse',
        actions: ['view'],
        scope: 'condition',
        condition: { field: 'salary', operator: 'gt', value: 10 },
      },
    ]);
    const { id } = await make(clerk, formId, { name: 'empty' });
    const told = await admin.ok(recordsApi.explain, { params: { formId }, query: { person: clerk.id, record: id } });
    expect(told.actions.view).toBe('no');
    expect(told.rules.map(({ reaches, undecided }) => [reaches, undecided])).toEqual([
      [true, false],
      [true, true],
    ]);
  });

  test('of a rule whose field is gone open nothing', async () => {
    const formId = await form([
      all,
      {
        subject: { kind: 'person', id: clerk.id },
        actions: ['view'],
        scope: 'condition',
        condition: { field: 'grade', operator: 'ne', value: 'x' },
      },
    ]);
    await make(worker, formId, { name: 'w' });
    expect(await names(clerk, formId)).toEqual(['w']);
    const draft = await admin.ok(formsApi.getDraft, { params: { formId } });
    await admin.ok(formsApi.saveDraft, {
      params: { formId },
      body: {
        expectedVersion: 1,
        definition: { ...draft.definition, fields: draft.definition.fields.filter(({ id }) => id !== 'grade') },
      },
    });
    const body = { draftVersion: 2, acceptLoss: true, acceptUses: true };
    expect(codeOf(await admin.call(formsApi.release, { params: { formId }, body }))).toBe('forms.uses.refused');
    // as rules of earlier may stand, when nobody was asked yet
    const { rules } = await admin.ok(formsApi.getPermissions, { params: { formId } });
    await admin.ok(formsApi.putPermissions, { params: { formId }, body: { rules: [] } });
    await admin.ok(formsApi.release, { params: { formId }, body });
    await inControl(server.platform.control, server.spaceId, (tx) =>
      writeRules(tx, server.spaceId, { kind: 'form', id: formId }, rules),
    );
    forgetForm(server.platform, server.spaceId, formId);
    expect(await names(clerk, formId)).toEqual([]);
    const refused = await admin.call(formsApi.putPermissions, {
      params: { formId },
      body: {
        rules: [
          {
            id: '1',
            subject: { kind: 'everyone' },
            actions: ['view'],
            scope: 'condition',
            condition: { field: 'grade', operator: 'ne', value: 'x' },
          },
        ],
      },
    });
    expect(codeOf(refused)).toBe('forms.permission.bad_condition');
  });

  test('are granted for all forms of an application, those still to come included', async () => {
    const before = await form([]);
    const role = await admin.ok(organizationApi.createRole, { body: { name: 'app', description: '' } });
    await admin.ok(organizationApi.setRoleHolders, {
      params: { roleId: role.id },
      body: { holders: [{ kind: 'department', id: departments.works!, below: true }] },
    });
    const rule: PermissionRule = {
      id: '1',
      subject: { kind: 'role', id: role.id },
      actions: ['view', 'create'],
      scope: 'all',
    };
    await admin.ok(formsApi.putSubjectRules, {
      params: { subject: role.id },
      body: { changes: [{ target: { kind: 'app', id: appId }, rules: [rule] }] },
    });
    const after = await form([]);
    for (const formId of [before, after]) {
      await make(worker, formId, { name: 'w' });
      expect(await names(boss, formId)).toEqual(['w']);
      expect((await clerk.call(recordsApi.list, { params: { formId }, query: {} })).status).toBe(404);
    }
    const apps = await worker.ok(formsApi.listApps, {});
    expect(apps.apps.flatMap(({ forms }) => forms.map(({ id }) => id))).toEqual(
      expect.arrayContaining([before, after]),
    );
    const refused = await admin.call(formsApi.putSubjectRules, {
      params: { subject: role.id },
      body: {
        changes: [{ target: { kind: 'app', id: appId }, rules: [{ ...rule, fields: { name: { new: 'hidden' } } }] }],
      },
    });
    expect(refused.status).toBe(422);
    const copy = await admin.ok(formsApi.copyRole, { params: { roleId: role.id }, body: { name: 'app 2' } });
    const rights = await admin.ok(formsApi.getSubjectRules, { params: { subject: copy.id } });
    expect(rights.apps.find(({ id }) => id === appId)?.rules.map(({ actions, scope }) => [actions, scope])).toEqual([
      [['view', 'create'], 'all'],
    ]);
    await admin.ok(formsApi.putSubjectRules, {
      params: { subject: role.id },
      body: { changes: [{ target: { kind: 'app', id: appId }, rules: [] }] },
    });
    expect((await worker.call(recordsApi.plan, { params: { formId: after } })).status).toBe(404);
  });
});

describe('fields', () => {
  const hidden: Rule = {
    subject: { kind: 'person', id: '' },
    actions: ['view', 'edit'],
    scope: 'all',
    fields: {
      salary: { existing: 'hidden' },
      twice: { existing: 'hidden' },
      'parts.pay': { existing: 'hidden' },
      grade: { existing: 'read' },
    },
  };

  test('that a role hides are in no answer: record, list, filter, sort, search, count, history, definition', async () => {
    const formId = await form([{ ...hidden, subject: { kind: 'role' as const, id: 'user' } }]);
    const { id } = await make(
      admin,
      formId,
      { name: 'a', salary: 100, grade: 'g' },
      { parts: [{ values: { item: 'i', pay: 7 } }] },
    );
    await make(admin, formId, { name: 'b', salary: 1 });
    const got = await clerk.ok(recordsApi.get, { params: { formId, recordId: id } });
    expect(got).toMatchObject({
      values: { name: 'a', salary: null, twice: null, grade: 'g' },
      slaves: { parts: [{ values: { item: 'i', pay: null } }] },
    });
    expect(got.hidden?.sort()).toEqual(['parts.pay', 'salary', 'twice']);
    expect(got.readOnly).toEqual(expect.arrayContaining(['grade', 'salary']));
    expect((await see(clerk, formId)).rows.map(({ values }) => [values.name, values.salary])).toEqual([
      ['a', null],
      ['b', null],
    ]);
    const filter = JSON.stringify({ field: 'salary', operator: 'gt', value: 50 });
    expect(await names(clerk, formId, { filter })).toEqual([]);
    expect(await names(admin, formId, { filter })).toEqual(['a']);
    expect((await clerk.ok(recordsApi.count, { params: { formId }, query: { filter } })).total).toBe(0);
    expect(await names(clerk, formId, { sort: 'salary' })).toEqual(
      await names(clerk, formId, { sort: '-salary' }).then((found) => found.reverse()),
    );
    const { entries } = await clerk.ok(recordsApi.history, { params: { formId, recordId: id } });
    expect(JSON.stringify(entries)).not.toContain('salary');
    const { definition } = await clerk.ok(recordsApi.plan, { params: { formId } });
    expect(JSON.stringify(definition)).not.toContain('salary');
    expect(definition.tables[0]?.fields.map((each) => each.id)).toEqual(['item']);
    const change = (values: Record<string, unknown>) =>
      clerk.call(recordsApi.update, {
        params: { formId, recordId: id },
        body: { expectedVersion: 1, values: values as never },
      });
    for (const values of [{ salary: 100 }, { grade: 'other' }])
      expect(codeOf(await change(values))).toBe('records.record.invalid');
    expect((await change({ name: 'c', grade: 'g' })).body).toMatchObject({
      version: 2,
      values: { name: 'c', salary: null },
    });
    expect((await admin.ok(recordsApi.get, { params: { formId, recordId: id } })).values).toMatchObject({
      name: 'c',
      salary: 100,
      twice: 200,
    });
  });

  test('are shown on the rows where another rule shows them, and only there', async () => {
    const formId = await form([
      all,
      { ...hidden, subject: { kind: 'role' as const, id: 'user' } },
      { subject: { kind: 'role', id: 'user' }, actions: ['view'], scope: 'department' },
    ]);
    const own = await make(worker, formId, { name: 'w', salary: 1 });
    const other = await make(boss, formId, { name: 'b', salary: 2 });
    expect((await see(worker, formId)).rows.map(({ values }) => [values.name, values.salary])).toEqual([
      ['b', null],
      ['w', 1],
    ]);
    expect((await worker.ok(recordsApi.get, { params: { formId, recordId: own.id } })).values.salary).toBe(1);
    expect((await worker.ok(recordsApi.get, { params: { formId, recordId: other.id } })).values.salary).toBeNull();
    expect(
      await names(worker, formId, { filter: JSON.stringify({ field: 'salary', operator: 'gte', value: 1 }) }),
    ).toEqual(['w']);
    expect(await names(worker, formId, { sort: '-salary' })).toEqual(['w', 'b']);
    expect(JSON.stringify((await worker.ok(recordsApi.plan, { params: { formId } })).definition)).toContain('salary');
    expect(
      await boss.ok(recordsApi.list, { params: { formId }, query: { sort: 'salary', withTotal: true } }),
    ).toMatchObject({ total: 2, rows: [{ values: { name: 'b', salary: 2 } }, { values: { salary: null } }] });
  });

  test('of a new record are their own', async () => {
    const formId = await form([
      {
        subject: { kind: 'everyone' },
        actions: ['create', 'edit'],
        scope: 'own',
        fields: { salary: { new: 'hidden' }, grade: { new: 'read', existing: 'edit' } },
      },
    ]);
    const plan = await clerk.ok(recordsApi.plan, { params: { formId } });
    expect(plan.making).toEqual({ hidden: ['salary', 'twice'], readOnly: expect.arrayContaining(['salary', 'grade']) });
    for (const values of [{ salary: 1 }, { grade: 'x' }] as Record<string, string | number>[])
      expect(codeOf(await clerk.call(recordsApi.create, { params: { formId }, body: { values } }))).toBe(
        'records.record.invalid',
      );
    const { id } = await make(clerk, formId, { name: 'c' });
    expect(
      (
        await clerk.ok(recordsApi.update, {
          params: { formId, recordId: id },
          body: { expectedVersion: 1, values: { salary: 3, grade: 'x' } },
        })
      ).values,
    ).toMatchObject({ salary: 3, twice: 6, grade: 'x' });
  });
});

describe('whoever belongs to a unit', () => {
  const unit = async () => {
    const mark = crypto.randomUUID().slice(0, 8);
    const post = await admin.ok(organizationApi.createPost, {
      body: { name: `post ${mark}`, description: '', gradeId: null },
    });
    const group = await admin.ok(organizationApi.createGroup, {
      body: { name: `group ${mark}`, kind: 'public', appIds: [], scope: [{ kind: 'post', id: post.id }] },
    });
    return { post, group, mark };
  };
  const hold = (person: Client, postId: string | null) =>
    admin.ok(organizationApi.updatePerson, { params: { personId: person.id }, body: { postId } });
  const tie = async (formId: string, person: Client) =>
    (await admin.ok(recordsApi.explain, { params: { formId }, query: { person: person.id } })).rules.map(
      (rule) => rule.tie,
    );

  test('holds its roles and is meant by its rules, until they belong there no more', async () => {
    const { post, group, mark } = await unit();
    const [byPost, byGroup] = [
      await admin.ok(organizationApi.createRole, { body: { name: `by post ${mark}`, description: '' } }),
      await admin.ok(organizationApi.createRole, { body: { name: `by group ${mark}`, description: '' } }),
    ];
    await admin.ok(organizationApi.setRoleHolders, {
      params: { roleId: byPost.id },
      body: { holders: [{ kind: 'post', id: post.id, below: false }] },
    });
    await admin.ok(organizationApi.setRoleHolders, {
      params: { roleId: byGroup.id },
      body: { holders: [{ kind: 'group', id: group.id, below: false }] },
    });
    const subjects: Rule['subject'][] = [
      { kind: 'role', id: byPost.id },
      { kind: 'role', id: byGroup.id },
      { kind: 'post', id: post.id },
      { kind: 'group', id: group.id },
    ];
    const forms = await Promise.all(subjects.map((subject) => form([{ subject, actions: ['view'], scope: 'all' }])));
    for (const formId of forms) await make(admin, formId, { name: 'a' });
    const seen = () =>
      Promise.all(forms.map(async (formId) => (await clerk.call(recordsApi.list, { params: { formId } })).status));
    expect(await seen()).toEqual([404, 404, 404, 404]);
    await hold(clerk, post.id);
    expect(await seen()).toEqual([200, 200, 200, 200]);
    expect(await Promise.all(forms.map((formId) => tie(formId, clerk)))).toEqual([
      [{ by: 'role', name: byPost.name, through: [{ kind: 'post', name: post.name }] }],
      [{ by: 'role', name: byGroup.name, through: [{ kind: 'group', name: group.name }] }],
      [{ by: 'post', name: post.name }],
      [{ by: 'group', name: group.name }],
    ]);
    const { apps } = await clerk.ok(formsApi.listApps, {});
    expect(apps.flatMap((app) => app.forms.map(({ id }) => id))).toEqual(expect.arrayContaining(forms));
    await hold(clerk, null);
    expect(await seen()).toEqual([404, 404, 404, 404]);
    // the same by a position beside the main one
    await admin.ok(organizationApi.updatePerson, {
      params: { personId: clerk.id },
      body: { partTime: [{ departmentId: departments.line!, postId: post.id }] },
    });
    expect(await seen()).toEqual([200, 200, 200, 200]);
    await admin.ok(organizationApi.updateGroup, {
      params: { userGroupId: group.id },
      body: {
        scope: [
          { kind: 'post', id: post.id },
          { kind: 'person', id: clerk.id, except: true },
        ],
      },
    });
    expect(await seen()).toEqual([200, 404, 200, 404]);
    await admin.ok(organizationApi.updatePerson, { params: { personId: clerk.id }, body: { partTime: [] } });
    expect(await seen()).toEqual([404, 404, 404, 404]);
  });

  test('of a department is meant alone or with those below it, and a refusal wins over what any way grants', async () => {
    const { post } = await unit();
    const formId = await form([
      { subject: { kind: 'department', id: departments.works! }, actions: ['view'], scope: 'all' },
      {
        subject: { kind: 'department', id: departments.works!, below: true },
        actions: ['view', 'create'],
        scope: 'own',
      },
      { subject: { kind: 'post', id: post.id }, effect: 'refuse', actions: ['view'], scope: 'all' },
    ]);
    await make(admin, formId, { name: 'a' });
    await make(worker, formId, { name: 'w' });
    expect([await names(boss, formId), await names(worker, formId)]).toEqual([['a', 'w'], ['w']]);
    expect((await clerk.call(recordsApi.list, { params: { formId } })).status).toBe(404);
    expect(await tie(formId, worker)).toEqual([{ by: 'department', name: 'works' }]);
    await hold(boss, post.id);
    expect(await names(boss, formId)).toEqual([]);
    await hold(boss, null);
    expect(await names(boss, formId)).toEqual(['a', 'w']);
  });

  test('loses what they had by it on every process at once', async () => {
    const { post } = await unit();
    const formId = await form([{ subject: { kind: 'post', id: post.id }, actions: ['view'], scope: 'all' }]);
    const config = readConfig({
      FORMWORK_DATA: server.platform.config.dataDir,
      FORMWORK_PORT: '0',
      FORMWORK_HOST: '127.0.0.1',
      FORMWORK_LOG_LEVEL: 'error',
      FORMWORK_SECRET: testSecret,
      FORMWORK_ROLE: 'web',
    });
    const second = await startServer({ ...config, databaseUrl: server.databaseUrl }, openLog(config));
    try {
      const there = async () =>
        (await fetch(`${second.url}/api/records/${formId}`, { headers: { cookie: clerk.cookie } })).status;
      await hold(clerk, post.id);
      await expect.poll(there, { interval: 20 }).toBe(200);
      await hold(clerk, null);
      await expect.poll(there, { interval: 20 }).toBe(404);
    } finally {
      await second.stop();
    }
  });

  test('that is deleted or made private gets nothing by it any more', async () => {
    const { post, group, mark } = await unit();
    const role = await admin.ok(organizationApi.createRole, { body: { name: `gone ${mark}`, description: '' } });
    const holders = [
      { kind: 'post' as const, id: post.id, below: false },
      { kind: 'group' as const, id: group.id, below: false },
    ];
    await admin.ok(organizationApi.setRoleHolders, { params: { roleId: role.id }, body: { holders } });
    await admin.ok(organizationApi.updateGroup, {
      params: { userGroupId: group.id },
      body: { scope: [{ kind: 'person', id: clerk.id }] },
    });
    const forms = [
      await form([{ subject: { kind: 'role', id: role.id }, actions: ['view'], scope: 'all' }]),
      await form([{ subject: { kind: 'group', id: group.id }, actions: ['view'], scope: 'all' }]),
    ];
    const seen = () =>
      Promise.all(forms.map(async (formId) => (await clerk.call(recordsApi.list, { params: { formId } })).status));
    expect(await seen()).toEqual([200, 200]);
    await admin.ok(organizationApi.updateGroup, { params: { userGroupId: group.id }, body: { kind: 'private' } });
    expect(await seen()).toEqual([404, 404]);
    expect(await admin.ok(organizationApi.pickGroups, { query: { public: true, search: mark, limit: 10 } })).toEqual(
      [],
    );
    await admin.ok(organizationApi.deleteGroup, { params: { userGroupId: group.id } });
    await admin.ok(organizationApi.deletePost, { params: { postId: post.id } });
    expect(await admin.ok(organizationApi.listRoleHolders, { params: { roleId: role.id } })).toEqual([]);
  });
});

test('whoever looks after a department or a system is told so where access is explained', async () => {
  const { id: departmentId } = await admin.ok(organizationApi.createDepartment, {
    body: { name: 'in care', parentId: null },
  });
  const formId = await form([all]);
  const told = async () =>
    (await admin.ok(recordsApi.explain, { params: { formId }, query: { person: clerk.id } })).looksAfter;
  expect(await told()).toEqual([]);
  const { id: grantId } = await admin.ok(organizationApi.giveDelegatedAdmin, {
    body: { personId: clerk.id, departmentId, may: ['people', 'posts'], until: null },
  });
  expect(await told()).toEqual([
    {
      department: 'in care',
      system: null,
      may: ['people', 'posts'],
      until: null,
      givenBy: expect.any(String) as string,
    },
  ]);
  await admin.ok(organizationApi.endDelegatedAdmin, { params: { grantId } });
  const title = { zh: '生产系统' };
  const { id: systemId } = await admin.ok(formsApi.createSystem, { body: { title } });
  const ofSystem = await admin.ok(organizationApi.giveDelegatedAdmin, {
    body: { personId: clerk.id, systemId, may: ['rights'], until: null },
  });
  expect(await told()).toMatchObject([{ department: null, system: title, may: ['rights'] }]);
  await admin.ok(organizationApi.endDelegatedAdmin, { params: { grantId: ofSystem.id } });
  expect(await told()).toEqual([]);
});

test('an administrator is told why a person sees a record, rule by rule', async () => {
  const role = await admin.ok(organizationApi.createRole, { body: { name: 'explained', description: '' } });
  await admin.ok(organizationApi.setRoleHolders, {
    params: { roleId: role.id },
    body: { holders: [{ kind: 'department', id: departments.works!, below: true }] },
  });
  const formId = await form([
    all,
    {
      subject: { kind: 'role', id: role.id },
      actions: ['view'],
      scope: 'below',
      fields: { salary: { existing: 'hidden' } },
    },
    { subject: { kind: 'role', id: 'user' }, effect: 'refuse', actions: ['export'], scope: 'all' },
  ]);
  const { id } = await make(worker, formId, { name: 'w', salary: 1 });
  const ask = (person: Client, record?: string) =>
    admin.ok(recordsApi.explain, { params: { formId }, query: { person: person.id, ...(record && { record }) } });
  const told = await ask(boss, id);
  expect(told).toMatchObject({
    administrator: false,
    record: { title: 'w', department: 'line' },
    actions: { view: 'yes', edit: 'no', create: 'yes', export: 'no' },
    fields: [
      { key: 'salary', access: 'hidden' },
      { key: 'twice', access: 'hidden' },
    ],
    grants: [],
  });
  expect(told.rules.map(({ tie, reaches, from }) => [tie.by, reaches, from])).toEqual([
    ['everyone', false, 'form'],
    ['role', true, 'form'],
    ['account', true, 'form'],
  ]);
  expect(told.rules[1]?.tie).toMatchObject({ name: 'explained', through: [{ kind: 'department', name: 'works' }] });
  expect((await ask(clerk, id)).actions.view).toBe('no');
  expect((await ask(boss)).actions).toMatchObject({ view: 'some', create: 'yes', import: 'no' });
  expect(await ask(admin, id)).toMatchObject({ administrator: true, actions: { view: 'yes', delete: 'yes' } });
  expect((await clerk.call(recordsApi.explain, { params: { formId }, query: { person: boss.id } })).status).toBe(403);
});
