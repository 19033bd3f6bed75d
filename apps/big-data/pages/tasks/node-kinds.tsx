import {
  AimOutlined,
  ApiOutlined,
  BranchesOutlined,
  CalculatorOutlined,
  CheckSquareOutlined,
  CodeOutlined,
  ColumnWidthOutlined,
  ConsoleSqlOutlined,
  DatabaseOutlined,
  ExperimentOutlined,
  FileAddOutlined,
  FileTextOutlined,
  FilterOutlined,
  FormOutlined,
  FunctionOutlined,
  GroupOutlined,
  InsertRowBelowOutlined,
  MergeCellsOutlined,
  NodeExpandOutlined,
  OrderedListOutlined,
  PicRightOutlined,
  RetweetOutlined,
  SaveOutlined,
  ScissorOutlined,
  SearchOutlined,
  SwapOutlined,
  TableOutlined,
  ShareAltOutlined,
} from '@ant-design/icons';
import { newGraphId } from '@formwork/ui/canvas/graph.ts';
import { isTarget, sourceKinds, targetKinds, type TaskNode, type TaskNodeKind } from '@formwork/contract/etl/task.ts';
import type { CanvasNodeType } from '@formwork/ui/canvas/canvas-types.ts';
import type { Translate } from '@formwork/web/i18n/i18n.ts';
import type { ReactNode } from 'react';

const icons: Record<TaskNodeKind, [icon: ReactNode, hue: number]> = {
  formSource: [<FormOutlined key="i" />, 0],
  tableSource: [<DatabaseOutlined key="i" />, 0],
  sqlSource: [<ConsoleSqlOutlined key="i" />, 0],
  fileSource: [<FileTextOutlined key="i" />, 0],
  exchangeSource: [<ShareAltOutlined key="i" />, 0],
  mqttSource: [<ApiOutlined key="i" />, 0],
  filter: [<FilterOutlined key="i" />, 4],
  select: [<ColumnWidthOutlined key="i" />, 3],
  calculate: [<CalculatorOutlined key="i" />, 3],
  convert: [<SwapOutlined key="i" />, 3],
  split: [<ScissorOutlined key="i" />, 3],
  jsonPath: [<NodeExpandOutlined key="i" />, 3],
  join: [<MergeCellsOutlined key="i" />, 6],
  lookup: [<SearchOutlined key="i" />, 6],
  union: [<InsertRowBelowOutlined key="i" />, 6],
  aggregate: [<GroupOutlined key="i" />, 7],
  pivot: [<PicRightOutlined key="i" />, 7],
  unpivot: [<RetweetOutlined key="i" />, 7],
  window: [<FunctionOutlined key="i" />, 7],
  sort: [<OrderedListOutlined key="i" />, 4],
  dedupe: [<AimOutlined key="i" />, 4],
  validate: [<CheckSquareOutlined key="i" />, 4],
  sample: [<ExperimentOutlined key="i" />, 4],
  script: [<CodeOutlined key="i" />, 3],
  branch: [<BranchesOutlined key="i" />, 4],
  formTarget: [<FileAddOutlined key="i" />, 2],
  tableTarget: [<TableOutlined key="i" />, 2],
  fileTarget: [<SaveOutlined key="i" />, 2],
};

const groups: [group: string, kinds: readonly TaskNodeKind[]][] = [
  ['source', sourceKinds],
  ['columns', ['select', 'calculate', 'convert', 'split', 'jsonPath', 'script']],
  ['rows', ['filter', 'validate', 'branch', 'sort', 'dedupe', 'sample']],
  ['together', ['join', 'lookup', 'union']],
  ['sums', ['aggregate', 'pivot', 'unpivot', 'window']],
  ['target', targetKinds],
];

/** The palette of a task: kinds in their groups. */
export function nodeTypes(t: Translate): Record<string, CanvasNodeType> {
  return Object.fromEntries(
    groups.flatMap(([group, kinds]) =>
      kinds.map((kind): [string, CanvasNodeType] => {
        const [icon, hue] = icons[kind];
        return [
          kind,
          {
            title: t(`etltask.node.${kind}`),
            icon,
            hue,
            group: t(`etltask.group.${group}`),
            noInput: (sourceKinds as readonly string[]).includes(kind),
            noOutput: (targetKinds as readonly string[]).includes(kind),
          },
        ];
      }),
    ),
  );
}

const base = { x: 0, y: 0, title: '' };
const feel = { language: 'feel' as const, expression: '' };

/** What a node begins with. */
const blanks: { [K in TaskNodeKind]: () => Omit<Extract<TaskNode, { kind: K }>, 'id' | 'x' | 'y' | 'title'> } = {
  formSource: () => ({ kind: 'formSource', form: null, columns: [] }),
  tableSource: () => ({
    kind: 'tableSource',
    connection: null,
    schema: '',
    table: '',
    columns: [],
    watermark: '',
    changes: false,
  }),
  sqlSource: () => ({ kind: 'sqlSource', connection: null, sql: '', columns: [] }),
  fileSource: () => ({
    kind: 'fileSource',
    file: null,
    connection: null,
    fileName: '',
    format: 'csv',
    delimiter: ',',
    encoding: 'utf-8',
    header: true,
    headRows: 1,
    sheet: '',
    stream: '',
    streams: [],
    columns: [],
  }),
  exchangeSource: () => ({ kind: 'exchangeSource', request: null, columns: [], watermark: '' }),
  mqttSource: () => ({
    kind: 'mqttSource',
    connection: null,
    topic: '',
    payload: 'json',
    most: 10_000,
    quiet: 5,
    columns: [],
  }),
  filter: () => ({ kind: 'filter', ...feel }),
  select: () => ({ kind: 'select', picks: [] }),
  calculate: () => ({ kind: 'calculate', figures: [{ id: newGraphId(), name: '', ...feel, type: 'text' }] }),
  convert: () => ({ kind: 'convert', casts: [] }),
  join: () => ({ kind: 'join', how: 'left', keys: [{ id: newGraphId(), left: '', right: '' }], prefix: '' }),
  union: () => ({ kind: 'union', distinct: false }),
  aggregate: () => ({ kind: 'aggregate', keys: [], figures: [] }),
  pivot: () => ({ kind: 'pivot', keys: [], column: '', values: [], fn: 'sum', value: '' }),
  unpivot: () => ({ kind: 'unpivot', columns: [], nameTo: 'name', valueTo: 'value' }),
  window: () => ({ kind: 'window', keys: [], order: [], figures: [] }),
  sort: () => ({ kind: 'sort', order: [{ id: newGraphId(), column: '', descending: false }], limit: null }),
  dedupe: () => ({ kind: 'dedupe', keys: [], order: [] }),
  split: () => ({ kind: 'split', column: '', separator: ',', names: [] }),
  jsonPath: () => ({ kind: 'jsonPath', column: '', paths: [] }),
  lookup: () => ({ kind: 'lookup', keys: [{ id: newGraphId(), left: '', right: '' }], takes: [] }),
  validate: () => ({ kind: 'validate', rules: [{ id: newGraphId(), message: '', ...feel }] }),
  sample: () => ({ kind: 'sample', rows: 1_000, seed: 1 }),
  script: () => ({ kind: 'script', code: 'return { ...row };\n', gives: [] }),
  branch: () => ({ kind: 'branch', ...feel }),
  formTarget: () => ({ kind: 'formTarget', form: null, mode: 'create', quick: false, key: '', mapping: [] }),
  tableTarget: () => ({
    kind: 'tableTarget',
    connection: null,
    schema: '',
    table: '',
    mode: 'append',
    keys: [],
    portion: null,
  }),
  fileTarget: () => ({
    kind: 'fileTarget',
    connection: null,
    format: 'parquet',
    name: 'data {date}',
    delimiter: ',',
    encoding: 'utf-8',
    header: true,
    rowsName: '',
    resumes: false,
  }),
};

export function newNode(kind: TaskNodeKind): TaskNode {
  return { ...base, id: newGraphId(), ...blanks[kind]() };
}

/** What a node says of itself on the canvas. */
export function lineOf(node: TaskNode, columns: number, t: Translate): string {
  switch (node.kind) {
    case 'tableSource':
    case 'tableTarget':
      return node.table === '' ? t('etltask.line.not_chosen') : node.table;
    case 'mqttSource':
      return node.topic || t('etltask.line.not_chosen');
    case 'fileSource':
      return node.fileName || t('etltask.line.not_chosen');
    case 'filter':
    case 'branch':
      return node.expression || t('etltask.line.not_chosen');
    case 'join':
      return t(`etltask.join.${node.how}`);
    case 'fileTarget':
      return `${node.name}.${node.format}`;
    default:
      return isTarget(node) ? t(`etltask.mode.${node.mode}`) : t('etltask.line.columns', { count: columns });
  }
}

export const nodeIcon = (kind: TaskNodeKind): ReactNode => icons[kind][0];
