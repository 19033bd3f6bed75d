import { GeoJSONSource, Map as LandMap, NavigationControl } from 'maplibre-gl';
import { ErrorState } from '@formwork/ui/feedback/state.tsx';
import { useSkin } from '@formwork/ui/skin/skin-provider.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { landStyle } from './base-style.ts';
import { showLayers, type MapLayer, type Position } from './layers.ts';
import type { MapViewProps } from './MapView.tsx';
import './map.css';

const noCorners: readonly Position[] = [];

export default function LandMapView(props: MapViewProps) {
  const { label, layers, onDrawn } = props;
  const t = useT();
  const skin = useSkin();
  const frame = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<LandMap>();
  const [failed, setFailed] = useState(false);
  const [corners, setCorners] = useState(noCorners);
  const latest = useRef(props);
  latest.current = props;

  // the colours of a style are those of its skin: another skin is another map at the same place
  const place = useRef<{ center: [number, number]; zoom: number }>(undefined);
  useEffect(() => {
    let made: LandMap | undefined;
    let gone = false;
    void (async () => {
      try {
        const style = await landStyle();
        if (gone || !frame.current) return;
        const { centre = [105, 35], zoom = 2.4 } = latest.current;
        made = new LandMap({
          container: frame.current,
          style,
          ...(place.current ?? { center: [centre[0], centre[1]], zoom }),
          maxZoom: 16,
          attributionControl: false,
          dragRotate: false,
        });
        made.addControl(new NavigationControl({ showCompass: false }));
        made.on('load', () => !gone && setMap(made));
        made.on('click', (event) => {
          const { lng, lat } = event.lngLat.wrap();
          if (latest.current.onDrawn) {
            setCorners((now) => [...now, [round(lng), round(lat)]]);
            return;
          }
          const [hit] = made!.queryRenderedFeatures(event.point).filter(({ source }) => source.startsWith('own '));
          if (hit) void picked(made!, hit, latest.current);
        });
      } catch {
        if (!gone) setFailed(true);
      }
    })();
    return () => {
      gone = true;
      if (made) place.current = { center: made.getCenter().toArray(), zoom: made.getZoom() };
      made?.remove();
      setMap(undefined);
    };
  }, [skin]);

  useEffect(() => {
    if (map) showLayers(map, corners.length === 0 ? layers : [...layers, ...drawn(corners)]);
    if (map && frame.current) frame.current.dataset.ready = 'yes';
  }, [map, layers, corners]);

  const keys = (event: KeyboardEvent) => {
    if (!onDrawn || corners.length === 0) return;
    if (event.key === 'Enter' && corners.length > 2) {
      onDrawn(corners);
      setCorners(noCorners);
    } else if (event.key === 'Backspace') setCorners(corners.slice(0, -1));
    else if (event.key === 'Escape') setCorners(noCorners);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  if (failed) return <ErrorState small title={t('maps.failed')} hint={t('maps.failed_hint')} />;
  return (
    <div className="fw-map" onKeyDown={keys}>
      <div ref={frame} className="fw-map-canvas" role="application" aria-label={label} />
      {onDrawn && <p className="fw-map-hint">{t('maps.draw_hint', { count: corners.length })}</p>}
    </div>
  );
}

/** A circle of many opens to what is in it; a single thing is the caller's. */
async function picked(
  map: LandMap,
  hit: { source: string; properties: Record<string, unknown>; geometry: GeoJSON.Geometry },
  { onPick }: MapViewProps,
): Promise<void> {
  const { cluster_id: cluster, id } = hit.properties;
  if (typeof cluster !== 'number') {
    onPick?.(hit.source.slice('own '.length), String(id));
    return;
  }
  const source = map.getSource(hit.source);
  if (!(source instanceof GeoJSONSource) || hit.geometry.type !== 'Point') return;
  const zoom = await source.getClusterExpansionZoom(cluster);
  const [lng, lat] = hit.geometry.coordinates as [number, number];
  map.easeTo({ center: [lng, lat], zoom, duration: 150 });
}

/** What has been drawn so far. */
function drawn(corners: readonly Position[]): MapLayer[] {
  return [
    ...(corners.length > 2 ? [{ id: 'drawn', is: 'areas' as const, areas: [{ id: 'drawn', ring: corners }] }] : []),
    {
      id: 'drawn path',
      is: 'tracks',
      tracks: [{ id: 'drawn', path: corners.length > 1 ? corners : [corners[0]!, corners[0]!] }],
    },
    { id: 'drawn corners', is: 'points', points: corners.map((at, place) => ({ id: String(place), at, title: '' })) },
  ];
}

function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}
