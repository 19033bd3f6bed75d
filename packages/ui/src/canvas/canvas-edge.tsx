import { BaseEdge, EdgeLabelRenderer, type Edge, type EdgeProps } from '@xyflow/react';
import { memo } from 'react';
import type { CanvasEdge } from './graph.ts';
import { pathOf, type Route } from './route.ts';

export type FlowEdge = Edge<{ edge: CanvasEdge; route: Route; over: boolean; onPick: (id: string) => void }, 'route'>;

/** Orthogonal, around other nodes, with its condition as a chip. */
function RouteEdge({ id, data, selected, markerEnd }: EdgeProps<FlowEdge>) {
  if (!data) return null;
  const { edge, route, over, onPick } = data;
  return (
    <>
      <BaseEdge
        id={id}
        path={pathOf(route.points)}
        {...(markerEnd && { markerEnd })}
        className="fw-edge"
        interactionWidth={16}
        data-state={edge.state}
        data-over={over || undefined}
      />
      {edge.label && (
        <EdgeLabelRenderer>
          <button
            type="button"
            className="fw-edge-chip nodrag nopan"
            data-selected={selected || undefined}
            data-state={edge.state}
            style={{ transform: `translate(-50%, -50%) translate(${route.label.x}px, ${route.label.y}px)` }}
            title={edge.label}
            tabIndex={-1}
            onClick={() => onPick(id)}
          >
            {edge.label}
          </button>
        </EdgeLabelRenderer>
      )}
    </>
  );
}

export const routeTypes = { route: memo(RouteEdge) };
