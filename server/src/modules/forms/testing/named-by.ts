import type { Use, UsePlace } from '@formwork/contract/forms/uses.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import { expect } from 'vitest';
import { admin, created, definitionOf, field, release } from './designing.ts';
import {
  inUse,
  flow,
  choosing,
  between,
  signedBy,
  view,
  template,
  buttons,
  rule,
  notification,
  otherForm,
  relation,
  own,
} from './repair.ts';

export interface Row {
  user: string;
  makes: (formId: string) => Promise<void>;
  kind: Use['kind'];
  /** What is taken away, with what the user does with it. */
  takes: [what: string, place: UsePlace, how: Use['how']][];
}

/** Every kind of user, and what of the form each can name. A new one gets its line here. */
export const table: Row[] = [
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
