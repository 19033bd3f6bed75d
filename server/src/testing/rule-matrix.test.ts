import { formsApi } from '@formwork/contract/forms/api.ts';
import { noButtonSettings } from '@formwork/contract/forms/buttons.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { formActions, rowScopes, type FormAction, type PermissionRule } from '@formwork/contract/forms/permission.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { printingApi } from '@formwork/contract/printing/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { bulkApi, type BulkResult } from '@formwork/contract/records/bulk.ts';
import { exportApi } from '@formwork/contract/records/export.ts';
import { linkApi } from '@formwork/contract/records/link.ts';
import { shareApi, type ShareLevel } from '@formwork/contract/records/share.ts';
import { talkApi } from '@formwork/contract/records/talk.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type Client, type TestServer } from './server.ts';

/**
 * Rule x act: what one rule of a form, by itself, lets an ordinary person do. Every act is called, and what came of it stands in
 * rule-matrix.txt, so that a change of rights is read by whoever reads the change. `npm test -- server/src/testing/rule-matrix.test.ts -u`
 * writes it anew.
 */
let server: TestServer;
let admin: Client;
let user: Client;
let colleague: Client;
let inDepartment: Client;
let below: Client;
let formId: string;

beforeAll(async () => {
  server = await startTestServer();
  [admin, user, colleague, inDepartment, below] = (await Promise.all(
    ['admin', 'user2', 'user3', 'user4', 'user5'].map((login) => server.as(login)),
  )) as [Client, Client, Client, Client, Client];
  const works = await admin.ok(organizationApi.createDepartment, { body: { name: '车间', parentId: null } });
  const line = await admin.ok(organizationApi.createDepartment, { body: { name: '产线', parentId: works.id } });
  for (const [who, departmentId] of [
    [user, works.id],
    [inDepartment, works.id],
    [below, line.id],
  ] as const)
    await admin.ok(organizationApi.updatePerson, { params: { personId: who.id }, body: { departmentId } });
  const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '规则' } } });
  const title = { zh: '规则' };
  const fields = [newField('text', { zh: '名称' }, 'name'), newField('number', { zh: '费用' }, 'cost')];
  const definition = { format: 1 as const, title, layout: [], titleField: 'name', tables: [], fields };
  formId = (await admin.ok(formsApi.createForm, { params: { appId }, body: { title, definition } })).id;
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
  const fill = { does: 'fill' as const, values: [{ field: 'name', value: '"x"' }] };
  const own = [{ id: 'mark', place: 'record' as const, title: { zh: '记' }, script: fill }];
  await admin.ok(formsApi.putButtons, {
    params: { appId },
    query: { form: formId },
    body: { expectedVersion: 0, settings: { ...noButtonSettings, own } },
  });
});
afterAll(() => server.stop());

type Rule = Pick<PermissionRule, 'actions' | 'scope' | 'condition' | 'effect'>;
const every = [...formActions] as [FormAction, ...FormAction[]];
const scoped = (scope: Rule['scope'], actions: [FormAction, ...FormAction[]]): Rule => ({
  actions,
  scope,
  ...(scope === 'condition' && { condition: { field: 'cost', operator: 'eq', value: 1 } }),
});
const rules: [string, Rule[]][] = [
  ['no rule', []],
  ...formActions.map((action): [string, Rule[]] => [`grant ${action} of all`, [scoped('all', [action])]]),
  ...rowScopes.map((scope): [string, Rule[]] => [`grant everything of ${scope}`, [scoped(scope, every)]]),
  ...formActions.map((action): [string, Rule[]] => [
    `grant everything of all, refuse ${action} of all`,
    [scoped('all', every), { ...scoped('all', [action]), effect: 'refuse' }],
  ]),
  ...rowScopes
    .slice(1)
    .map((scope): [string, Rule[]] => [
      `grant everything of all, refuse edit of ${scope}`,
      [scoped('all', every), { ...scoped(scope, ['edit']), effect: 'refuse' }],
    ]),
];

/** The records that the acts are tried on, by what rules see in them. */
const kinds = ['own', 'department', 'below', 'marked', 'other'] as const;
type Kind = (typeof kinds)[number];

async function make(kind: Kind): Promise<string> {
  const values = { name: kind, cost: kind === 'marked' ? '1' : '0' };
  const maker = { own: admin, department: inDepartment, below, marked: admin, other: admin }[kind];
  const { id } = await maker.ok(recordsApi.create, { params: { formId }, body: { values } });
  if (kind === 'own') await admin.ok(shareApi.transfer, { params: { formId }, body: { records: [id], to: user.id } });
  return id;
}
const versionOf = async (recordId: string): Promise<number> =>
  (await admin.ok(recordsApi.get, { params: { formId, recordId } })).version;

const share = (level: ShareLevel) => async (id: string) => {
  const receivers = [{ kind: 'people' as const, id: colleague.id }];
  const { outcomes } = await user.ok(shareApi.share, { params: { formId }, body: { records: [id], receivers, level } });
  return outcomes[0]!.refused === null;
};
const params = (recordId: string) => ({ formId, recordId });
const tomorrow = new Date(Date.now() + 86_400_000).toISOString();

/** What is done to one record, and whether it was. */
const acts: Record<string, (id: string) => Promise<boolean>> = {
  read: async (id) => (await user.call(recordsApi.get, { params: params(id) })).status === 200,
  history: async (id) => (await user.call(recordsApi.history, { params: params(id) })).status === 200,
  comment: async (id) =>
    (await user.call(talkApi.comment, { params: params(id), body: { text: 'x', mentions: [], files: [] } })).status ===
    200,
  follow: async (id) => (await user.call(talkApi.follow, { params: params(id) })).status === 200,
  edit: async (id) => {
    const body = { expectedVersion: await versionOf(id), values: { name: 'y' } };
    return (await user.call(recordsApi.update, { params: params(id), body })).status === 200;
  },
  button: async (id) =>
    (await user.call(recordsApi.press, { params: params(id), body: { place: 'record', button: 'mark' } })).status ===
    200,
  print: async (id) =>
    (await user.call(printingApi.print, { params: { formId }, body: { recordId: id, templateId: null, link: '' } }))
      .status === 200,
  link: async (id) => {
    const body = { fields: ['name'], files: false, expiresAt: tomorrow, password: null };
    return (await user.call(linkApi.createLink, { params: params(id), body })).status === 200;
  },
  'share to view': share('view'),
  'share to modify': share('modify'),
  'share to delete': share('delete'),
  export: async (id) => {
    const body = { format: 'csv' as const, columns: ['name'], ids: [id] };
    const begun = await user.call(exportApi.start, { params: { formId }, body });
    if (begun.status !== 200) return false;
    await ended(begun.body.jobId);
    return (await user.ok(exportApi.get, { params: { exportId: begun.body.exportId } })).rows === 1;
  },
  'batch edit': async (id) => {
    const body = { ids: [id], change: { does: 'edit' as const, values: { name: 'z' } } };
    const begun = await user.call(bulkApi.start, { params: { formId }, body });
    return begun.status === 200 && (await ended<BulkResult>(begun.body.jobId)).done === 1;
  },
  transfer: async (id) => {
    const { outcomes } = await user.ok(shareApi.transfer, {
      params: { formId },
      body: { records: [id], to: colleague.id },
    });
    return outcomes[0]!.refused === null;
  },
};
const mayDelete = async (id: string): Promise<boolean> =>
  (await user.call(recordsApi.remove, { params: params(id) })).status === 200;

async function ended<Result>(jobId: string): Promise<Result> {
  return vi.waitFor(
    async () => {
      const job = await user.ok(runsApi.get, { params: { runId: jobId } });
      expect(job.state).toBe('finished');
      return job.result as Result;
    },
    { interval: 10 },
  );
}

test('what each rule lets people do is as it was read and committed', async () => {
  const lines = [
    '# Rule x act, tried on a record of the person (own), one of their department (department), one of a department below it (below),',
    '# one that the condition of rules means (marked), and one they have nothing to do with (other).',
  ];
  for (const [name, given] of rules) {
    // more exports than a person may make in an hour
    await server.platform.owner.query('truncate platform.tries');
    await admin.ok(formsApi.putPermissions, {
      params: { formId },
      body: {
        rules: [
          ...given.map((rule) => ({ ...rule, by: user })),
          ...[inDepartment, below].map((by) => ({ ...scoped('own', ['create']), by })),
        ].map(({ by, ...rule }, index) => ({
          ...rule,
          id: String(index),
          subject: { kind: 'person' as const, id: by.id },
        })),
      },
    });
    const created = await user.call(recordsApi.create, { params: { formId }, body: { values: { name: 'x' } } });
    const held = new Map<string, Kind[]>([...Object.keys(acts), 'delete'].map((act) => [act, []]));
    for (const kind of kinds) {
      const id = await make(kind);
      for (const [act, does] of Object.entries(acts)) if (await does(id)) held.get(act)!.push(kind);
      // the transfer may have given it away
      if (await mayDelete(await make(kind))) held.get('delete')!.push(kind);
    }
    const whole = [...held].filter(([, on]) => on.length === kinds.length).map(([act]) => act);
    // the acts that reach the same records stand together
    const partly = Map.groupBy(
      [...held].filter(([, on]) => on.length > 0 && on.length < kinds.length),
      ([, on]) => on.join(', '),
    );
    if (created.status === 200) whole.unshift('create');
    lines.push('', `${name}:`);
    if (whole.length > 0) lines.push(`  ${whole.join(', ')}`);
    for (const [on, which] of partly) lines.push(`  of ${on}: ${which.map(([act]) => act).join(', ')}`);
    if (whole.length === 0 && partly.size === 0) lines.push('  nothing');
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('rule-matrix.txt');
}, 600_000);
