import { option, part, text } from './parts.ts';
import type { AppTemplate } from './templates.ts';

const results = [
  option('good', '正常', 'In order', 'green'),
  option('watch', '需关注', 'To be watched', 'orange'),
  option('bad', '异常', 'Not in order', 'red'),
];

export const inspection: AppTemplate = {
  title: text('巡检记录', 'Inspections'),
  help: text(
    '按班次记录巡检，每个检查项一行，异常突出显示。',
    'Rounds by shift, a line for each point, what is wrong in colour.',
  ),
  icon: 'quality',
  forms: [
    {
      id: 'round',
      definition: {
        format: 1,
        title: text('巡检记录', 'Inspection'),
        titleField: 'number',
        listFields: ['number', 'area', 'shift', 'inspector', 'at', 'outcome'],
        fields: [
          part(['number', 'autoNumber', '巡检编号', 'Number'], {
            prefix: 'XJ',
            date: 'yyyyMMdd',
            digits: 3,
            reset: 'day',
          }),
          part(['area', 'text', '区域', 'Area'], {}, { required: true }),
          part(['shift', 'singleSelect', '班次', 'Shift'], {
            options: [
              option('early', '早班', 'Early', 'gold'),
              option('late', '中班', 'Late', 'blue'),
              option('night', '夜班', 'Night', 'purple'),
            ],
          }),
          part(['inspector', 'member', '巡检人', 'Inspector']),
          part(['at', 'dateTime', '巡检时间', 'Time'], {}, { required: true }),
          part(['outcome', 'singleSelect', '总体结论', 'Outcome'], { options: results }, { required: true }),
          part(['photos', 'image', '照片', 'Photos']),
          part(['note', 'longText', '说明', 'Remarks'], {}, { requiredIf: 'outcome = "bad"' }),
        ],
        tables: [
          {
            id: 'points',
            title: text('检查项', 'Points'),
            fields: [
              part(['point', 'text', '检查内容', 'Point'], {}, { required: true }),
              part(['reading', 'number', '读数', 'Reading']),
              part(['result', 'singleSelect', '结果', 'Result'], { options: results }),
              part(['remark', 'text', '备注', 'Remark']),
            ],
          },
        ],
        layout: [
          {
            id: 'round',
            columns: 2,
            items: ['number', 'area', 'shift', 'inspector', 'at', 'outcome'].map((field) => ({ kind: 'field', field })),
          },
          { id: 'checks', title: text('检查项', 'Points'), columns: 1, items: [{ kind: 'table', table: 'points' }] },
          { id: 'end', columns: 2, items: ['note', 'photos'].map((field) => ({ kind: 'field', field })) },
        ],
      },
      views: [
        {
          type: 'list',
          title: text('全部巡检', 'All inspections'),
          isDefault: true,
          settings: {
            quick: ['shift', 'outcome'],
            colours: [{ condition: { field: 'outcome', operator: 'eq', value: 'bad' }, colour: 'red' }],
          },
        },
        { type: 'calendar', title: text('巡检日历', 'Calendar'), settings: { calendar: { start: 'at' } } },
      ],
    },
  ],
};
