export interface Place {
  /** Degrees north. */
  lat: number;
  /** Degrees east. */
  lng: number;
  name?: string;
  address?: string;
}

const earthKm = 6371.0088;

/** Over the surface, in kilometres; the same formula stands in SQL. */
export function distanceKm(from: Pick<Place, 'lat' | 'lng'>, to: Pick<Place, 'lat' | 'lng'>): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const half =
    Math.sin(radians(to.lat - from.lat) / 2) ** 2 +
    Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.sin(radians(to.lng - from.lng) / 2) ** 2;
  return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** South, west, north, east; west of a box across the date line is the larger one. */
export function inBox(
  { lat, lng }: Pick<Place, 'lat' | 'lng'>,
  [south, west, north, east]: readonly [number, number, number, number],
): boolean {
  return lat >= south && lat <= north && (west <= east ? lng >= west && lng <= east : lng >= west || lng <= east);
}

export function isPlace(value: unknown): value is Place {
  return typeof value === 'object' && value !== null && 'lat' in value && 'lng' in value;
}
