import {
  ApiOutlined,
  AuditOutlined,
  BranchesOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  CodeOutlined,
  DatabaseOutlined,
  ForkOutlined,
  FunctionOutlined,
  LinkOutlined,
  MailOutlined,
  MergeCellsOutlined,
  PlayCircleOutlined,
  ReloadOutlined,
  RetweetOutlined,
  SendOutlined,
  StopOutlined,
  SubnodeOutlined,
  TableOutlined,
  ThunderboltOutlined,
} from '@ant-design/icons';
import type { ResponseOf } from '@formwork/contract/endpoint.ts';
import type { FlowNode } from '@formwork/contract/rules/flow.ts';
import type { runsApi } from '@formwork/contract/runs/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { CanvasNodeType } from '@formwork/ui/canvas/canvas-types.ts';
import type { Locale } from '@formwork/contract/identity/api.ts';
import type { Translate } from '@formwork/web/i18n/i18n.ts';
import type { ReactNode } from 'react';

export type OfferedAction = ResponseOf<typeof runsApi.offered>['actions'][number];
type Own = Exclude<FlowNode['kind'], 'call'>;

const own: Record<Own, { icon: ReactNode; hue: number; group: 'course' | 'waits' | 'steps' }> = {
  start: { icon: <PlayCircleOutlined />, hue: 1, group: 'course' },
  end: { icon: <StopOutlined />, hue: 7, group: 'course' },
  expression: { icon: <FunctionOutlined />, hue: 4, group: 'steps' },
  switch: { icon: <BranchesOutlined />, hue: 2, group: 'course' },
  parallel: { icon: <ForkOutlined />, hue: 3, group: 'course' },
  join: { icon: <MergeCellsOutlined />, hue: 6, group: 'course' },
  loop: { icon: <ReloadOutlined />, hue: 3, group: 'course' },
  iterate: { icon: <RetweetOutlined />, hue: 3, group: 'course' },
  flow: { icon: <SubnodeOutlined />, hue: 8, group: 'steps' },
  wait: { icon: <ClockCircleOutlined />, hue: 5, group: 'waits' },
  message: { icon: <SendOutlined />, hue: 5, group: 'waits' },
  approval: { icon: <AuditOutlined />, hue: 5, group: 'waits' },
  callback: { icon: <LinkOutlined />, hue: 5, group: 'waits' },
  fail: { icon: <CloseCircleOutlined />, hue: 9, group: 'course' },
};

const actionIcons: Record<string, ReactNode> = {
  records: <TableOutlined />,
  connections: <ApiOutlined />,
  messages: <MailOutlined />,
  scripts: <CodeOutlined />,
  workflow: <AuditOutlined />,
};

/** Nodes of the palette: those of the house, and an entry for every action that a module brings. */
export function nodeTypes(
  actions: readonly OfferedAction[],
  t: Translate,
  locale: Locale,
): Record<string, CanvasNodeType> {
  const types: Record<string, CanvasNodeType> = {};
  for (const [kind, { icon, hue, group }] of Object.entries(own))
    types[kind] = {
      title: t(`flows.node.${kind}`),
      icon,
      hue,
      group: t(`flows.group.${group}`),
      ...(kind === 'start' && { single: true, fixed: true, noInput: true }),
      ...((kind === 'end' || kind === 'fail') && { noOutput: kind === 'end' }),
    };
  for (const { name, title } of actions) {
    const area = name.split('.')[0]!;
    types[`call:${name}`] = {
      title: textIn(title, locale),
      icon: name === 'connections.sql' ? <DatabaseOutlined /> : (actionIcons[area] ?? <ThunderboltOutlined />),
      hue: area === 'records' ? 0 : 8,
      group: t(area === 'records' ? 'flows.group.records' : 'flows.group.actions'),
    };
  }
  return types;
}

/** An action that is not there is drawn all the same. */
export function withGone(
  types: Record<string, CanvasNodeType>,
  nodes: readonly FlowNode[],
  t: Translate,
): Record<string, CanvasNodeType> {
  const gone = nodes.filter((node) => !(typeOf(node) in types));
  if (gone.length === 0) return types;
  const icon = <CloseCircleOutlined />;
  return {
    ...types,
    ...Object.fromEntries(
      gone.map((node) => [typeOf(node), { title: t('flows.node.gone'), icon, hue: 9, hidden: true }]),
    ),
  };
}

export const typeOf = (node: FlowNode): string => (node.kind === 'call' ? `call:${node.action}` : node.kind);

/** What a node begins with when it is placed. */
export function newNode(type: string, id: string): FlowNode {
  const base = { id, name: '', x: 0, y: 0 };
  if (type.startsWith('call:'))
    return { ...base, kind: 'call', action: type.slice('call:'.length), input: [], set: {} };
  switch (type as Own) {
    case 'expression':
      return { ...base, kind: 'expression', values: [] };
    case 'join':
      return { ...base, kind: 'join', need: 'all' };
    case 'loop':
      return { ...base, kind: 'loop', condition: 'false' };
    case 'iterate':
      return { ...base, kind: 'iterate', list: '[]', item: 'item', atOnce: 1 };
    case 'flow':
      return { ...base, kind: 'flow', flow: '', input: [] };
    case 'wait':
      return { ...base, kind: 'wait', for: 'time', until: '60', working: false };
    case 'message':
      return { ...base, kind: 'message', message: '', key: '""' };
    case 'approval':
      return {
        ...base,
        kind: 'approval',
        input: [
          { name: 'formId', value: '""' },
          { name: 'recordId', value: 'null' },
        ],
      };
    case 'callback':
      return { ...base, kind: 'callback' };
    case 'fail':
      return { ...base, kind: 'fail', text: '""' };
    case 'start':
    case 'end':
    case 'switch':
    case 'parallel':
      return { ...base, kind: type as 'start' | 'end' | 'switch' | 'parallel' };
  }
}
