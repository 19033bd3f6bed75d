import { lazy, Suspense } from 'react';
import type { MapLayer, Position } from './layers.ts';

export interface MapViewProps {
  label: string;
  layers: readonly MapLayer[];
  /** Where it begins; later it is the person's. */
  centre?: Position;
  zoom?: number;
  onPick?: (layer: string, id: string) => void;
  /** Given: an area is drawn by clicks (Enter closes it, Backspace takes a corner back, Escape all). */
  onDrawn?: (ring: readonly Position[]) => void;
}

const LandMapView = lazy(() => import('./LandMapView.tsx'));

/** A map of our own data over coasts and borders that are served with the product. */
export function MapView(props: MapViewProps) {
  return (
    <Suspense fallback={<span className="fw-bone fw-map" />}>
      <LandMapView {...props} />
    </Suspense>
  );
}
