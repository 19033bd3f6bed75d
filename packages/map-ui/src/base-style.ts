import { setWorkerUrl, type GeoJSONSourceSpecification, type StyleSpecification } from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { onOwnHost } from '@formwork/ui/own-host.ts';
import { feature, mesh } from 'topojson-client';
import landUrl from 'world-atlas/countries-50m.json?url';

setWorkerUrl(onOwnHost(workerUrl));

/** Coasts and borders of our own, in the colours of the skin, so that no house needs the internet for its map. */
export async function landStyle(): Promise<StyleSpecification> {
  const atlas = (await (await fetch(landUrl)).json()) as Parameters<typeof feature>[0];
  const { land, countries } = atlas.objects;
  if (!land || !countries) throw new Error('the atlas has no land');
  const source = (data: unknown): GeoJSONSourceSpecification => ({
    type: 'geojson',
    data: data as GeoJSON.GeoJSON,
    tolerance: 0.2,
  });
  return {
    version: 8,
    sources: {
      land: source(feature(atlas, land)),
      borders: source(mesh(atlas, countries as Parameters<typeof mesh>[1] & object, (one, other) => one !== other)),
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': colourOf('--fw-sunken') } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colourOf('--fw-surface') } },
      {
        id: 'coast',
        type: 'line',
        source: 'land',
        paint: { 'line-color': colourOf('--fw-text-3'), 'line-width': 0.8 },
      },
      {
        id: 'borders',
        type: 'line',
        source: 'borders',
        paint: { 'line-color': colourOf('--fw-line'), 'line-width': 1 },
      },
    ],
  };
}

/** A colour of the skin, as the canvas takes it. */
export function colourOf(variable: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(variable).trim() || 'gray';
}
