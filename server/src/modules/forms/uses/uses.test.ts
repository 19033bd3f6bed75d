import { formsApi } from '@formwork/contract/forms/api.ts';
import { navigationApi } from '@formwork/contract/console/navigation.ts';
import type { NotificationRule } from '@formwork/contract/forms/notifications.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { noButtonSettings, type ButtonSettings } from '@formwork/contract/forms/buttons.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import type { Use, UsePlace } from '@formwork/contract/forms/uses.ts';
import { printingApi } from '@formwork/contract/printing/api.ts';
import { startingTemplate } from '@formwork/contract/printing/starting.ts';
import type { Block } from '@formwork/contract/printing/template.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import type { ViewSettings, ViewType } from '@formwork/contract/views/view.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { ExecutorRule, ProcessGraph, ProcessNode } from '@formwork/contract/workflow/graph.ts';
import { startingGraph } from '@formwork/process/starting-graph.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf } from '../../../testing/server.ts';
import {
  admin,
  appId,
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

const options = [
  { id: 'urgent', label: { zh: '紧急', en: 'Urgent' } },
  { id: 'usual', label: { zh: '普通', en: 'Usual' } },
];
const whole = (): FormDefinition =>
  definitionOf(
    [
      field('text', 'name'),
      field('member', 'signer'),
      field('member', 'spare'),
      field('number', 'total'),
      field('number', 'cost'),
      field('singleSelect', 'level', { config: { options } }),
      field('date', 'day'),
      field('date', 'ends'),
      field('image', 'photo'),
      field('text', 'note'),
    ],
    {
      title: { zh: '维修单', en: 'Repair' },
      titleField: 'name',
      tables: [{ id: 'parts', title: { zh: '备件' }, fields: [field('number', 'qty'), field('text', 'piece')] }],
    },
  );

async function inUse(): Promise<string> {
  const formId = await created(whole());
  expect((await release(formId)).status).toBe(200);
  return formId;
}

/** Takes a field, a table or an option (`field#option`) out of the draft. */
async function without(formId: string, what: string): Promise<void> {
  const [element = '', option] = what.split('#');
  const left = (fields: Field[]): Field[] =>
    fields.flatMap((one): Field[] => {
      if (one.id !== element) return [one];
      return option === undefined
        ? []
        : [{ ...one, config: { options: options.filter(({ id }) => id !== option) } } as Field];
    });
  await saved(formId, (definition) => ({
    ...definition,
    fields: left(definition.fields),
    tables: definition.tables
      .filter(({ id }) => id !== element)
      .map((table) => ({ ...table, fields: left(table.fields) })),
  }));
}

async function flow(formId: string, change: (graph: ProcessGraph) => void, released = true): Promise<void> {
  const graph = startingGraph();
  const approve = graph.nodes.find((node) => node.id === 'approve');
  if (approve?.kind === 'approve') approve.executors.rules = [{ by: 'initiator' }];
  change(graph);
  const { version } = await admin.ok(workflowApi.definition, { params: { formId } });
  await admin.ok(workflowApi.saveDefinition, { params: { formId }, body: { graph, expectedVersion: version } });
  if (released) await admin.ok(workflowApi.release, { params: { formId }, body: { expectedVersion: version + 1 } });
}

const choosing = (condition: string) => (formId: string) =>
  flow(formId, (graph) => {
    graph.nodes.push({ id: 'fork', kind: 'condition', name: { zh: '分支' }, x: 0, y: 0 });
    graph.edges = [
      { id: 'e1', source: 'start', target: 'fork' },
      { id: 'yes', source: 'fork', target: 'approve', condition },
      { id: 'no', source: 'fork', target: 'end', otherwise: true },
      { id: 'e2', source: 'approve', target: 'end' },
    ];
  });
const between = (node: Partial<ProcessNode>) => (formId: string) =>
  flow(formId, (graph) => {
    graph.nodes.push({ id: 'step', name: { zh: '步骤' }, x: 0, y: 0, ...node } as ProcessNode);
    graph.edges = [
      { id: 'e1', source: 'start', target: 'approve' },
      { id: 'e2', source: 'approve', target: 'step' },
      { id: 'e3', source: 'step', target: 'end' },
    ];
  });
const signedBy =
  (rules: ExecutorRule[], released = true) =>
  (formId: string) =>
    flow(
      formId,
      (graph) => {
        for (const node of graph.nodes) if (node.kind === 'approve') node.executors.rules = rules;
      },
      released,
    );
const view =
  (type: ViewType, settings: ViewSettings, scope: 'shared' | 'personal' = 'shared') =>
  async (formId: string) => {
    await admin.ok(viewsApi.create, { params: { formId }, body: { type, title: { zh: '标签' }, scope, settings } });
  };
const template = (block: Block) => async (formId: string) => {
  await admin.ok(printingApi.createTemplate, {
    params: { formId },
    body: {
      title: { zh: '模板' },
      content: { ...startingTemplate(definitionOf([field('text', 'name')]), 'zh-CN'), blocks: [block] },
    },
  });
};
const buttons = (settings: Partial<ButtonSettings>) => async (formId: string) => {
  await admin.ok(formsApi.putButtons, {
    params: { appId },
    query: { form: formId },
    body: { expectedVersion: 0, settings: { ...noButtonSettings, ...settings } },
  });
};
const rule = (given: Partial<PermissionRule>) => async (formId: string) => {
  await admin.ok(formsApi.putPermissions, {
    params: { formId },
    body: { rules: [{ id: 'r1', subject: { kind: 'everyone' }, actions: ['view'], scope: 'all', ...given }] },
  });
};
const notification = (given: Partial<NotificationRule>) => async (formId: string) => {
  await admin.ok(formsApi.putNotifications, {
    params: { formId },
    body: {
      expectedVersion: 0,
      rules: [
        {
          id: 'n1',
          title: { zh: '通知' },
          enabled: true,
          when: { on: 'created' },
          receivers: [],
          named: ['_owner'],
          ways: ['message'],
          text: { zh: '有新数据' },
          ...given,
        },
      ],
    },
  });
};
const otherForm = (fields: (formId: string) => Field[]) => async (formId: string) => {
  expect((await release(await created(definitionOf(fields(formId), { title: { zh: '别的表单' } })))).status).toBe(200);
};
const relation = (formId: string, config: object = {}) =>
  field('relation', 'leads', {
    config: { form: formId, cardinality: 'manyToOne', onDelete: 'refuse', ...config },
  } as never);
const own = (script: object, onlyIf?: string): Partial<ButtonSettings> => ({
  own: [{ id: 'mark', place: 'record', title: { zh: '标记' }, script: script as never, ...(onlyIf && { onlyIf }) }],
});

interface Row {
  user: string;
  makes: (formId: string) => Promise<void>;
  kind: Use['kind'];
  /** What is taken away, with what the user does with it. */
  takes: [what: string, place: UsePlace, how: Use['how']][];
}

/** Every kind of user, and what of the form each can name. A new one gets its line here. */
const table: Row[] = [
  {
    user: 'a notification',
    makes: notification({
      when: { on: 'date', field: 'ends', amount: 3, unit: 'days', side: 'before', at: '09:00' },
      condition: { field: 'level', operator: 'eq', value: 'urgent' },
      named: ['signer'],
      text: { zh: '{{note}}即将到期' },
    }),
    kind: 'notifications',
    takes: [
      ['ends', 'due', 'refuse'],
      ['level', 'condition', 'refuse'],
      ['level#urgent', 'condition', 'refuse'],
      ['signer', 'recipients', 'refuse'],
      ['note', 'told', 'warn'],
    ],
  },
  {
    user: 'a notification of changes',
    makes: notification({ when: { on: 'changed', fields: ['cost', 'parts'] } }),
    kind: 'notifications',
    takes: [
      ['cost', 'watched', 'refuse'],
      ['parts', 'watched', 'refuse'],
    ],
  },
  {
    user: 'a condition of a process',
    makes: choosing('total > 1000 and level = "urgent"'),
    kind: 'flow',
    takes: [
      ['total', 'condition', 'refuse'],
      ['level', 'condition', 'refuse'],
      ['level#urgent', 'condition', 'refuse'],
    ],
  },
  {
    user: 'a condition over rows',
    makes: choosing('sum(parts.qty) > 3'),
    kind: 'flow',
    takes: [
      ['parts', 'condition', 'refuse'],
      ['qty', 'condition', 'refuse'],
    ],
  },
  {
    user: 'executors',
    makes: signedBy([{ by: 'member-field', field: 'signer' }]),
    kind: 'flow',
    takes: [['signer', 'executors', 'refuse']],
  },
  {
    user: 'executors of a process that is drawn only',
    makes: signedBy([{ by: 'member-field', field: 'signer' }], false),
    kind: 'flow',
    takes: [['signer', 'executors', 'warn']],
  },
  {
    user: 'rights of a node',
    makes: (formId) =>
      flow(formId, (graph) => {
        for (const node of graph.nodes)
          if (node.kind === 'approve')
            Object.assign(node, {
              fields: { cost: 'edit' },
              slaves: { parts: { access: 'edit', add: true, remove: true, fields: { qty: 'read' } } },
            });
      }),
    kind: 'flow',
    takes: [
      ['cost', 'nodeRights', 'warn'],
      ['parts', 'nodeRights', 'warn'],
      ['qty', 'nodeRights', 'warn'],
    ],
  },
  {
    user: 'who gets a copy',
    makes: between({ kind: 'cc', rules: [{ by: 'member-field', field: 'signer' }], message: '' }),
    kind: 'flow',
    takes: [['signer', 'recipients', 'refuse']],
  },
  {
    user: 'a timer',
    makes: between({ kind: 'timer', wait: { by: 'field', field: 'day' } }),
    kind: 'flow',
    takes: [['day', 'due', 'refuse']],
  },
  {
    user: 'a step that writes',
    makes: between({
      kind: 'automatic',
      does: {
        what: 'record',
        set: [
          { field: 'cost', value: 'total * 2' },
          { field: 'level', value: '"urgent"' },
        ],
      },
    }),
    kind: 'flow',
    takes: [
      ['cost', 'set', 'refuse'],
      ['total', 'value', 'refuse'],
      ['level', 'set', 'refuse'],
      ['level#urgent', 'set', 'refuse'],
    ],
  },
  {
    user: 'a table of rules',
    makes: between({
      kind: 'automatic',
      does: { what: 'rule', lines: [{ when: 'level = "urgent"', set: [{ field: 'note', value: '"x"' }] }] },
    }),
    kind: 'flow',
    takes: [
      ['level#urgent', 'condition', 'refuse'],
      ['note', 'set', 'refuse'],
    ],
  },
  {
    user: 'a message of a step',
    makes: between({
      kind: 'automatic',
      does: { what: 'message', rules: [{ by: 'member-field', field: 'spare' }], message: 'x' },
    }),
    kind: 'flow',
    takes: [['spare', 'recipients', 'refuse']],
  },
  {
    user: 'a call to elsewhere',
    makes: between({
      kind: 'automatic',
      does: { what: 'call', method: 'POST', url: 'https://example.com/', fields: ['note', 'parts'] },
    }),
    kind: 'flow',
    takes: [
      ['note', 'call', 'refuse'],
      ['parts', 'call', 'refuse'],
    ],
  },
  {
    user: 'a sub-process of another form',
    makes: async (formId) => {
      await flow(formId, () => {});
      const parent = await inUse();
      await between({
        kind: 'sub-process',
        form: formId,
        set: [
          { field: 'note', value: 'name' },
          { field: 'level', value: '"usual"' },
        ],
        wait: false,
      })(parent);
    },
    kind: 'flow',
    takes: [
      ['note', 'set', 'refuse'],
      ['level#usual', 'set', 'refuse'],
    ],
  },
  {
    user: 'a list',
    makes: view('list', {
      filter: {
        all: [
          { field: 'total', operator: 'gt', value: 1 },
          { field: 'level', operator: 'in', value: ['urgent'] },
        ],
      },
      sort: '-day,cost',
      columns: ['name', 'note'],
      quick: ['spare'],
      groups: [{ field: 'signer' }],
      summaries: { cost: 'sum' },
      colours: [{ condition: { field: 'level', operator: 'eq', value: 'usual' }, colour: 'red', field: 'ends' }],
    }),
    kind: 'view',
    takes: [
      ['total', 'filter', 'warn'],
      ['level#urgent', 'filter', 'warn'],
      ['day', 'sort', 'warn'],
      ['note', 'columns', 'warn'],
      ['spare', 'quick', 'warn'],
      ['signer', 'groups', 'warn'],
      ['cost', 'summaries', 'warn'],
      ['level#usual', 'colours', 'warn'],
      ['ends', 'colours', 'warn'],
    ],
  },
  {
    user: 'a filter over rows',
    makes: view('list', {
      filter: {
        rows: 'parts',
        where: { field: 'piece', operator: 'eq', value: 'x' },
        fn: 'sum',
        field: 'qty',
        operator: 'gt',
        value: 1,
      },
    }),
    kind: 'view',
    takes: [
      ['parts', 'filter', 'warn'],
      ['piece', 'filter', 'warn'],
      ['qty', 'filter', 'warn'],
    ],
  },
  {
    user: 'a list of one person alone',
    makes: view('list', { columns: ['note'] }, 'personal'),
    kind: 'ownView',
    takes: [['note', 'columns', 'warn']],
  },
  {
    user: 'how a person arranged a list',
    makes: async (formId) => {
      await admin.ok(viewsApi.arrange, { params: { formId }, body: { viewId: null, settings: { columns: ['note'] } } });
    },
    kind: 'ownView',
    takes: [['note', 'columns', 'warn']],
  },
  {
    user: 'a calendar',
    makes: view('calendar', { calendar: { start: 'day', end: 'ends', colour: 'level' } }),
    kind: 'view',
    takes: [
      ['day', 'calendar', 'warn'],
      ['ends', 'calendar', 'warn'],
      ['level', 'calendar', 'warn'],
    ],
  },
  {
    user: 'a board with limits',
    makes: view('board', {
      board: { column: 'level', lane: 'signer', sum: 'total', limits: { urgent: 3 } },
      card: ['note'],
    }),
    kind: 'view',
    takes: [
      ['level', 'board', 'warn'],
      ['signer', 'board', 'warn'],
      ['total', 'board', 'warn'],
      ['level#urgent', 'limits', 'warn'],
      ['note', 'card', 'warn'],
    ],
  },
  {
    user: 'a gallery',
    makes: view('gallery', { gallery: { cover: 'photo' } }),
    kind: 'view',
    takes: [['photo', 'gallery', 'warn']],
  },
  {
    user: 'a time line',
    makes: view('gantt', { gantt: { start: 'day', end: 'ends', progress: 'cost' } }),
    kind: 'view',
    takes: [
      ['day', 'gantt', 'warn'],
      ['cost', 'gantt', 'warn'],
    ],
  },
  {
    user: 'an occupancy',
    makes: view('occupancy', { occupancy: { resource: 'level', start: 'day', end: 'ends', conflict: 'refuse' } }),
    kind: 'view',
    takes: [
      ['level', 'occupancy', 'warn'],
      ['ends', 'occupancy', 'warn'],
    ],
  },
  {
    user: 'a pivot',
    makes: view('pivot', {
      pivot: { rows: [{ field: 'level' }], columns: [{ field: 'day' }], measures: [{ field: 'total', fn: 'sum' }] },
    }),
    kind: 'view',
    takes: [
      ['level', 'pivot', 'warn'],
      ['day', 'pivot', 'warn'],
      ['total', 'pivot', 'warn'],
    ],
  },
  {
    user: 'a chart',
    makes: view('chart', {
      chart: { type: 'bar' },
      pivot: { rows: [{ field: 'level' }], columns: [], measures: [{ fn: 'count' }] },
    }),
    kind: 'view',
    takes: [['level', 'pivot', 'warn']],
  },
  {
    user: 'a text of a template',
    makes: template({
      id: 'b1',
      kind: 'text',
      text: '{{note}} {{ total }}',
      size: 10,
      align: 'start',
      showIf: 'level = "urgent"',
    }),
    kind: 'template',
    takes: [
      ['note', 'text', 'warn'],
      ['total', 'text', 'warn'],
      ['level', 'showIf', 'warn'],
      ['level#urgent', 'showIf', 'warn'],
    ],
  },
  {
    user: 'a table of a template',
    makes: template({
      id: 'b1',
      kind: 'table',
      table: 'parts',
      numbered: true,
      totals: false,
      columns: [{ field: 'qty' }],
    }),
    kind: 'template',
    takes: [
      ['parts', 'table', 'warn'],
      ['qty', 'table', 'warn'],
    ],
  },
  {
    user: 'fields and a picture of a template',
    makes: template({
      id: 'b1',
      kind: 'columns',
      cells: [
        { weight: 1, blocks: [{ id: 'b2', kind: 'picture', width: 20, align: 'start', field: 'photo' }] },
        { weight: 1, blocks: [{ id: 'b3', kind: 'fields', columns: 1, border: false, items: [{ field: 'note' }] }] },
      ],
    }),
    kind: 'template',
    takes: [
      ['photo', 'picture', 'warn'],
      ['note', 'text', 'warn'],
    ],
  },
  {
    user: 'a button that is there at times and writes',
    makes: buttons(
      own(
        {
          does: 'fill',
          values: [
            { field: 'level', value: '"urgent"' },
            { field: 'cost', value: 'total + 1' },
          ],
        },
        'note = "x"',
      ),
    ),
    kind: 'buttons',
    takes: [
      ['level', 'fill', 'refuse'],
      ['level#urgent', 'fill', 'refuse'],
      ['cost', 'fill', 'refuse'],
      ['total', 'value', 'refuse'],
      ['note', 'onlyIf', 'refuse'],
    ],
  },
  {
    user: 'a button that opens',
    makes: buttons(own({ does: 'open', address: '"https://example.com/" + note' })),
    kind: 'buttons',
    takes: [['note', 'address', 'warn']],
  },
  {
    user: 'a rule of rights',
    makes: rule({
      scope: 'condition',
      condition: {
        all: [
          { field: 'level', operator: 'eq', value: 'urgent' },
          { field: 'signer', operator: 'isMe' },
        ],
      },
      fields: { cost: { existing: 'hidden' }, 'parts.qty': { existing: 'read' } },
    }),
    kind: 'rules',
    takes: [
      ['level', 'rule', 'refuse'],
      ['level#urgent', 'rule', 'refuse'],
      ['signer', 'rule', 'refuse'],
      ['cost', 'ruleFields', 'warn'],
      ['qty', 'ruleFields', 'warn'],
    ],
  },
  {
    user: 'another form that looks up',
    makes: otherForm((formId) => [
      relation(formId),
      field('lookup', 'shown', { config: { relation: 'leads', field: 'note' } }),
    ]),
    kind: 'form',
    takes: [['note', 'lookup', 'refuse']],
  },
  {
    user: 'another form that rolls up',
    makes: otherForm((formId) => [
      relation(formId),
      field('rollup', 'sums', { config: { table: '', relation: 'leads', field: 'total', function: 'sum' } } as never),
    ]),
    kind: 'form',
    takes: [['total', 'rollup', 'refuse']],
  },
  {
    user: 'another form that chooses',
    makes: otherForm((formId) => [
      relation(formId, {
        choosable: [{ field: 'level', operator: 'eq', value: 'urgent' }],
        fill: [{ from: 'cost', to: 'taken' }],
        columns: ['note'],
      }),
      field('number', 'taken'),
    ]),
    kind: 'form',
    takes: [
      ['level', 'choosable', 'refuse'],
      ['level#urgent', 'choosable', 'refuse'],
      ['cost', 'fillFrom', 'refuse'],
      ['note', 'dialog', 'warn'],
    ],
  },
  {
    user: 'a filter of another form over its relation',
    makes: async (formId) => {
      const other = await created(definitionOf([relation(formId)]));
      expect((await release(other)).status).toBe(200);
      await view('list', {
        filter: {
          rows: 'leads',
          where: { field: 'level', operator: 'eq', value: 'urgent' },
          fn: 'count',
          operator: 'gt',
          value: 0,
        },
      })(other);
    },
    kind: 'view',
    takes: [
      ['level', 'filter', 'warn'],
      ['level#urgent', 'filter', 'warn'],
    ],
  },
];

describe('what is taken away is asked of', () => {
  test.each(table)('$user', async ({ makes, kind, takes }) => {
    const formId = await inUse();
    await makes(formId);
    const { uses } = await admin.ok(formsApi.formUses, { params: { formId } });
    for (const [what, place, how] of takes) {
      const [element, option] = what.split('#');
      expect
        .soft(uses, what)
        .toContainEqual(
          expect.objectContaining({ kind, place, how, to: { form: formId, element, ...(option && { option }) } }),
        );
      const before = await admin.ok(formsApi.getDraft, { params: { formId } });
      await without(formId, what);
      const plan = await admin.ok(formsApi.planRelease, { params: { formId } });
      expect
        .soft(
          plan.uses.map((use) => [use.kind, use.place, use.how]),
          what,
        )
        .toContainEqual([kind, place, how]);
      const answer = await release(formId, { acceptLoss: true });
      expect
        .soft([what, answer.status, codeOf(answer)])
        .toEqual([what, 409, how === 'refuse' ? 'forms.uses.refused' : expect.stringMatching(/^forms\.uses\./)]);
      // nothing that is said is an id
      expect
        .soft(
          plan.uses
            .flatMap(({ title, what: named, partTitle }) => [title.zh, named.zh, partTitle?.zh ?? ''])
            .filter(
              (text) =>
                text.includes(element!) &&
                !/^(name|note|total|cost|level|day|ends|photo|signer|spare|qty|piece|parts)/.test(text),
            ),
        )
        .toEqual([]);
      await saved(formId, () => before.definition);
    }
  });

  test('wants a yes where it only shows less, and the release keeps what was said yes to', async () => {
    const formId = await inUse();
    await view('board', { board: { column: 'level' } })(formId);
    await without(formId, 'level');
    expect(codeOf(await release(formId, { acceptLoss: true }))).toBe('forms.uses.unaccepted');
    const { version } = await admin.ok(formsApi.getDraft, { params: { formId } });
    expect(
      (
        await admin.call(formsApi.release, {
          params: { formId },
          body: { draftVersion: version, acceptUses: true, note: '不再分级' },
        })
      ).status,
    ).toBe(200);
    const {
      releases: [last],
    } = await admin.ok(formsApi.listReleases, { params: { formId } });
    expect(last).toMatchObject({
      note: '不再分级',
      uses: [{ kind: 'view', title: { zh: '标签' }, place: 'board', what: { zh: 'level' } }],
    });
    // and afterwards it is still known by name
    const { former, uses } = await admin.ok(formsApi.formUses, { params: { formId } });
    expect(former).toContainEqual({
      id: 'level',
      title: { zh: 'level' },
      whole: true,
      options: expect.arrayContaining([{ id: 'urgent', label: { zh: '紧急', en: 'Urgent' } }]),
    });
    expect(uses).toContainEqual(expect.objectContaining({ kind: 'view', place: 'board' }));
  });

  test("is told by its name over one's own label that still names it", async () => {
    const formId = await inUse();
    await view(
      'list',
      { filter: { field: 'level', operator: 'eq', value: 'urgent' }, columns: ['name'] },
      'personal',
    )(formId);
    const label = async () => (await admin.ok(viewsApi.list, { params: { formId } })).views[0]!;
    expect((await label()).gone).toBeUndefined();
    await without(formId, 'level');
    expect(await release(formId, { acceptLoss: true, acceptUses: true })).toMatchObject({ status: 200 });
    expect((await label()).gone).toEqual([{ place: 'filter', what: { zh: 'level' } }]);
  });

  test('lets go what nobody names', async () => {
    const formId = await inUse();
    await without(formId, 'note');
    expect(await admin.ok(formsApi.planRelease, { params: { formId } })).toMatchObject({ uses: [] });
    expect((await release(formId)).status).toBe(200);
  });

  test('asks a process under way too, that follows an earlier release', async () => {
    const formId = await inUse();
    await signedBy([{ by: 'member-field', field: 'signer' }])(formId);
    const { id: recordId } = await write(formId, { name: 'a', signer: [admin.id] });
    await admin.ok(workflowApi.start, { params: { formId, recordId }, body: { commandId: crypto.randomUUID() } });
    await signedBy([{ by: 'initiator' }])(formId);
    await without(formId, 'signer');
    expect((await admin.ok(formsApi.planRelease, { params: { formId } })).uses).toEqual([
      expect.objectContaining({ kind: 'flow', state: 'running', place: 'executors', how: 'refuse' }),
    ]);
  });

  test('of an option that records hold: it is retired, and stays where it is', async () => {
    const formId = await inUse();
    const record = await write(formId, { name: 'a', level: 'urgent' });
    await without(formId, 'level#urgent');
    const refused = await release(formId, { acceptLoss: true });
    expect([codeOf(refused), refused.body]).toMatchObject([
      'forms.release.problems',
      {
        data: { problems: [{ code: 'forms.problem.option_held', field: 'level', data: { option: '紧急', rows: 1 } }] },
      },
    ]);
    await saved(formId, (definition) => ({
      ...definition,
      fields: definition.fields.map((one) =>
        one.id === 'level'
          ? ({ ...one, config: { options: [{ ...options[0], retired: true }, options[1]] } } as Field)
          : one,
      ),
    }));
    expect((await release(formId)).status).toBe(200);
    const at = { params: { formId, recordId: record.id } };
    expect(
      (
        await admin.call(recordsApi.update, {
          ...at,
          body: { expectedVersion: 1, values: { level: 'urgent', note: 'changed' } },
        })
      ).status,
    ).toBe(200);
    expect(
      codeOf(await admin.call(recordsApi.create, { params: { formId }, body: { values: { level: 'urgent' } } })),
    ).toBe('records.record.invalid');
    const found = await admin.ok(recordsApi.list, {
      params: { formId },
      query: { filter: JSON.stringify({ field: 'level', operator: 'eq', value: 'urgent' }) },
    });
    expect(JSON.stringify(found)).toContain(record.id);
  });
});

test('an order of 3,000 goes to both who counter-sign, whatever a designer tries to take away meanwhile', async () => {
  const formId = await inUse();
  await choosing('total > 1000')(formId);
  const { graph, version } = await admin.ok(workflowApi.definition, { params: { formId } });
  for (const node of graph.nodes)
    if (node.kind === 'approve')
      Object.assign(node, {
        signing: { way: 'all' },
        executors: {
          ...node.executors,
          rules: [
            { by: 'member-field', field: 'signer' },
            { by: 'member-field', field: 'spare' },
          ],
        },
      });
  await admin.ok(workflowApi.saveDefinition, { params: { formId }, body: { graph, expectedVersion: version } });
  await admin.ok(workflowApi.release, { params: { formId }, body: { expectedVersion: version + 1 } });
  await saved(formId, (definition) => ({
    ...definition,
    fields: definition.fields.filter(({ id }) => !['total', 'signer', 'spare'].includes(id)),
  }));
  const refused = await release(formId, { acceptLoss: true });
  expect(codeOf(refused)).toBe('forms.uses.refused');
  expect(
    (refused.body as { data: { uses: Use[] } }).data.uses.map(({ part, place, what }) => [part, place, what.zh]),
  ).toEqual(
    expect.arrayContaining([
      ['yes', 'condition', 'total'],
      ['approve', 'executors', 'signer'],
      ['approve', 'executors', 'spare'],
    ]),
  );
  const [one, two] = [await server.as('user2'), await server.as('user3')];
  const { id: recordId } = await write(formId, { name: '3000', total: 3000, signer: [one.id], spare: [two.id] });
  await admin.ok(workflowApi.start, { params: { formId, recordId }, body: { commandId: crypto.randomUUID() } });
  const { nodes } = await admin.ok(workflowApi.process, { params: { formId, recordId } });
  expect(nodes.filter(({ display }) => display === 'current').map(({ node }) => node)).toEqual(['approve']);
  for (const signer of [one, two])
    expect((await signer.ok(workflowApi.process, { params: { formId, recordId } })).myTasks).toHaveLength(1);
});

describe('an option that another takes the place of', () => {
  test('is replaced in every record, and whatever names it follows', async () => {
    const formId = await inUse();
    const records = await Promise.all(
      ['a', 'b', 'c'].map((name, at) => write(formId, { name, level: at === 0 ? 'usual' : 'urgent' })),
    );
    await choosing('level = "urgent" and total > 1000')(formId);
    await view('board', {
      board: { column: 'level', limits: { urgent: 5 } },
      filter: { all: [{ field: 'level', operator: 'in', value: ['urgent'] }] },
    })(formId);
    await buttons(own({ does: 'fill', values: [{ field: 'level', value: '"urgent"' }] }, 'level != "urgent"'))(formId);
    await rule({ scope: 'condition', condition: { all: [{ field: 'level', operator: 'eq', value: 'urgent' }] } })(
      formId,
    );
    const all = [{ ...options[0], retired: true, replacedBy: 'high' }, options[1], { id: 'high', label: { zh: '高' } }];
    await saved(formId, (definition) => ({
      ...definition,
      fields: definition.fields.map((one) =>
        one.id === 'level' ? ({ ...one, config: { options: all } } as Field) : one,
      ),
    }));
    const plan = await admin.ok(formsApi.planRelease, { params: { formId } });
    expect(new Set(plan.uses.map(({ kind, how }) => `${kind} ${how}`))).toEqual(
      new Set(['flow follow', 'view follow', 'buttons follow', 'rules follow']),
    );
    const released = await release(formId);
    expect(released).toMatchObject({ status: 200, body: { recalculation: expect.any(String) } });
    const valuesOf = () =>
      Promise.all(
        records.map(
          async ({ id }) => (await admin.ok(recordsApi.get, { params: { formId, recordId: id } })).values.level,
        ),
      );
    await expect.poll(valuesOf).toEqual(['usual', 'high', 'high']);
    expect(
      (await admin.ok(workflowApi.definition, { params: { formId } })).graph.edges.find(({ id }) => id === 'yes'),
    ).toMatchObject({ condition: 'level = "high" and total > 1000' });
    expect(
      (await admin.ok(workflowApi.releaseGraph, { params: { formId, number: 1 } })).graph.edges.find(
        ({ id }) => id === 'yes',
      ),
    ).toMatchObject({ condition: 'level = "high" and total > 1000' });
    expect((await admin.ok(viewsApi.list, { params: { formId } })).views[0]!.settings).toMatchObject({
      board: { limits: { high: 5 } },
      filter: { all: [{ value: ['high'] }] },
    });
    expect(
      (await admin.ok(formsApi.buttons, { params: { appId }, query: { form: formId } })).settings.own[0],
    ).toMatchObject({ onlyIf: 'level != "high"', script: { values: [{ value: '"high"' }] } });
    expect((await admin.ok(formsApi.getPermissions, { params: { formId } })).rules[0]).toMatchObject({
      condition: { all: [{ value: 'high' }] },
    });
  });

  test('of a tree takes the whole way with it, and the history says what was chosen', async () => {
    const node = (id: string, parent?: string, more: object = {}) => ({
      id,
      label: { zh: `名${id}` },
      ...(parent && { parent }),
      ...more,
    });
    const tree = (type: 'cascade' | 'treeSelect', id: string, nodes: object[]): Field =>
      ({
        ...newField(type, { zh: id }, id),
        config: { options: nodes, ...(type === 'treeSelect' && { multiple: true }) },
      }) as Field;
    const before = [node('a'), node('a1', 'a'), node('a2', 'a'), node('b'), node('b1', 'b')];
    const after = [node('a'), node('a1', 'a', { retired: true, replacedBy: 'b1' }), ...before.slice(2)];
    const both = (nodes: object[]) => [tree('cascade', 'way', nodes), tree('treeSelect', 'twigs', nodes)];
    const formId = await inUse();
    const draw = (nodes: object[]) =>
      saved(formId, (definition) => ({
        ...definition,
        fields: [...definition.fields.filter(({ id }) => id !== 'way' && id !== 'twigs'), ...both(nodes)],
      }));
    await draw(before);
    expect(await release(formId)).toMatchObject({ status: 200 });
    const record = await write(formId, { name: 'x', way: ['a', 'a1'], twigs: ['a1', 'a2'] });
    await draw(after);
    expect(await release(formId)).toMatchObject({ status: 200, body: { recalculation: expect.any(String) } });
    const params = { formId, recordId: record.id };
    await expect
      .poll(async () => (await admin.ok(recordsApi.get, { params })).values)
      .toMatchObject({ way: ['b', 'b1'], twigs: ['b1', 'a2'] });
    // a branch takes no leaf's place where the last level alone is chosen
    expect(
      (await draw([node('a'), node('a1', 'a', { retired: true, replacedBy: 'b' }), ...before.slice(2)])).problems,
    ).toContainEqual(expect.objectContaining({ code: 'forms.problem.option_replaced', field: 'way' }));
    // once it is taken out altogether, the history still calls it by its name
    await admin.ok(recordsApi.update, {
      params,
      body: { expectedVersion: (await admin.ok(recordsApi.get, { params })).version, values: { twigs: ['b1'] } },
    });
    await draw(before.filter(({ id }) => id !== 'a2' && id !== 'a1'));
    expect(await release(formId, { acceptLoss: true, acceptUses: true })).toMatchObject({ status: 200 });
    expect((await admin.ok(recordsApi.history, { params })).former).toContainEqual({
      field: 'twigs',
      options: expect.arrayContaining([{ id: 'a2', label: { zh: '名a2' } }]),
    });
  });

  test('must be there, and retired', async () => {
    const formId = await inUse();
    for (const wrong of [{ retired: true, replacedBy: 'nothing' }, { replacedBy: 'usual' }]) {
      const draft = await saved(formId, (definition) => ({
        ...definition,
        fields: definition.fields.map((one) =>
          one.id === 'level'
            ? ({ ...one, config: { options: [{ ...options[0], ...wrong }, options[1]] } } as Field)
            : one,
        ),
      }));
      expect(draft.problems).toContainEqual(
        expect.objectContaining({ code: 'forms.problem.option_replaced', field: 'level' }),
      );
    }
  });
});

describe('a form and an application', () => {
  test('that a menu leads to go with a yes, and what belongs to them is no user of them', async () => {
    const formId = await inUse();
    await signedBy([{ by: 'member-field', field: 'signer' }])(formId);
    await view('board', { board: { column: 'level' } })(formId);
    await admin.ok(navigationApi.createEntry, {
      params: { terminal: 'web' },
      body: {
        place: { parentId: null, tab: false },
        settings: {
          target: { kind: 'app', appId, formId },
          title: { zh: '维修' },
          icon: null,
          newWindow: false,
          hidden: false,
          roles: [],
          roleGroups: [],
        },
      },
    });
    const refused = await admin.call(formsApi.removeForm, { params: { formId } });
    expect([codeOf(refused), refused.body]).toMatchObject([
      'forms.uses.unaccepted',
      { data: { uses: [{ kind: 'menu', title: { zh: '维修' } }] } },
    ]);
    expect((await admin.call(formsApi.removeForm, { params: { formId }, query: { acceptUses: true } })).status).toBe(
      200,
    );
  });

  test('that a process of another makes records of are refused', async () => {
    const other = (await admin.ok(formsApi.createApp, { body: { title: { zh: '另一个' } } })).id;
    const child = (
      await admin.ok(formsApi.createForm, {
        params: { appId: other },
        body: { title: { zh: '子' }, definition: whole() },
      })
    ).id;
    expect((await release(child)).status).toBe(200);
    await flow(child, () => {});
    const parent = await inUse();
    await between({ kind: 'sub-process', form: child, set: [], wait: false })(parent);
    for (const answer of [
      await admin.call(formsApi.removeForm, { params: { formId: child }, query: { acceptUses: true } }),
      await admin.call(formsApi.removeApp, { params: { appId: other }, query: { acceptUses: true } }),
    ]) {
      expect([codeOf(answer), answer.body]).toMatchObject([
        'forms.uses.refused',
        { data: { uses: [{ kind: 'flow', formId: parent, place: 'subProcess' }] } },
      ]);
    }
    expect((await admin.ok(formsApi.appUses, { params: { appId: other } })).uses).toMatchObject([
      { kind: 'flow', formId: parent },
    ]);
    // the one in the bin decides nothing any more
    expect((await admin.call(formsApi.removeForm, { params: { formId: parent } })).status).toBe(200);
    expect((await admin.call(formsApi.removeApp, { params: { appId: other } })).status).toBe(200);
  });

  test('with processes under way go with a yes', async () => {
    const formId = await inUse();
    await flow(formId, () => {});
    const { id: recordId } = await write(formId, { name: 'a' });
    await admin.ok(workflowApi.start, { params: { formId, recordId }, body: { commandId: crypto.randomUUID() } });
    expect((await admin.call(formsApi.removeForm, { params: { formId } })).body).toMatchObject({
      data: { uses: [{ kind: 'process', count: 1 }] },
    });
  });

  test('a column is dropped for good with a yes, while something still shows it', async () => {
    const formId = await inUse();
    await view('list', { columns: ['note'] })(formId);
    await without(formId, 'note');
    const { version } = await admin.ok(formsApi.getDraft, { params: { formId } });
    await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: version, acceptUses: true } });
    const { tables } = await admin.ok(formsApi.dataModel, { params: { formId } });
    const column = tables[0]!.columns.find(({ origin }) => origin === 'retired')!.name;
    const purge = { params: { formId }, body: { table: tables[0]!.name, column } };
    expect(codeOf(await admin.call(formsApi.purgeRetired, purge))).toBe('forms.uses.unaccepted');
    expect((await admin.call(formsApi.purgeRetired, { ...purge, query: { acceptUses: true } })).status).toBe(200);
  });
});
