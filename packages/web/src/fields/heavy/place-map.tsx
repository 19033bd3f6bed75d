import { type GeoJSONSourceSpecification, Map as LandMap, Marker, NavigationControl, setWorkerUrl, type StyleSpecification } from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { useEffect, useRef, useState } from 'react';
import { feature, mesh } from 'topojson-client';
import landUrl from 'world-atlas/countries-50m.json?url';
import { useT } from '../../i18n/i18n.ts';

interface PlaceMapProps {
  place: { lat: number; lng: number } | undefined;
  centre: readonly [number, number] | undefined;
  label: string;
  onChoose: ((at: { lat: number; lng: number }) => void) | undefined;
}

setWorkerUrl(workerUrl);

/** Coasts and borders of our own, so that no house needs the internet for its map. */
export default function PlaceMap({ place, centre, label, onChoose }: PlaceMapProps) {
  const t = useT();
  const frame = useRef<HTMLDivElement>(null);
  const map = useRef<LandMap>(undefined);
  const marker = useRef<Marker>(undefined);
  const choose = useRef(onChoose);
  choose.current = onChoose;
  const first = useRef({ place, centre });
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    let gone = false;
    void (async () => {
      try {
        const style = await landStyle();
        if (gone || !frame.current) return;
        const { place: at, centre: middle } = first.current;
        const made = new LandMap({ container: frame.current, style, center: at ? [at.lng, at.lat] : middle ? [middle[1], middle[0]] : [105, 35], zoom: at ? 5 : middle ? 6 : 2.4, maxZoom: 14, attributionControl: false, dragRotate: false });
        made.addControl(new NavigationControl({ showCompass: false }));
        made.on('click', ({ lngLat }) => choose.current?.({ lat: Math.round(lngLat.lat * 1e6) / 1e6, lng: Math.round(lngLat.wrap().lng * 1e6) / 1e6 }));
        map.current = made;
        if (at) marker.current = new Marker({ color: colour('--fw-primary') }).setLngLat([at.lng, at.lat]).addTo(made);
      } catch {
        setFailed(true);
      }
    })();
    return () => {
      gone = true;
      map.current?.remove();
      map.current = undefined;
      marker.current = undefined;
    };
  }, []);

  const { lat, lng } = place ?? {};
  useEffect(() => {
    if (!map.current || lat === undefined || lng === undefined) return;
    marker.current ??= new Marker({ color: colour('--fw-primary') });
    marker.current.setLngLat([lng, lat]).addTo(map.current);
    if (!map.current.getBounds().contains([lng, lat])) map.current.easeTo({ center: [lng, lat], duration: 150 });
  }, [lat, lng]);

  if (failed) return <p className="fw-field-error" role="alert">{t('records.place.no_map')}</p>;
  return <div ref={frame} className="fw-place-map" role="application" aria-label={label} />;
}

async function landStyle(): Promise<StyleSpecification> {
  const atlas = (await (await fetch(landUrl)).json()) as Parameters<typeof feature>[0];
  const { land, countries } = atlas.objects;
  if (!land || !countries) throw new Error('the atlas has no land');
  const source = (data: unknown): GeoJSONSourceSpecification => ({ type: 'geojson', data: data as GeoJSON.GeoJSON, tolerance: 0.2 });
  return {
    version: 8,
    sources: { land: source(feature(atlas, land)), borders: source(mesh(atlas, countries as Parameters<typeof mesh>[1] & object, (one, other) => one !== other)) },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': colour('--fw-sunken') } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colour('--fw-surface') } },
      { id: 'coast', type: 'line', source: 'land', paint: { 'line-color': colour('--fw-text-3'), 'line-width': 0.8 } },
      { id: 'borders', type: 'line', source: 'borders', paint: { 'line-color': colour('--fw-line'), 'line-width': 1 } },
    ],
  };
}

/** A colour of the skin, as the canvas takes it. */
function colour(variable: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(variable).trim() || 'gray';
}
