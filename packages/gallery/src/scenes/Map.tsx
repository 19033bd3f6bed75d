import type { MapLayer, Position } from '@formwork/map-ui/layers.ts';
import { MapView } from '@formwork/map-ui/MapView.tsx';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { askedFor } from '../address.ts';
import { Panel } from '../Panel.tsx';

/** Points that move, clusters, a track and areas; `?draw=yes` draws one. */
export default function MapScene() {
  const [shift, setShift] = useState(0);
  const [said, setSaid] = useState('');
  const [areas, setAreas] = useState<readonly (readonly Position[])[]>([
    [
      [100, 20],
      [110, 20],
      [110, 30],
    ],
  ]);
  const layers = useMemo(
    (): MapLayer[] => [
      { id: 'areas', is: 'areas', areas: areas.map((ring, at) => ({ id: `area ${at}`, ring })) },
      {
        id: 'tracks',
        is: 'tracks',
        tracks: [
          {
            id: 'way',
            path: [
              [90, 40],
              [105, 35],
              [120, 45],
            ],
          },
        ],
      },
      { id: 'plants', is: 'points', points: [{ id: 'plant', at: [105 + shift, 35], title: 'Plant', tone: 'bad' }] },
      { id: 'many', is: 'points', cluster: true, points: many },
    ],
    [shift, areas],
  );
  const draws = askedFor('draw') !== undefined;
  return (
    <Panel name="map" height={560}>
      <Button onClick={() => setShift(shift + 5)}>move</Button>
      <p className="gallery-log" role="status">
        {said}
      </p>
      <div style={{ height: 440 }}>
        <MapView
          label="map"
          layers={layers}
          onPick={(layer, id) => setSaid(`${layer}: ${id}`)}
          {...(draws && {
            onDrawn: (ring: readonly Position[]) => {
              setAreas([...areas, ring]);
              setSaid(`drawn ${ring.length}`);
            },
          })}
        />
      </div>
    </Panel>
  );
}

const many = Array.from({ length: 60 }, (_empty, at) => ({
  id: `m${at}`,
  at: [20 + (at % 10) * 0.4, 40 + Math.floor(at / 10) * 0.4] as const,
  title: `m${at}`,
}));
