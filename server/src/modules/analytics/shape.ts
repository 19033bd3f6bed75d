import type { ErrorCode } from '@formwork/contract/errors.ts';

type Point = [number, number];
type Ring = Point[];

/** Areas with a name each, as GeoJSON: as fine as a screen shows. */
export interface Shape {
  [key: string]: unknown;
  type: 'FeatureCollection';
  features: {
    type: 'Feature';
    properties: { name: string };
    geometry: { type: 'MultiPolygon'; coordinates: Ring[][] };
  }[];
}

/** A screen of so many dots shows no more of it. */
const dots = 2_000;
/** What is called what, in the order of preference. */
const nameKeys = ['name', 'NAME', 'Name', '名称', 'fullname', 'name_zh', 'label', 'title'];

/** The areas of a text of GeoJSON; a code says why it has none. */
export function shapeOf(text: string): Shape | ErrorCode {
  const found = parsed(text);
  if (!found) return 'analytics.map.no_geojson';
  const areas = found.flatMap(({ geometry, properties }) => {
    const polygons = polygonsOf(geometry);
    return polygons.length === 0 ? [] : [{ polygons, properties: properties ?? {} }];
  });
  if (areas.length === 0) return 'analytics.map.no_regions';
  const key = nameKeys.find((one) => areas.every(({ properties }) => nameIn(properties[one]) !== ''));
  if (key === undefined) return 'analytics.map.no_names';
  const rounded = rounding(areas.flatMap(({ polygons }) => polygons));
  return {
    type: 'FeatureCollection',
    features: areas.map(({ polygons, properties }) => ({
      type: 'Feature',
      properties: { name: nameIn(properties[key]) },
      geometry: { type: 'MultiPolygon', coordinates: rounded(polygons) },
    })),
  };
}

interface Feature {
  geometry?: unknown;
  properties?: Record<string, unknown> | null;
}

function parsed(text: string): Feature[] | undefined {
  try {
    const found = JSON.parse(text.replace(/^\uFEFF/, '')) as { type?: unknown; features?: unknown } | null;
    if (found?.type === 'Feature') return [found as Feature];
    if (found?.type !== 'FeatureCollection' || !Array.isArray(found.features)) return undefined;
    return found.features.filter((one): one is Feature => typeof one === 'object' && one !== null);
  } catch {
    return undefined;
  }
}

function nameIn(value: unknown): string {
  return typeof value === 'string' ? value.trim().slice(0, 200) : typeof value === 'number' ? String(value) : '';
}

/** Of a polygon, several, or a collection of them; what is no place on earth is left out. */
function polygonsOf(geometry: unknown): Ring[][] {
  const { type, coordinates, geometries } = (geometry ?? {}) as Record<string, unknown>;
  if (type === 'GeometryCollection' && Array.isArray(geometries)) return geometries.flatMap(polygonsOf);
  const given = type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : [];
  if (!Array.isArray(given)) return [];
  return given.flatMap((polygon: unknown) => {
    const rings = Array.isArray(polygon) ? polygon.map(ringOf).filter((ring) => ring.length >= 4) : [];
    return rings.length === 0 ? [] : [rings];
  });
}

function ringOf(ring: unknown): Ring {
  if (!Array.isArray(ring)) return [];
  return ring.flatMap((point: unknown): Ring => {
    const [x, y] = Array.isArray(point) ? (point as unknown[]) : [];
    return Number.isFinite(x) && Number.isFinite(y) ? [[x as number, y as number]] : [];
  });
}

/** Brings points onto a grid as fine as a screen, and leaves out those that fall onto each other: less to send and to draw. */
function rounding(all: readonly Ring[][]): (polygons: Ring[][]) => Ring[][] {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x, y] of all.flat(2)) {
    [west, east] = [Math.min(west, x), Math.max(east, x)];
    [south, north] = [Math.min(south, y), Math.max(north, y)];
  }
  const step = 10 ** Math.floor(Math.log10(Math.max(east - west, north - south, 1e-9) / dots));
  const places = Math.max(0, -Math.floor(Math.log10(step)));
  const on = (value: number) => Number((Math.round(value / step) * step).toFixed(places));
  const thin = (ring: Ring): Ring =>
    ring
      .map(([x, y]): Point => [on(x), on(y)])
      .filter(([x, y], at, points) => at === 0 || x !== points[at - 1]![0] || y !== points[at - 1]![1]);
  return (polygons) => {
    const left = polygons.flatMap((rings) => {
      const [outer, ...holes] = rings.map(thin);
      return outer && outer.length >= 4 ? [[outer, ...holes.filter((hole) => hole.length >= 4)]] : [];
    });
    // a region too small for the grid stays as it is
    return left.length > 0 ? left : polygons;
  };
}
