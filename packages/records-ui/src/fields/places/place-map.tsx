import { Map as LandMap, Marker, NavigationControl } from 'maplibre-gl';
import { colourOf, landStyle } from '@formwork/map-ui/base-style.ts';
import { useEffect, useRef, useState } from 'react';
import { useT } from '@formwork/web/i18n/i18n.ts';

interface PlaceMapProps {
  place: { lat: number; lng: number } | undefined;
  centre: readonly [number, number] | undefined;
  label: string;
  onChoose: ((at: { lat: number; lng: number }) => void) | undefined;
}

/** One place on the map: shown, and chosen by a click. */
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
        const made = new LandMap({
          container: frame.current,
          style,
          center: at ? [at.lng, at.lat] : middle ? [middle[1], middle[0]] : [105, 35],
          zoom: at ? 5 : middle ? 6 : 2.4,
          maxZoom: 14,
          attributionControl: false,
          dragRotate: false,
        });
        made.addControl(new NavigationControl({ showCompass: false }));
        made.on('click', ({ lngLat }) =>
          choose.current?.({ lat: Math.round(lngLat.lat * 1e6) / 1e6, lng: Math.round(lngLat.wrap().lng * 1e6) / 1e6 }),
        );
        map.current = made;
        if (at)
          marker.current = new Marker({ color: colourOf('--fw-primary') }).setLngLat([at.lng, at.lat]).addTo(made);
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
    marker.current ??= new Marker({ color: colourOf('--fw-primary') });
    marker.current.setLngLat([lng, lat]).addTo(map.current);
    if (!map.current.getBounds().contains([lng, lat])) map.current.easeTo({ center: [lng, lat], duration: 150 });
  }, [lat, lng]);

  if (failed)
    return (
      <p className="fw-field-error" role="alert">
        {t('records.place.no_map')}
      </p>
    );
  return <div ref={frame} className="fw-place-map" role="application" aria-label={label} />;
}
