import { useKeys } from '@formwork/ui/designer/use-keys.ts';
import { useUndoable } from '@formwork/ui/designer/use-undoable.ts';
import { aligned, alignments, copies, distributed } from '@formwork/ui/surface/arrange.ts';
import type { Box } from '@formwork/ui/surface/boxes.ts';
import { SurfaceEditor } from '@formwork/ui/surface/surface-editor.tsx';
import { SurfaceView, type Fit } from '@formwork/ui/surface/surface-view.tsx';
import { createValueBus, SurfaceValues, useValue } from '@formwork/ui/surface/values.ts';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { askedFor } from '../address.ts';

const size = { width: 1920, height: 1080 };
const stage = { x: 0, y: 0, w: size.width, h: size.height };

/** A stage of as many elements as `?count=` says; `?view=contain` shows it as a display does. */
export default function Surface() {
  const count = Number(askedFor('count') ?? 6);
  const across = Math.ceil(Math.sqrt(count * 1.7));
  const step = size.width / across;
  const { value, set, undo } = useUndoable<readonly Box[]>(() =>
    Array.from({ length: count }, (_empty, at) => ({
      id: `e${at}`,
      x: Math.round((at % across) * step + step * 0.1),
      y: Math.round(Math.floor(at / across) * step + step * 0.1),
      w: Math.round(step * 0.6),
      h: Math.round(step * 0.5),
    })),
  );
  const [selected, setSelected] = useState<string[]>([]);
  const [bus] = useState(() => createValueBus());
  const clipboard = useRef<readonly Box[]>([]);
  const next = useRef(0);
  const newId = () => `n${++next.current}`;
  useKeys({ 'mod+z': undo });
  const fit = askedFor('view');
  const paste = () => {
    const made = copies(clipboard.current, newId).map(({ box }) => box);
    set((boxes) => [...boxes, ...made]);
    setSelected(made.map(({ id }) => id));
  };
  return (
    <SurfaceValues value={bus}>
      <p>
        <Button onClick={() => bus.set(Object.fromEntries(value.map(({ id }, at) => [id, at * 2])))}>values</Button>
        {alignments.map((to) => (
          <Button key={to} onClick={() => set(aligned(value, selected, to, stage))}>
            {to}
          </Button>
        ))}
        <Button onClick={() => set(distributed(value, selected, 'x'))}>distribute</Button>
      </p>
      <div style={{ height: 'calc(100vh - 160px)', minHeight: 360 }}>
        {fit ? (
          <SurfaceView size={size} fit={fit as Fit} boxes={value} draw={draw} />
        ) : (
          <SurfaceEditor
            label="stage"
            size={size}
            boxes={value}
            selected={selected}
            onSelect={setSelected}
            onBoxes={set}
            onCopy={(ids) => {
              clipboard.current = value.filter(({ id }) => ids.includes(id));
            }}
            onPaste={paste}
            onDelete={(ids) => {
              set(value.filter(({ id }) => !ids.includes(id)));
              setSelected([]);
            }}
            newId={newId}
            titleOf={(id) => id}
            draw={draw}
          />
        )}
      </div>
    </SurfaceValues>
  );
}

const draw = (id: string) => <Element id={id} />;

function Element({ id }: { id: string }) {
  const value = useValue(id);
  return <div className="gallery-element">{value === undefined ? id : `${id}: ${String(value)}`}</div>;
}
