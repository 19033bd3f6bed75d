import { samples } from '@formwork/chart/testing/samples.ts';
import { Chart } from '@formwork/chart-ui/Chart.tsx';
import { chartKinds } from '@formwork/contract/analytics/chart.ts';
import { useUndoable } from '@formwork/ui/designer/use-undoable.ts';
import { useKeys } from '@formwork/ui/designer/use-keys.ts';
import { PanelEditor } from '@formwork/ui/panels/panel-editor.tsx';
import { PanelGrid } from '@formwork/ui/panels/panel-grid.tsx';
import type { Place } from '@formwork/ui/panels/places.ts';
import { useCallback, useState } from 'react';
import { askedFor } from '../address.ts';

/** A dashboard of as many charts as `?count=` says; `?view=yes` shows it as readers see it. */
export default function Panels() {
  const count = Number(askedFor('count') ?? 6);
  const { value, set, undo, redo } = useUndoable<readonly Place[]>(() =>
    Array.from({ length: count }, (_empty, at) => ({
      id: `p${at}`,
      x: (at % 3) * 8,
      y: Math.floor(at / 3) * 6,
      w: 8,
      h: 6,
    })),
  );
  const [selected, setSelected] = useState<string>();
  useKeys({ 'mod+z': undo, 'mod+shift+z': redo });
  const panel = useCallback((id: string) => <ChartPanel id={id} />, []);
  if (askedFor('view')) return <PanelGrid places={value}>{panel}</PanelGrid>;
  return (
    <PanelEditor
      places={value}
      onPlaces={set}
      selected={selected}
      onSelect={setSelected}
      onDelete={(id) => set((places) => places.filter((place) => place.id !== id))}
      titleOf={(id) => id}
    >
      {panel}
    </PanelEditor>
  );
}

const drawn = chartKinds.filter((kind) => kind !== 'map');

function ChartPanel({ id }: { id: string }) {
  const kind = drawn[Number(id.slice(1)) % drawn.length]!;
  return (
    <section className="gallery-panel" style={{ height: '100%', boxSizing: 'border-box' }}>
      <h2>{id}</h2>
      <div>
        <Chart label={id} {...samples[kind]} />
      </div>
    </section>
  );
}
