import { MiniMap } from '@xyflow/react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { FlowNode } from './canvas-node.tsx';
import { mapColor } from './drawing.ts';

const size = { width: 160, height: 110 };

/** The whole drawing in the corner. While a node is dragged it stands still: to follow takes the browser one frame in six. */
export function SmallMap({ label, dragging }: { label: string; dragging: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const [still, setStill] = useState<Node>();
  useLayoutEffect(() => {
    setStill(dragging ? box.current?.firstElementChild?.cloneNode(true) : undefined);
  }, [dragging]);
  return (
    <div ref={box} className="fw-small-map">
      {still ? (
        <div ref={(place) => place?.replaceChildren(still)} className="fw-small-map" />
      ) : (
        <MiniMap<FlowNode>
          pannable
          zoomable
          position="bottom-right"
          ariaLabel={label}
          nodeColor={mapColor}
          nodeBorderRadius={6}
          style={size}
        />
      )}
    </div>
  );
}
