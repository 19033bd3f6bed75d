import { option, part, text } from './parts.ts';
import type { AppTemplate, TemplateForm } from './templates.ts';

const states = [
  option('running', '运行', 'Running', 'green'),
  option('standby', '备用', 'Standby', 'blue'),
  option('repair', '检修', 'Under repair', 'orange'),
  option('scrapped', '报废', 'Scrapped', 'default'),
];

/** What a plant has: its number, where it stands, who looks after it, and the parts kept for it. */
export const ledger: TemplateForm = {
  id: 'ledger',
  definition: {
    format: 1,
    title: text('设备台账', 'Equipment ledger'),
    titleField: 'name',
    listFields: ['code', 'name', 'kind', 'state', 'place', 'keeper', 'nextcheck'],
    fields: [
      part(['code', 'text', '设备编号', 'Equipment number'], { maxLength: 40 }, { required: true, unique: true }),
      part(['name', 'text', '设备名称', 'Name'], {}, { required: true }),
      part(['kind', 'singleSelect', '类别', 'Category'], {
        options: [
          option('pump', '泵', 'Pump', 'blue'),
          option('motor', '电机', 'Motor', 'cyan'),
          option('valve', '阀门', 'Valve', 'lime'),
          option('tank', '储罐', 'Tank', 'gold'),
          option('other', '其他', 'Other', 'default'),
        ],
      }),
      part(['model', 'text', '型号规格', 'Model']),
      part(['maker', 'text', '生产厂家', 'Manufacturer']),
      part(
        ['state', 'singleSelect', '状态', 'State'],
        { options: states },
        { required: true, defaultValue: 'running' },
      ),
      part(['place', 'text', '安装位置', 'Location']),
      part(['unit', 'department', '使用部门', 'Department']),
      part(['keeper', 'member', '负责人', 'Responsible']),
      part(['bought', 'date', '投用日期', 'In use since']),
      part(['price', 'money', '原值', 'Purchase price']),
      part(['nextcheck', 'date', '下次检验日期', 'Next check due']),
      part(['photo', 'image', '照片', 'Photo']),
      part(['note', 'longText', '备注', 'Remarks']),
    ],
    tables: [
      {
        id: 'spares',
        title: text('备件', 'Spare parts'),
        fields: [
          part(['partname', 'text', '备件名称', 'Part'], {}, { required: true }),
          part(['partmodel', 'text', '规格', 'Specification']),
          part(['stock', 'number', '库存', 'In stock']),
        ],
      },
    ],
    layout: [
      {
        id: 'basics',
        title: text('基本信息', 'Basics'),
        columns: 2,
        items: ['code', 'name', 'kind', 'state', 'model', 'maker'].map((field) => ({ kind: 'field', field })),
      },
      {
        id: 'usage',
        title: text('使用与检验', 'Use and checks'),
        columns: 2,
        items: ['place', 'unit', 'keeper', 'bought', 'price', 'nextcheck', 'photo', 'note'].map((field) => ({
          kind: 'field',
          field,
        })),
      },
      { id: 'parts', title: text('备件', 'Spare parts'), columns: 1, items: [{ kind: 'table', table: 'spares' }] },
    ],
  },
  views: [
    { type: 'list', title: text('全部设备', 'All equipment'), isDefault: true, settings: { quick: ['kind', 'state'] } },
    { type: 'board', title: text('按状态', 'By state'), settings: { board: { column: 'state' } } },
    { type: 'calendar', title: text('检验日历', 'Checks due'), settings: { calendar: { start: 'nextcheck' } } },
  ],
};

export const equipment: AppTemplate = {
  title: text('设备台账', 'Equipment ledger'),
  help: text(
    '设备档案与备件，按状态查看，检验到期一目了然。',
    'Equipment with its spare parts, by state, and when checks are due.',
  ),
  icon: 'tools',
  forms: [ledger],
};
