import type { ProcessGraph } from '../../workflow/graph.ts';
import { ledger } from './equipment.ts';
import { option, part, text } from './parts.ts';
import type { AppTemplate } from './templates.ts';

/** Reported, approved by whoever the reporter reports to, repaired, accepted by the reporter. */
const flow: ProcessGraph = {
  nodes: [
    {
      id: 'start',
      kind: 'start',
      name: text('报修', 'Report'),
      x: 0,
      y: 0,
      fields: {},
      slaves: {},
      buttons: ['cc', 'urge', 'retrieve', 'invalidate'],
      commentRequired: false,
      signatureRequired: false,
    },
    step('approve', ['审核', 'Approval'], 120, [{ by: 'initiator-superior', levels: 1 }]),
    step('fix', ['维修', 'Repair'], 240, [{ by: 'member-field', field: 'fitter' }]),
    step('accept', ['验收', 'Acceptance'], 360, [{ by: 'initiator' }]),
    { id: 'end', kind: 'end', name: text('结束', 'End'), x: 0, y: 480 },
  ],
  edges: [
    { id: 'e1', source: 'start', target: 'approve' },
    { id: 'e2', source: 'approve', target: 'fix' },
    { id: 'e3', source: 'fix', target: 'accept' },
    { id: 'e4', source: 'accept', target: 'end' },
  ],
  settings: { starters: [], administrators: [], urgeEveryMinutes: 30 },
};

type Approval = Extract<ProcessGraph['nodes'][number], { kind: 'approve' }>;

function step(
  id: string,
  [zh, en]: readonly [string, string],
  y: number,
  rules: Approval['executors']['rules'],
): Approval {
  return {
    id,
    kind: 'approve',
    name: text(zh, en),
    x: 0,
    y,
    fields: {},
    slaves: {},
    buttons: ['return', 'transfer', 'cc', 'urge', 'retrieve'],
    commentRequired: false,
    signatureRequired: false,
    executors: { rules, nobody: 'administrator', sameAsPrevious: 'again', isInitiator: 'again' },
    signing: { way: 'any' },
  };
}

export const repair: AppTemplate = {
  title: text('设备维修', 'Repairs'),
  help: text(
    '设备台账与维修工单：报修、审核、维修、验收。',
    'Equipment and repair orders: reported, approved, repaired, accepted.',
  ),
  icon: 'tools',
  forms: [
    ledger,
    {
      id: 'order',
      definition: {
        format: 1,
        title: text('维修工单', 'Repair order'),
        titleField: 'number',
        listFields: ['number', 'machine', 'urgency', 'state', 'fitter', 'due', '_createdAt'],
        fields: [
          part(['number', 'autoNumber', '工单号', 'Order number'], {
            prefix: 'WX',
            date: 'yyyyMMdd',
            digits: 3,
            reset: 'day',
          }),
          part(['machine', 'relation', '设备', 'Equipment'], { form: 'ledger' }, { required: true }),
          part(['fault', 'longText', '故障现象', 'Fault'], {}, { required: true }),
          part(
            ['urgency', 'singleSelect', '紧急程度', 'Urgency'],
            {
              options: [
                option('stop', '停机', 'Stands still', 'red'),
                option('soon', '尽快', 'Soon', 'orange'),
                option('usual', '一般', 'Usual', 'default'),
              ],
            },
            { required: true, defaultValue: 'usual' },
          ),
          part(
            ['state', 'singleSelect', '状态', 'State'],
            {
              options: [
                option('reported', '待处理', 'Reported', 'orange'),
                option('working', '维修中', 'Under repair', 'blue'),
                option('done', '已完成', 'Done', 'green'),
              ],
            },
            { defaultValue: 'reported' },
          ),
          part(['fitter', 'member', '维修人', 'Fitter']),
          part(['due', 'dateTime', '要求完成时间', 'To be done by']),
          part(['photos', 'image', '现场照片', 'Photos']),
          part(['cause', 'longText', '故障原因', 'Cause']),
          part(['work', 'longText', '处理措施', 'What was done']),
          part(['hours', 'number', '工时', 'Hours']),
        ],
        tables: [
          {
            id: 'used',
            title: text('更换备件', 'Parts used'),
            totals: ['cost'],
            fields: [
              part(['piece', 'text', '名称', 'Part'], {}, { required: true }),
              part(['count', 'number', '数量', 'Quantity']),
              part(['cost', 'money', '费用', 'Cost']),
            ],
          },
        ],
        layout: [
          {
            id: 'report',
            title: text('报修', 'Report'),
            columns: 2,
            items: ['number', 'machine', 'urgency', 'due', 'fault', 'photos'].map((field) => ({
              kind: 'field',
              field,
            })),
          },
          {
            id: 'handling',
            title: text('处理', 'Handling'),
            columns: 2,
            items: [
              ...['fitter', 'state', 'hours', 'cause', 'work'].map((field) => ({ kind: 'field' as const, field })),
              { kind: 'table', table: 'used' },
            ],
          },
        ],
      },
      views: [
        {
          type: 'list',
          title: text('全部工单', 'All orders'),
          isDefault: true,
          settings: { quick: ['urgency', 'state'] },
        },
        { type: 'board', title: text('工单看板', 'Board'), settings: { board: { column: 'state' } } },
      ],
      flow,
    },
  ],
};
