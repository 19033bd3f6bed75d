import type { AssetKind } from '@formwork/contract/assets/asset.ts';
import { textIn, type Text } from '@formwork/contract/text.ts';

/** What kinds are called where a record says so: it is read without the pages of assets. */
const names: Readonly<Record<AssetKind, Text>> = {
  form: { zh: '表单', en: 'Form' },
  view: { zh: '视图', en: 'View' },
  chart: { zh: '图表', en: 'Chart' },
  dashboard: { zh: '仪表盘', en: 'Dashboard' },
  screen: { zh: '大屏', en: 'Screen' },
  dataset: { zh: '数据集', en: 'Data set' },
  table: { zh: '数据表', en: 'Table' },
  file: { zh: '文件', en: 'File' },
  etl_task: { zh: '数据任务', en: 'Data task' },
  etl_flow: { zh: '任务流', en: 'Task flow' },
  gateway_api: { zh: '接口', en: 'API' },
  rule: { zh: '规则', en: 'Rule' },
  orchestration: { zh: '编排流程', en: 'Flow' },
  product: { zh: '设备产品', en: 'Device product' },
  external: { zh: '外部', en: 'External' },
};

export function kindIn(kind: string, locale: string): string {
  return Object.hasOwn(names, kind) ? textIn(names[kind as AssetKind], locale) : kind;
}
