import type { GeoJSONSource, LayerSpecification, Map as LandMap } from 'maplibre-gl';
import { colourOf } from './base-style.ts';

/** Longitude and latitude. */
export type Position = readonly [number, number];

/** What lies on the map. Each layer has an id; new data of the same layer moves what is there. */
export type MapLayer =
  | {
      id: string;
      is: 'points';
      points: readonly MapPoint[];
      /** Points close to each other become one. */ cluster?: boolean;
    }
  | { id: string; is: 'tracks'; tracks: readonly { id: string; path: readonly Position[] }[] }
  | { id: string; is: 'areas'; areas: readonly { id: string; ring: readonly Position[] }[] };

export interface MapPoint {
  id: string;
  at: Position;
  title: string;
  tone?: 'good' | 'warn' | 'bad' | 'calm';
}

/** Brings sources and layers to what is wanted: data alone is exchanged where a layer is there already. */
export function showLayers(map: LandMap, layers: readonly MapLayer[]): void {
  for (const layer of layers) {
    const name = `own ${layer.id}`;
    const source = map.getSource<GeoJSONSource>(name);
    if (source) {
      void source.setData(dataOf(layer));
      continue;
    }
    const cluster = layer.is === 'points' && layer.cluster === true;
    map.addSource(name, { type: 'geojson', data: dataOf(layer), ...(cluster && { cluster, clusterRadius: 40 }) });
    for (const part of partsOf(layer, name)) map.addLayer(part);
  }
  const wanted = new Set(layers.map(({ id }) => `own ${id}`));
  const { sources, layers: there } = map.getStyle();
  for (const name of Object.keys(sources)) {
    if (!name.startsWith('own ') || wanted.has(name)) continue;
    for (const part of there) if ('source' in part && part.source === name) map.removeLayer(part.id);
    map.removeSource(name);
  }
}

function dataOf(layer: MapLayer): GeoJSON.FeatureCollection {
  const feature = (id: string, geometry: GeoJSON.Geometry, more: object = {}): GeoJSON.Feature => ({
    type: 'Feature',
    properties: { id, ...more },
    geometry,
  });
  const lines = (path: readonly Position[]) => path.map(([lng, lat]) => [lng, lat]);
  if (layer.is === 'points')
    return collection(
      layer.points.map(({ id, at, title, tone = 'calm' }) =>
        feature(id, { type: 'Point', coordinates: [...at] }, { title, tone }),
      ),
    );
  if (layer.is === 'tracks')
    return collection(
      layer.tracks.map(({ id, path }) => feature(id, { type: 'LineString', coordinates: lines(path) })),
    );
  return collection(
    layer.areas.map(({ id, ring }) => feature(id, { type: 'Polygon', coordinates: [lines([...ring, ring[0]!])] })),
  );
}

function collection(features: GeoJSON.Feature[]): GeoJSON.FeatureCollection {
  return { type: 'FeatureCollection', features };
}

function partsOf({ is }: MapLayer, source: string): LayerSpecification[] {
  const primary = colourOf('--fw-primary');
  if (is === 'tracks') return [{ id: source, source, type: 'line', paint: { 'line-color': primary, 'line-width': 3 } }];
  if (is === 'areas')
    return [
      { id: source, source, type: 'fill', paint: { 'fill-color': primary, 'fill-opacity': 0.16 } },
      { id: `${source} edge`, source, type: 'line', paint: { 'line-color': primary, 'line-width': 1.5 } },
    ];
  const tone = (name: string) => colourOf(`--fw-${name}`);
  return [
    {
      id: source,
      source,
      type: 'circle',
      paint: {
        // the more points a circle stands for, the larger it is
        'circle-radius': ['step', ['coalesce', ['get', 'point_count'], 1], 6, 2, 11, 10, 15, 100, 20],
        'circle-color': [
          'match',
          ['coalesce', ['get', 'tone'], 'calm'],
          'good',
          tone('success'),
          'warn',
          tone('warning'),
          'bad',
          tone('error'),
          primary,
        ],
        'circle-stroke-color': colourOf('--fw-surface'),
        'circle-stroke-width': 2,
      },
    },
  ];
}
