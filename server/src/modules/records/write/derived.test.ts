import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import { printingApi } from '@formwork/contract/printing/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { exportApi } from '@formwork/contract/records/export.ts';
import { searchApi } from '@formwork/contract/records/search.ts';
import { shareApi } from '@formwork/contract/records/share.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';

/** What is worked out from a hidden value is hidden with it, wherever it stands, unless its designer has released it. */
let server: TestServer;
let admin: Client;
let user: Client;
let other: Client;
let appId: string;

beforeAll(async () => {
  server = await startTestServer();
  [admin, user, other] = [await server.as('admin'), await server.as('user2'), await server.as('user3')];
  appId = (await admin.ok(formsApi.createApp, { body: { title: { zh: '工资' } } })).id;
});
afterAll(() => server.stop());

const field = <T extends Field['type']>(type: T, id: string, more: object = {}): Field =>
  ({ ...newField(type, { zh: id }, id), ...more }) as Field;
const hide = { existing: 'hidden' as const, new: 'hidden' as const };
const all: PermissionRule['actions'] = ['view', 'create', 'edit', 'print', 'share', 'export'];
const rule = (fields?: PermissionRule['fields'], more: Partial<PermissionRule> = {}): PermissionRule => ({
  id: 'r',
  subject: { kind: 'person', id: user.id },
  actions: all,
  scope: 'all',
  ...(fields && { fields }),
  ...more,
});
const allow = (formId: string, ...rules: PermissionRule[]) =>
  admin.ok(formsApi.putPermissions, {
    params: { formId },
    body: { rules: rules.map((one, index) => ({ ...one, id: String(index) })) },
  });

async function form(
  title: string,
  fields: Field[],
  tables: FormDefinition['tables'] = [],
  titleField = 'name',
): Promise<string> {
  const definition: FormDefinition = { format: 1, title: { zh: title }, layout: [], titleField, fields, tables };
  const { id } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: { title: definition.title, definition },
  });
  await admin.ok(formsApi.release, { params: { formId: id }, body: { draftVersion: 1 } });
  return id;
}
const make = async (formId: string, values: object, slaves?: object) =>
  (
    await admin.ok(recordsApi.create, {
      params: { formId },
      body: { values: values as never, ...(slaves && { slaves: slaves as never }) },
    })
  ).id;
const get = (formId: string, recordId: string, who = user) => who.ok(recordsApi.get, { params: { formId, recordId } });

/** A form where pay is hidden, and everything that can be worked out from it. */
async function wages(seenAnyway = false) {
  const more = { ...(seenAnyway && { seenAnyway }) };
  return form(
    '工资',
    [
      field('text', 'name'),
      field('number', 'pay'),
      field('formula', 'twice', { config: { expression: 'pay * 2', result: 'number' }, ...more }),
      field('formula', 'four', { config: { expression: 'twice * 2', result: 'number' } }),
      field('concatenation', 'label', {
        config: {
          parts: [
            { kind: 'field', field: 'name' },
            { kind: 'text', text: '-' },
            { kind: 'field', field: 'pay' },
          ],
        },
      }),
      field('rollup', 'bonus', { config: { table: 'parts', field: 'sum', function: 'sum' } }),
      field('formula', 'words', { config: { expression: '"pay of " + name', result: 'text' } }),
    ],
    [
      {
        id: 'parts',
        title: { zh: '明细' },
        fields: [
          field('number', 'sum'),
          field('formula', 'share', { config: { expression: 'sum / pay', result: 'number' } }),
        ],
      },
    ],
    'label',
  );
}

async function exportedText(who: Client, formId: string, columns: string[]): Promise<string> {
  const { exportId } = await who.ok(exportApi.start, {
    params: { formId },
    body: { format: 'csv', columns, sort: 'name' },
  });
  const found = await vi.waitFor(async () => {
    const one = await who.ok(exportApi.get, { params: { exportId } });
    expect(one.state).toBe('ready');
    return one;
  });
  return (await who.fetch(`/api/files/${found.fileId}`)).text();
}

describe('in its own form', () => {
  let formId: string;
  let id: string;
  beforeAll(async () => {
    formId = await wages();
    id = await make(formId, { name: 'ann', pay: 4321 }, { parts: [{ values: { sum: 777 } }] });
    await make(formId, { name: 'bob', pay: 100 });
  });

  test('a formula, what follows from it, a joined text and cells go with it, and nothing else', async () => {
    await allow(formId, rule({ pay: hide }));
    const seen = await get(formId, id);
    expect(seen.values).toMatchObject({
      name: 'ann',
      pay: null,
      twice: null,
      four: null,
      label: null,
      bonus: 777,
      words: 'pay of ann',
    });
    expect(seen.slaves.parts![0]!.values).toEqual({ sum: 777, share: null });
    expect([...seen.hidden!].sort()).toEqual(['four', 'label', 'parts.share', 'pay', 'twice']);
    await allow(formId, rule({ 'parts.sum': hide }));
    expect((await get(formId, id)).values).toMatchObject({ pay: 4321, bonus: null });
    await allow(formId, rule({ parts: hide }));
    expect((await get(formId, id)).values).toMatchObject({ pay: 4321, twice: 8642, bonus: null });
  });

  test('neither lists, filters, orders, groups, sums, searches, titles, prints nor a form to fill in tell it', async () => {
    await allow(formId, rule({ pay: hide }));
    const list = (query: object) => user.ok(recordsApi.list, { params: { formId }, query });
    const everything = [
      await list({}),
      await list({ sort: 'twice' }),
      await user.ok(recordsApi.titles, { params: { formId }, query: { ids: [id] } }),
      await user.ok(recordsApi.history, { params: { formId, recordId: id } }),
      await user.ok(printingApi.print, { params: { formId }, body: { recordId: id, templateId: null, link: '' } }),
      await user.ok(recordsApi.plan, { params: { formId } }),
      await user.ok(viewsApi.pivot, {
        params: { formId },
        body: { rows: [{ field: 'label' }], columns: [], measures: [{ fn: 'sum', field: 'twice' }] },
      }),
      await user.ok(recordsApi.evaluate, { params: { formId }, body: { values: { name: 'x' } } }),
    ]
      .map((answer) => JSON.stringify(answer))
      .join('\n')
      // ids may have any digits in them
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '');
    expect(everything).not.toMatch(/4321|8642|17284/);
    for (const filter of [
      { field: 'twice', operator: 'gt', value: 1000 },
      { field: 'label', operator: 'contains', value: '4321' },
    ])
      expect((await list({ filter: JSON.stringify(filter) })).rows).toEqual([]);
    expect((await list({ search: '4321' })).rows).toEqual([]);
    const found = (who: Client) => who.ok(searchApi.records, { query: { search: '4321' } });
    await vi.waitFor(async () => {
      expect(JSON.stringify(await found(admin))).toContain(id);
    });
    expect(JSON.stringify(await found(user))).not.toContain(id);
    expect(
      Object.keys((await user.ok(recordsApi.plan, { params: { formId } })).definition.fields.map(({ id: one }) => one)),
    ).toHaveLength(3);
  });

  test('who may read it in some records sees in those what is made of it', async () => {
    await allow(
      formId,
      rule({ pay: hide }),
      rule(undefined, { scope: 'condition', condition: { field: 'name', operator: 'eq', value: 'bob' } }),
    );
    const rows = (await user.ok(recordsApi.list, { params: { formId }, query: { sort: 'name' } })).rows.map(
      ({ values }) => values.twice,
    );
    expect(rows).toEqual([null, 200]);
    expect(
      (
        await user.ok(recordsApi.list, {
          params: { formId },
          query: { filter: JSON.stringify({ field: 'twice', operator: 'notEmpty' }) },
        })
      ).rows,
    ).toHaveLength(1);
  });

  test('an exported file has of it what the person sees, and nothing of it where they see none', async () => {
    await allow(
      formId,
      rule({ pay: hide }, { scope: 'condition', condition: { field: 'name', operator: 'eq', value: 'ann' } }),
      rule(undefined, { scope: 'condition', condition: { field: 'name', operator: 'ne', value: 'ann' } }),
    );
    const text = await exportedText(user, formId, ['name', 'pay', 'twice', 'four', 'label', 'words']);
    expect(text.split('\r\n').slice(1, 3)).toEqual(['ann,,,,,pay of ann', 'bob,100,200,400,bob-100,pay of bob']);
    // whoever sees all of it takes all of it
    expect(await exportedText(admin, formId, ['name', 'four'])).toContain('17284');
    await allow(formId, rule({ pay: hide }));
    for (const column of ['pay', 'twice', 'four', 'label']) {
      const refused = await user.call(exportApi.start, {
        params: { formId },
        body: { format: 'csv', columns: ['name', column] },
      });
      expect([column, refused.status]).toEqual([column, 422]);
    }
    expect(await exportedText(user, formId, ['name', 'words'])).toContain('pay of ann');
  });

  test('nobody gives on what is made of what they do not see', async () => {
    await allow(formId, rule({ pay: hide }));
    await user.ok(shareApi.share, {
      params: { formId },
      body: { records: [id], receivers: [{ kind: 'people', id: other.id }], level: 'view' },
    });
    expect((await get(formId, id, other)).values).toMatchObject({ name: 'ann', pay: null, twice: null, label: null });
    expect(
      (
        await other.ok(recordsApi.list, {
          params: { formId },
          query: { filter: JSON.stringify({ field: 'twice', operator: 'gt', value: 1 }) },
        })
      ).rows,
    ).toEqual([]);
  });

  test('what its designer has released is seen, and what is made of that', async () => {
    const open = await wages(true);
    const one = await make(open, { name: 'ann', pay: 4321 });
    await allow(open, rule({ pay: hide }));
    expect((await get(open, one)).values).toMatchObject({ pay: null, twice: 8642, four: 17284, label: null });
    expect(JSON.stringify((await user.ok(recordsApi.plan, { params: { formId: open } })).definition)).not.toContain(
      'pay * 2',
    );
    const { inherited } = await admin.ok(formsApi.planRelease, { params: { formId: open } });
    expect(inherited.map(({ key, released }) => [key, released])).toEqual([
      ['twice', true],
      ['label', false],
      ['parts.share', false],
    ]);
  });
});

describe('in another form', () => {
  test('lookups and roll-ups of what is hidden there are hidden, also from who sees nothing of that form; until they are released', async () => {
    const people = await form('人员', [
      field('text', 'name'),
      field('number', 'pay'),
      field('formula', 'twice', { config: { expression: 'pay * 2', result: 'number' } }),
    ]);
    const ann = await make(people, { name: 'ann', pay: 4321 });
    const relation = { config: { ...newField('relation', { zh: '人' }).config, form: people } };
    const fields = (seenAnyway?: true): Field[] => [
      field('text', 'name'),
      field('relation', 'who', relation),
      field('lookup', 'theirs', { config: { relation: 'who', field: 'twice' }, seenAnyway }),
      field('formula', 'more', { config: { expression: 'theirs + 1', result: 'number' } }),
      field('rollup', 'paid', { config: { table: '', relation: 'who', field: 'pay', function: 'sum' } }),
      field('lookup', 'called', { config: { relation: 'who', field: 'name' } }),
    ];
    const [kept, released] = [await form('单据', fields()), await form('公开', fields(true))];
    const [one, another] = [
      await make(kept, { name: 'x', who: [ann] }),
      await make(released, { name: 'y', who: [ann] }),
    ];
    for (const formId of [kept, released]) await allow(formId, rule());
    expect((await get(kept, one)).values).toMatchObject({ theirs: 8642, more: 8643, paid: 4321, called: 'ann' });
    await allow(people, rule({ pay: hide }));
    expect((await get(kept, one)).values).toMatchObject({ theirs: null, more: null, paid: null, called: 'ann' });
    expect((await get(released, another)).values).toMatchObject({ theirs: 8642, more: 8643, paid: null });
    expect(
      (
        await user.ok(recordsApi.list, {
          params: { formId: kept },
          query: { filter: JSON.stringify({ field: 'more', operator: 'gt', value: 1 }) },
        })
      ).rows,
    ).toEqual([]);
    // somebody else's rule hides it: who has none there sees it even less
    await allow(people, rule({ pay: hide }, { subject: { kind: 'person', id: other.id } }));
    expect((await get(kept, one)).values).toMatchObject({ theirs: null, paid: null, called: 'ann' });
    expect(
      (await admin.ok(formsApi.planRelease, { params: { formId: kept } })).inherited.map(({ key, released: shown }) => [
        key,
        shown,
      ]),
    ).toEqual([
      ['theirs', false],
      ['more', false],
      ['paid', false],
    ]);
    expect(
      (await admin.ok(formsApi.planRelease, { params: { formId: released } })).inherited.map(
        ({ key, released: shown }) => [key, shown],
      ),
    ).toEqual([
      ['theirs', true],
      ['paid', false],
    ]);
    // and a grant shows it no more than a rule
    await allow(kept);
    await admin.ok(shareApi.share, {
      params: { formId: kept },
      body: { records: [one], receivers: [{ kind: 'people', id: user.id }], level: 'view' },
    });
    expect((await get(kept, one)).values).toMatchObject({ name: 'x', theirs: null, more: null, paid: null });
    await allow(people, rule(), rule({ pay: hide }, { subject: { kind: 'person', id: other.id } }));
    expect((await get(kept, one)).values).toMatchObject({ theirs: 8642, more: 8643, paid: 4321 });
  });
});
