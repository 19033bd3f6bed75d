import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import type { APIRequestContext, APIResponse } from '@playwright/test';

/** A form with something of everything, as an enterprise would have it: equipment inspections with the actions taken. */
export const inspection: FormDefinition = {
  format: 1,
  title: { zh: '设备点检', en: 'Equipment inspections' },
  fields: [
    { id: 'name', type: 'text', title: { zh: '设备名称', en: 'Machine' }, required: true, config: { maxLength: 40 } },
    {
      id: 'kind',
      type: 'singleSelect',
      title: { zh: '类型', en: 'Type' },
      config: {
        options: [
          { id: 'mill', label: { zh: '铣床', en: 'Milling machine' }, color: 'blue' },
          { id: 'lathe', label: { zh: '车床', en: 'Lathe' }, color: 'orange' },
        ],
      },
    },
    {
      id: 'torque',
      type: 'number',
      title: { zh: '扭矩', en: 'Torque' },
      indexed: true,
      config: { decimals: 2, unit: 'Nm', min: 0 },
    },
    { id: 'day', type: 'date', title: { zh: '日期', en: 'Date' }, config: {} },
    { id: 'failed', type: 'switch', title: { zh: '故障', en: 'Failed' }, config: {} },
    {
      id: 'reason',
      type: 'text',
      title: { zh: '故障原因', en: 'Cause' },
      hiddenIf: 'failed != true',
      requiredIf: 'failed = true',
      config: {},
    },
    {
      id: 'budget',
      type: 'money',
      title: { zh: '预算', en: 'Budget' },
      config: { decimals: 2, currency: 'CNY', uppercase: true },
    },
    { id: 'people', type: 'member', title: { zh: '负责人', en: 'In charge' }, config: { multiple: true } },
    { id: 'remark', type: 'longText', title: { zh: '说明', en: 'Remarks' }, config: { rows: 3 } },
    {
      id: 'files',
      type: 'attachment',
      title: { zh: '附件', en: 'Files' },
      config: { max: 10, maxSize: 5, accept: 'any' },
    },
    {
      id: 'total',
      type: 'rollup',
      title: { zh: '费用合计', en: 'Total cost' },
      config: { table: 'actions', field: 'amount', function: 'sum', decimals: 2, thousands: true },
    },
  ],
  tables: [
    {
      id: 'actions',
      title: { zh: '处理措施', en: 'Actions taken' },
      totals: ['amount'],
      fields: [
        { id: 'item', type: 'text', title: { zh: '项目', en: 'Item' }, required: true, width: 200, config: {} },
        { id: 'qty', type: 'number', title: { zh: '数量', en: 'Quantity' }, config: { min: 0 } },
        { id: 'price', type: 'number', title: { zh: '单价', en: 'Unit price' }, config: { decimals: 2 } },
        { id: 'done', type: 'date', title: { zh: '完成日', en: 'Done on' }, config: {} },
        {
          id: 'amount',
          type: 'formula',
          title: { zh: '金额', en: 'Amount' },
          config: { expression: 'qty * price', result: 'number', decimals: 2 },
        },
      ],
    },
  ],
  layout: [
    {
      id: 'basics',
      title: { zh: '基本信息', en: 'Basics' },
      columns: 2,
      items: ['name', 'kind', 'torque', 'day', 'failed', 'reason', 'budget', 'people', 'remark', 'files'].map(
        (field) => ({ kind: 'field', field }),
      ),
    },
    {
      id: 'work',
      title: { zh: '处理', en: 'Work' },
      columns: 2,
      items: [
        { kind: 'table', table: 'actions' },
        { kind: 'field', field: 'total' },
      ],
    },
  ],
  titleField: 'name',
  listFields: ['name', 'kind', 'torque', 'day', 'failed', 'budget', 'people', 'total'],
};

export interface MadeForm {
  appId: string;
  formId: string;
}

const everyone: PermissionRule[] = [
  {
    id: 'everyone',
    subject: { kind: 'everyone' },
    actions: ['view', 'create', 'edit', 'delete', 'batch'],
    scope: 'all',
  },
];

/** Makes an application with one released form, as its administrator would, through the API; everyone may use it unless told. */
export async function makeForm(
  admin: APIRequestContext,
  title: string,
  definition: FormDefinition = inspection,
  rules: PermissionRule[] = everyone,
): Promise<MadeForm> {
  const app = await send(admin, 'POST', formsApi.createApp.path, {}, { title: { zh: title } });
  const form = await send(
    admin,
    'POST',
    formsApi.createForm.path,
    { appId: app.id },
    { title: definition.title, definition },
  );
  await send(admin, 'PUT', formsApi.putPermissions.path, { formId: form.id }, { rules });
  const draft = await send(admin, 'GET', formsApi.getDraft.path, { formId: form.id });
  await send(admin, 'POST', formsApi.release.path, { formId: form.id }, { draftVersion: draft.version });
  return { appId: app.id, formId: form.id };
}

export async function addRecord(
  person: APIRequestContext,
  formId: string,
  values: Record<string, unknown>,
  slaves: Record<string, { values: Record<string, unknown> }[]> = {},
): Promise<{ id: string; version: number }> {
  return send(person, 'POST', recordsApi.create.path, { formId }, { values, slaves });
}

type Answer = { id: string; version: number } & Record<string, unknown>;

export async function send(
  person: APIRequestContext,
  method: string,
  path: string,
  params: Record<string, string>,
  data?: unknown,
): Promise<Answer> {
  const url = `/api${path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')}`;
  const answer: APIResponse = await person.fetch(url, { method, ...(data !== undefined && { data }) });
  if (!answer.ok()) throw new Error(`${method} ${url}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/**
 * Releases a process: whoever made the record, then one approver, who may correct the torque; the budget is not for their
 * eyes.
 */
export async function makeProcess(admin: APIRequestContext, formId: string, approverId: string): Promise<void> {
  const task = { slaves: {}, commentRequired: false, signatureRequired: false };
  const graph: ProcessGraph = {
    nodes: [
      { id: 'start', kind: 'start', name: { zh: '填报', en: 'Report' }, x: 0, y: 0, ...task, fields: {}, buttons: [] },
      {
        id: 'check',
        kind: 'approve',
        name: { zh: '设备主管审批', en: 'Manager approves' },
        x: 0,
        y: 120,
        ...task,
        fields: { torque: 'edit', budget: 'hidden' },
        buttons: ['return', 'transfer'],
        executors: {
          rules: [{ by: 'persons', persons: [approverId] }],
          nobody: 'refuse',
          sameAsPrevious: 'again',
          isInitiator: 'again',
        },
        signing: { way: 'any' },
      },
      { id: 'end', kind: 'end', name: { zh: '结束', en: 'End' }, x: 0, y: 240 },
    ],
    edges: [
      { id: 'e1', source: 'start', target: 'check' },
      { id: 'e2', source: 'check', target: 'end' },
    ],
    settings: { starters: [], administrators: [], urgeEveryMinutes: 10 },
  };
  await send(admin, 'PUT', workflowApi.saveDefinition.path, { formId }, { graph, expectedVersion: 0 });
  await send(admin, 'POST', workflowApi.release.path, { formId }, { expectedVersion: 1 });
}
