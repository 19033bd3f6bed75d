import { formsApi } from '@formwork/contract/forms/api.ts';
import type { NotificationRule } from '@formwork/contract/forms/notifications.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { type Field } from '@formwork/contract/forms/field.ts';
import { noButtonSettings, type ButtonSettings } from '@formwork/contract/forms/buttons.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import { printingApi } from '@formwork/contract/printing/api.ts';
import { startingTemplate } from '@formwork/contract/printing/starting.ts';
import type { Block } from '@formwork/contract/printing/template.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import type { ViewSettings, ViewType } from '@formwork/contract/views/view.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { ExecutorRule, ProcessGraph, ProcessNode } from '@formwork/contract/workflow/graph.ts';
import { startingGraph } from '@formwork/process/starting-graph.ts';
import { expect } from 'vitest';
import { admin, appId, created, definitionOf, field, release, saved } from './designing.ts';

// A form of repairs, and whatever may name a part of it.

export const options = [
  { id: 'urgent', label: { zh: '紧急', en: 'Urgent' } },
  { id: 'usual', label: { zh: '普通', en: 'Usual' } },
];
export const whole = (): FormDefinition =>
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

export async function inUse(): Promise<string> {
  const formId = await created(whole());
  expect((await release(formId)).status).toBe(200);
  return formId;
}

/** Takes a field, a table or an option (`field#option`) out of the draft. */
export async function without(formId: string, what: string): Promise<void> {
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

export async function flow(formId: string, change: (graph: ProcessGraph) => void, released = true): Promise<void> {
  const graph = startingGraph();
  const approve = graph.nodes.find((node) => node.id === 'approve');
  if (approve?.kind === 'approve') approve.executors.rules = [{ by: 'initiator' }];
  change(graph);
  const { version } = await admin.ok(workflowApi.definition, { params: { formId } });
  await admin.ok(workflowApi.saveDefinition, { params: { formId }, body: { graph, expectedVersion: version } });
  if (released) await admin.ok(workflowApi.release, { params: { formId }, body: { expectedVersion: version + 1 } });
}

export const choosing = (condition: string) => (formId: string) =>
  flow(formId, (graph) => {
    graph.nodes.push({ id: 'fork', kind: 'condition', name: { zh: '分支' }, x: 0, y: 0 });
    graph.edges = [
      { id: 'e1', source: 'start', target: 'fork' },
      { id: 'yes', source: 'fork', target: 'approve', condition },
      { id: 'no', source: 'fork', target: 'end', otherwise: true },
      { id: 'e2', source: 'approve', target: 'end' },
    ];
  });
export const between = (node: Partial<ProcessNode>) => (formId: string) =>
  flow(formId, (graph) => {
    graph.nodes.push({ id: 'step', name: { zh: '步骤' }, x: 0, y: 0, ...node } as ProcessNode);
    graph.edges = [
      { id: 'e1', source: 'start', target: 'approve' },
      { id: 'e2', source: 'approve', target: 'step' },
      { id: 'e3', source: 'step', target: 'end' },
    ];
  });
export const signedBy =
  (rules: ExecutorRule[], released = true) =>
  (formId: string) =>
    flow(
      formId,
      (graph) => {
        for (const node of graph.nodes) if (node.kind === 'approve') node.executors.rules = rules;
      },
      released,
    );
export const view =
  (type: ViewType, settings: ViewSettings, scope: 'shared' | 'personal' = 'shared') =>
  async (formId: string) => {
    await admin.ok(viewsApi.create, { params: { formId }, body: { type, title: { zh: '标签' }, scope, settings } });
  };
export const template = (block: Block) => async (formId: string) => {
  await admin.ok(printingApi.createTemplate, {
    params: { formId },
    body: {
      title: { zh: '模板' },
      content: { ...startingTemplate(definitionOf([field('text', 'name')]), 'zh-CN'), blocks: [block] },
    },
  });
};
export const buttons = (settings: Partial<ButtonSettings>) => async (formId: string) => {
  await admin.ok(formsApi.putButtons, {
    params: { appId },
    query: { form: formId },
    body: { expectedVersion: 0, settings: { ...noButtonSettings, ...settings } },
  });
};
export const rule = (given: Partial<PermissionRule>) => async (formId: string) => {
  await admin.ok(formsApi.putPermissions, {
    params: { formId },
    body: { rules: [{ id: 'r1', subject: { kind: 'everyone' }, actions: ['view'], scope: 'all', ...given }] },
  });
};
export const notification = (given: Partial<NotificationRule>) => async (formId: string) => {
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
export const otherForm = (fields: (formId: string) => Field[]) => async (formId: string) => {
  expect((await release(await created(definitionOf(fields(formId), { title: { zh: '别的表单' } })))).status).toBe(200);
};
export const relation = (formId: string, config: object = {}) =>
  field('relation', 'leads', {
    config: { form: formId, cardinality: 'manyToOne', onDelete: 'refuse', ...config },
  } as never);
export const own = (script: object, onlyIf?: string): Partial<ButtonSettings> => ({
  own: [{ id: 'mark', place: 'record', title: { zh: '标记' }, script: script as never, ...(onlyIf && { onlyIf }) }],
});
