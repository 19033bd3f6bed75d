import type { Field } from './field.ts';

/** What every record carries beside its own fields. The ids begin with an underscore, which no field's own id can. */
export const systemFieldIds = [
  '_creator',
  '_createdAt',
  '_modifier',
  '_modifiedAt',
  '_owner',
  '_department',
  '_processState',
  '_processNodes',
  '_processExecutors',
] as const;
export type SystemFieldId = (typeof systemFieldIds)[number];

export const processStates = ['processing', 'finished', 'interrupted', 'invalid'] as const;
export type ProcessState = (typeof processStates)[number];

type SystemField = Omit<Field, 'id'> & { id: SystemFieldId };

/** Described like any other field, so lists, filters and exports need no second road. */
export const systemFields: Record<SystemFieldId, Field> = Object.fromEntries(
  (
    [
      { id: '_creator', type: 'member', title: { zh: '创建人', en: 'Created by' }, config: { multiple: false } },
      { id: '_createdAt', type: 'dateTime', title: { zh: '创建时间', en: 'Created' }, config: { precision: 'minute' } },
      { id: '_modifier', type: 'member', title: { zh: '修改人', en: 'Modified by' }, config: { multiple: false } },
      {
        id: '_modifiedAt',
        type: 'dateTime',
        title: { zh: '最后修改时间', en: 'Last modified' },
        config: { precision: 'minute' },
      },
      { id: '_owner', type: 'member', title: { zh: '数据所有者', en: 'Owner' }, config: { multiple: false } },
      {
        id: '_department',
        type: 'department',
        title: { zh: '所属部门', en: 'Department' },
        config: { multiple: false },
      },
      {
        id: '_processState',
        type: 'singleSelect',
        title: { zh: '流程状态', en: 'Process state' },
        config: {
          options: [
            { id: 'processing', label: { zh: '处理中', en: 'Processing' }, color: 'blue' },
            { id: 'finished', label: { zh: '已完成', en: 'Finished' }, color: 'green' },
            { id: 'interrupted', label: { zh: '已中断', en: 'Interrupted' }, color: 'orange' },
            { id: 'invalid', label: { zh: '已作废', en: 'Invalid' }, color: 'default' },
          ] satisfies { id: ProcessState; label: { zh: string; en: string }; color: string }[],
        },
      },
      // names of the nodes, as the process writes them
      { id: '_processNodes', type: 'text', title: { zh: '当前节点', en: 'Current nodes' }, config: {} },
      {
        id: '_processExecutors',
        type: 'member',
        title: { zh: '当前处理人', en: 'Current handlers' },
        config: { multiple: true },
      },
    ] as SystemField[]
  ).map((field) => [field.id, { ...field, readOnly: true }]),
) as unknown as Record<SystemFieldId, Field>;

export function isSystemField(id: string): id is SystemFieldId {
  return id.startsWith('_') && id in systemFields;
}
