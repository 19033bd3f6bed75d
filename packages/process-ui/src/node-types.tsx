import {
  AuditOutlined,
  BranchesOutlined,
  ClockCircleOutlined,
  ForkOutlined,
  FormOutlined,
  MergeCellsOutlined,
  NodeIndexOutlined,
  PlayCircleOutlined,
  QuestionCircleOutlined,
  RobotOutlined,
  SendOutlined,
  StopOutlined,
  SubnodeOutlined,
} from '@ant-design/icons';
import { runnableKinds, type NodeKind } from '@formwork/contract/workflow/graph.ts';
import type { CanvasNodeType } from '@formwork/ui/canvas/canvas-types.ts';
import type { ReactNode } from 'react';
import type { Translate } from '@formwork/web/i18n/i18n.ts';

const icons = {
  start: <PlayCircleOutlined />,
  approve: <AuditOutlined />,
  'fill-in': <FormOutlined />,
  cc: <SendOutlined />,
  condition: <BranchesOutlined />,
  parallel: <ForkOutlined />,
  inclusive: <NodeIndexOutlined />,
  join: <MergeCellsOutlined />,
  end: <StopOutlined />,
  'sub-process': <SubnodeOutlined />,
  timer: <ClockCircleOutlined />,
  automatic: <RobotOutlined />,
  foreign: <QuestionCircleOutlined />,
} satisfies Record<NodeKind, ReactNode>;

const hues = {
  start: 1,
  approve: 0,
  'fill-in': 4,
  cc: 5,
  condition: 2,
  parallel: 3,
  inclusive: 3,
  join: 6,
  end: 7,
  'sub-process': 8,
  timer: 8,
  automatic: 8,
  foreign: 9,
} satisfies Record<NodeKind, number>;

/** The kinds of node as the canvas draws them; what an import brought and nothing carries out is shown where it is drawn and never offered. */
export function nodeTypes(t: Translate): Record<NodeKind, CanvasNodeType> {
  return Object.fromEntries(
    (Object.keys(icons) as NodeKind[]).map((kind) => [
      kind,
      {
        title: t(`workflow.node.${kind}`),
        icon: icons[kind],
        hue: hues[kind],
        ...(kind === 'start' ? { single: true, fixed: true, noInput: true } : {}),
        ...(kind === 'end' ? { noOutput: true } : {}),
        ...((runnableKinds as readonly NodeKind[]).includes(kind) ? {} : { hidden: true }),
      } satisfies CanvasNodeType,
    ]),
  ) as Record<NodeKind, CanvasNodeType>;
}
