import { formsApi } from '@formwork/contract/forms/api.ts';
import { noButtonSettings } from '@formwork/contract/forms/buttons.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { formActions, reachesRows, type FormAction, type PermissionRule } from '@formwork/contract/forms/permission.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { printingApi } from '@formwork/contract/printing/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { bulkApi, type BulkResult } from '@formwork/contract/records/bulk.ts';
import { exportApi } from '@formwork/contract/records/export.ts';
import { linkApi } from '@formwork/contract/records/link.ts';
import { shareApi, type ShareLevel } from '@formwork/contract/records/share.ts';
import { talkApi } from '@formwork/contract/records/talk.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { draw } from '@formwork/process/testing/play.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { codeOf, startTestServer, type Answer, type Client, type TestServer } from '../../../testing/server.ts';

/**
 * Whichever way somebody acts on a record, the same rules decide, by the whole record: what of it is hidden from the person
 * counts in their conditions. Rules are drawn at random, each act is called, and held against a second reading of the rules.
 */
let server: TestServer;
let admin: Client;
let user: Client;
let other: Client;
let formId: string;
const records: Kept[] = [];

interface Kept {
  id: string;
  aa: number;
  bb: number;
  own: boolean;
}

type Rule = Omit<PermissionRule, 'id' | 'subject'>;

beforeAll(async () => {
  server = await startTestServer();
  [admin, user, other] = [await server.as('admin'), await server.as('user2'), await server.as('user3')];
  const appId = (await admin.ok(formsApi.createApp, { body: { title: { zh: '规则' } } })).id;
  const definition = {
    format: 1 as const,
    title: { zh: '规则' },
    layout: [],
    titleField: 'name',
    fields: [
      newField('text', { zh: '名称' }, 'name'),
      newField('number', { zh: 'a' }, 'aa'),
      newField('number', { zh: 'b' }, 'bb'),
      newField('number', { zh: 'c' }, 'cc'),
    ],
    tables: [],
  };
  formId = (await admin.ok(formsApi.createForm, { params: { appId }, body: { title: definition.title, definition } }))
    .id;
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
  const graph = draw('a:A end', 'start>a a>end');
  graph.settings.administrators = [admin.id];
  for (const node of graph.nodes)
    if (node.kind === 'approve')
      node.executors.rules = [{ by: 'persons', persons: [admin.id] }] as typeof node.executors.rules;
  await admin.ok(workflowApi.saveDefinition, { params: { formId }, body: { graph, expectedVersion: 0 } });
  await admin.ok(workflowApi.release, { params: { formId }, body: { expectedVersion: 1 } });
  await admin.ok(formsApi.putButtons, {
    params: { appId },
    query: { form: formId },
    body: {
      expectedVersion: 0,
      settings: {
        ...noButtonSettings,
        own: [
          {
            id: 'mark',
            place: 'record',
            title: { zh: '记' },
            script: { does: 'fill', values: [{ field: 'name', value: '"x"' }] },
          },
        ],
      },
    },
  });
  for (const a of [0, 1])
    for (const b of [0, 1])
      for (const own of [true, false]) records.push({ ...(await make(a, b, own)), aa: a, bb: b, own });
});
afterAll(() => server.stop());

async function make(a: number, b: number, own: boolean): Promise<{ id: string }> {
  const { id } = await admin.ok(recordsApi.create, {
    params: { formId },
    body: { values: { name: 'x', aa: a, bb: b, cc: 1 } },
  });
  if (own) await admin.ok(shareApi.transfer, { params: { formId }, body: { records: [id], to: user.id } });
  return { id };
}

const access = fc.constantFrom('hidden' as const, 'read' as const, undefined);
const drawnRule: fc.Arbitrary<Rule> = fc
  .record({
    effect: fc.constantFrom('grant' as const, 'grant' as const, 'grant' as const, 'refuse' as const),
    actions: fc.subarray([...formActions], { minLength: 1 }),
    scope: fc.constantFrom('all' as const, 'own' as const, 'condition' as const, 'condition' as const),
    condition: fc.record({
      field: fc.constantFrom('aa', 'bb'),
      operator: fc.constant('eq' as const),
      value: fc.constantFrom(0, 1),
    }),
    fields: fc.record({ aa: access, bb: access, cc: access }),
  })
  .map(({ effect, actions, scope, condition, fields }) => ({
    effect,
    actions: actions as [FormAction, ...FormAction[]],
    scope,
    ...(scope === 'condition' && { condition }),
    ...(effect === 'grant' && {
      fields: Object.fromEntries(Object.entries(fields).flatMap(([id, is]) => (is ? [[id, { existing: is }]] : []))),
    }),
  }));

/** What the rules say, read a second time and without anything clever. */
function expected(rules: readonly Rule[], record: Kept) {
  const meant = ({ scope, condition }: Rule): boolean =>
    scope === 'all' ||
    (scope === 'own' && record.own) ||
    (scope === 'condition' &&
      record[(condition as { field: 'aa' | 'bb' }).field] === (condition as { value: number }).value);
  const [grants, refusals] = [
    rules.filter(({ effect }) => effect === 'grant'),
    rules.filter(({ effect }) => effect === 'refuse'),
  ];
  const refused = (action: FormAction): boolean =>
    refusals.some((rule) => rule.actions.includes(action) && (!reachesRows(action) || meant(rule)));
  const makes = (action: 'create' | 'import'): boolean =>
    grants.some(({ actions }) => actions.includes(action)) && !refused(action);
  const onRows = grants.filter(({ actions }) => actions.some(reachesRows));
  // whoever makes records and sees no others sees their own
  const byMaking = onRows.length === 0 && makes('create');
  const seeing = byMaking
    ? record.own
      ? grants.filter(({ actions }) => actions.includes('create') || actions.includes('import'))
      : []
    : onRows.filter(meant);
  const view = seeing.length > 0 && !refused('view');
  const may = (action: FormAction): boolean =>
    !refused('view') && !refused(action) && grants.some((rule) => rule.actions.includes(action) && meant(rule));
  const keeps = (among: readonly Rule[], ...kinds: string[]) =>
    ['aa', 'bb', 'cc'].filter(
      (id) => among.length > 0 && among.every(({ fields }) => kinds.includes(fields?.[id]?.existing ?? 'edit')),
    );
  const hidden = keeps(seeing, 'hidden');
  const closed = keeps(
    grants.filter((rule) => rule.actions.includes('edit') && meant(rule)),
    'hidden',
    'read',
  );
  const [edit, remove, share, batch] = [may('edit'), may('delete'), may('share'), may('batch')];
  return {
    view,
    edit,
    remove,
    share,
    transfer: may('transfer'),
    print: may('print'),
    exports: may('export'),
    batch,
    anyBatch: grants.some(({ actions }) => actions.includes('batch')),
    start: view && (edit || (record.own && makes('create'))),
    hidden,
    closed,
  };
}

const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
const params = (recordId: string) => ({ formId, recordId });
/** 200, or what somebody hears who may not: that it is not there, where they do not see it. */
const heard = ({ status }: Answer) => status;
const should = (may: boolean, view: boolean): number => (may ? 200 : view ? 403 : 404);

async function actsOn(rules: readonly Rule[], record: Kept): Promise<void> {
  const is = expected(rules, record);
  const [at, { id }] = [{ params: params(record.id) }, record];
  const got = await user.call(recordsApi.get, at);
  const version = (await admin.ok(recordsApi.get, at)).version;
  const kept = (what: string) => `${what} of ${JSON.stringify(record)}`;
  expect(heard(got), kept('view')).toBe(should(is.view, false));
  if (is.view) {
    expect(got.body.can, kept('what one may')).toEqual({
      edit: is.edit,
      delete: is.remove,
      share: is.share,
      transfer: is.transfer,
    });
    expect([...(got.body.hidden ?? [])].sort(), kept('what is hidden')).toEqual(is.hidden);
    for (const field of is.hidden) expect(got.body.values[field]).toBeNull();
  }
  expect(
    heard(await user.call(recordsApi.update, { ...at, body: { expectedVersion: version, values: { name: 'x' } } })),
    kept('edit'),
  ).toBe(should(is.edit, is.view));
  if (is.edit) {
    for (const [field, value] of [
      ['aa', record.aa],
      ['bb', record.bb],
      ['cc', 1],
    ] as const) {
      const given = { ...at, body: { expectedVersion: version, values: { [field]: value } } };
      // the same value again: to name what is hidden is refused, to leave what is closed as it is is not
      expect(heard(await user.call(recordsApi.update, given)), kept(`edit ${field}`)).toBe(
        is.hidden.includes(field) ? 422 : 200,
      );
      const changed = { ...at, body: { expectedVersion: version, values: { [field]: 7 } } };
      if (is.closed.includes(field) || is.hidden.includes(field))
        expect(heard(await user.call(recordsApi.update, changed)), kept(`edit ${field}`)).toBe(422);
    }
  }
  expect(
    heard(await user.call(recordsApi.press, { ...at, body: { place: 'record', button: 'mark' } })),
    kept('button'),
  ).toBe(should(is.edit, is.view));
  const mayGive = {
    view: is.share,
    monitor: is.share,
    modify: is.share && is.edit && is.closed.length === 0,
    delete: is.share && is.edit && is.remove && is.closed.length === 0,
  };
  for (const [level, may] of Object.entries(mayGive) as [ShareLevel, boolean][]) {
    const { outcomes } = await user.ok(shareApi.share, {
      params: { formId },
      body: { records: [id], receivers: [{ kind: 'people', id: other.id }], level },
    });
    expect(outcomes[0]!.refused, kept(`share as ${level}`)).toBe(
      may
        ? null
        : !is.view
          ? 'records.record.not_found'
          : is.share
            ? 'records.share.no_level'
            : 'records.record.no_share',
    );
  }
  const twice = await user.ok(shareApi.share, {
    params: { formId },
    body: {
      records: [id, records[0] === record ? records[1]!.id : records[0]!.id],
      receivers: [{ kind: 'people', id: other.id }],
      level: 'view',
    },
  });
  expect(twice.outcomes[0]!.refused, kept('share among several')).toBe(
    !is.view
      ? 'records.record.not_found'
      : !is.share
        ? 'records.record.no_share'
        : is.batch
          ? null
          : 'records.record.no_batch',
  );
  const transfer = async (...among: string[]) =>
    (
      await user.ok(shareApi.transfer, {
        params: { formId },
        body: { records: [id, ...among], to: record.own ? user.id : admin.id },
      })
    ).outcomes[0]!.refused;
  expect(await transfer(), kept('transfer')).toBe(
    !is.view ? 'records.record.not_found' : is.transfer ? 'records.transfer.same_owner' : 'records.record.no_transfer',
  );
  expect(await transfer('01890000-0000-7000-8000-000000000000'), kept('transfer among several')).toBe(
    !is.view
      ? 'records.record.not_found'
      : !is.batch
        ? 'records.record.no_batch'
        : is.transfer
          ? 'records.transfer.same_owner'
          : 'records.record.no_transfer',
  );
  expect(
    heard(
      await user.call(printingApi.print, { params: { formId }, body: { recordId: id, templateId: null, link: '' } }),
    ),
    kept('print'),
  ).toBe(should(is.print, is.view));
  expect(
    heard(await user.call(talkApi.comment, { ...at, body: { text: 'x', mentions: [], files: [] } })),
    kept('comment'),
  ).toBe(should(is.view, false));
  expect(heard(await user.call(talkApi.follow, at)), kept('follow')).toBe(should(is.view, false));
  expect(heard(await user.call(recordsApi.history, at)), kept('history')).toBe(should(is.view, false));
  expect(
    heard(
      await user.call(linkApi.createLink, {
        ...at,
        body: { fields: ['name'], files: false, expiresAt: tomorrow, password: null },
      }),
    ),
    kept('link'),
  ).toBe(should(is.share, is.view));
  for (const field of is.share ? is.hidden : [])
    expect(
      heard(
        await user.call(linkApi.createLink, {
          ...at,
          body: { fields: [field], files: false, expiresAt: tomorrow, password: null },
        }),
      ),
      kept('link of a hidden field'),
    ).toBe(422);
  expect(heard(await user.call(workflowApi.preview, { ...at, body: {} })), kept('start')).toBe(
    should(is.start, is.view),
  );
}

test('every way to act on a record follows the same rules, by the whole record', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(drawnRule, { minLength: 1, maxLength: 4 }), async (rules) => {
      await admin.ok(formsApi.putPermissions, {
        params: { formId },
        body: {
          rules: rules.map((rule, index) => ({
            ...rule,
            id: String(index),
            subject: { kind: 'person' as const, id: user.id },
          })),
        },
      });
      const all = records.map((record) => [record, expected(rules, record)] as const);
      for (const record of records) await actsOn(rules, record);

      const listed = await user.call(recordsApi.list, { params: { formId }, query: { limit: 50 } });
      const visible = all
        .filter(([, is]) => is.view)
        .map(([{ id }]) => id)
        .sort();
      if (listed.status === 200) expect(listed.body.rows.map(({ id }) => id).sort()).toEqual(visible);
      else expect(visible).toEqual([]);

      const bulk = await user.call(bulkApi.start, {
        params: { formId },
        body: { ids: records.map(({ id }) => id), change: { does: 'edit', values: { name: 'x' } } },
      });
      if (bulk.status === 200) {
        const result = await ended<BulkResult>(bulk.body.jobId);
        expect(result.refusals.map(({ id }) => id).sort()).toEqual(
          all
            .filter(([, is]) => !is.batch || !is.edit)
            .map(([{ id }]) => id)
            .sort(),
        );
        expect(result.done).toBe(all.filter(([, is]) => is.batch && is.edit).length);
      } else
        expect(
          all.filter(([, is]) => is.batch),
          codeOf(bulk),
        ).toEqual([]);

      const sent = await user.call(exportApi.start, { params: { formId }, body: { format: 'csv', columns: ['name'] } });
      if (sent.status === 200) {
        await ended(sent.body.jobId);
        expect((await user.ok(exportApi.get, { params: { exportId: sent.body.exportId } })).rows).toBe(
          all.filter(([, is]) => is.exports).length,
        );
      } else
        expect(
          all.filter(([, is]) => is.exports),
          codeOf(sent),
        ).toEqual([]);

      const [first] = records;
      const doomed = { ...first!, ...(await make(first!.aa, first!.bb, first!.own)) };
      const is = expected(rules, doomed);
      expect(heard(await user.call(recordsApi.remove, { params: params(doomed.id) })), 'delete').toBe(
        should(is.remove, is.view),
      );
      if (!is.remove) await admin.ok(recordsApi.remove, { params: params(doomed.id) });
    }),
    { numRuns: 20, endOnFailure: true },
  );
}, 600_000);

async function ended<Result>(jobId: string): Promise<Result> {
  return vi.waitFor(
    async () => {
      const job = await user.ok(runsApi.get, { params: { runId: jobId } });
      expect(job.state).toBe('finished');
      return job.result as Result;
    },
    { interval: 15 },
  );
}
