import { CheckOutlined, ExclamationCircleFilled } from '@ant-design/icons';
import { Handle, Position, type Node, type NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { HueIcon } from '../frame/palette.tsx';
import { useUiText } from '../format/texts.ts';
import type { CanvasNodeType } from './canvas-types.ts';
import type { CanvasNode } from './graph.ts';

export type FlowNode = Node<
  { node: CanvasNode; type: CanvasNodeType | undefined; problem: 'error' | 'warning' | undefined; editable: boolean },
  'card'
>;

/** 200 x 56: icon, name, one line that says what it does. */
function Card({ data: { node, type, problem, editable }, selected }: NodeProps<FlowNode>) {
  const text = useUiText();
  const state =
    node.state &&
    { current: text('ui.canvas.current'), completed: text('ui.canvas.completed'), pending: text('ui.canvas.pending') }[
      node.state
    ];
  return (
    <div
      className="fw-node"
      data-selected={selected || undefined}
      data-state={node.state}
      data-tone={problem ?? node.tone}
      title={state}
    >
      {!type?.noInput && (
        <Handle type="target" position={Position.Top} isConnectable={editable} className="fw-node-handle" />
      )}
      <HueIcon icon={type?.icon} hue={type?.hue} />
      <span className="fw-node-texts">
        <span className="fw-node-title">{node.title || type?.title}</span>
        {node.line && (
          <span className="fw-node-line" title={node.line}>
            {node.line}
          </span>
        )}
      </span>
      {node.badge && <span className="fw-node-badge">{node.badge}</span>}
      {problem && <ExclamationCircleFilled className="fw-node-problem" />}
      {node.state === 'completed' && (
        <span className="fw-node-done">
          <CheckOutlined />
        </span>
      )}
      {!type?.noOutput && (
        <Handle
          type="source"
          position={Position.Bottom}
          isConnectable={editable}
          className="fw-node-handle"
          title={editable ? text('ui.canvas.connect') : undefined}
        />
      )}
    </div>
  );
}

export const cardTypes = { card: memo(Card) };
