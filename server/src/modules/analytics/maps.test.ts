import { analyticsApi } from '@formwork/contract/analytics/api.ts';
import type { ChartLook } from '@formwork/contract/analytics/chart.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { shapeOf } from './shape.ts';
import { begun, fileSet, released, setChart, shownTo, uploaded } from './testing/sets.ts';

let server: TestServer;
let admin: Client;
let reader: Client;
let dataset: string;

beforeAll(async () => {
  server = await startTestServer();
  [admin, reader] = [await server.as('admin'), await server.as('user2')];
  dataset = await fileSet(admin, 'place,output\n广东,5\n湖南省,2\n别处,1\n', {
    fields: [
      { id: 'place', column: 'place', title: { zh: '地区' }, kind: 'text' },
      { id: 'output', column: 'output', title: { zh: '产量' }, kind: 'number' },
    ],
  });
  await shownTo(admin, 'dataset', dataset, 'use', reader);
});
afterAll(() => server.stop());

const area = (name: unknown, x: number, key = 'name') => ({
  type: 'Feature',
  properties: { [key]: name },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [x, 20],
        [x + 5, 20],
        [x + 5, 25],
        [x, 25],
        [x, 20],
      ],
    ],
  },
});
const collection = (...features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features });
const provinces = collection(area('广东省', 110), area('湖南省', 120));

const mapOf = (look: ChartLook = {}) => {
  const chart = setChart(
    dataset,
    { place: [{ field: 'place' }], y: [{ field: 'output', fn: 'sum' }] },
    { kind: 'map' },
  );
  return { ...chart, settings: { ...chart.settings, look } };
};

describe('a map', () => {
  test('is drawn of an uploaded file, for all who see the chart, and by its copies', async () => {
    const id = await begun(admin, 'chart', mapOf());
    const file = await uploaded(admin, 'provinces.geojson', provinces);
    const take = (who: Client, given = file) =>
      who.call(analyticsApi.boundaries, { params: { chartId: id }, body: { file: given } });
    expect((await take(reader)).status).toBe(404);
    expect((await take(admin)).body).toEqual({ file, name: 'provinces.geojson', regions: ['广东省', '湖南省'] });
    await shownTo(admin, 'chart', id, 'see', reader);
    expect((await take(reader)).status).toBe(403);

    const copy = await released(admin, 'chart', await begun(admin, 'chart', mapOf({ map: file })));
    await shownTo(admin, 'chart', copy, 'see', reader);
    const { result } = await reader.ok(analyticsApi.chart, { params: { chartId: copy }, body: { picks: [] } });
    expect(result.map).toMatchObject({ name: file, shape: { features: [{ properties: { name: '广东省' } }, {}] } });
    const picture = await reader.fetch(`/api/analytics/charts/${copy}/file?format=png`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    // the file itself is for whoever sees the chart it is part of
    expect((await reader.fetch(`/api/files/${file}`)).status).toBe(200);
    expect((await (await server.as('user3')).fetch(`/api/files/${file}`)).status).toBe(404);
  });

  test('of no such file is drawn without, and what is no file of areas is refused by name', async () => {
    const id = await begun(admin, 'chart', mapOf());
    const take = async (content: string, name = 'map.json') =>
      codeOf(
        await admin.call(analyticsApi.boundaries, {
          params: { chartId: id },
          body: { file: await uploaded(admin, name, content) },
        }),
      );
    expect(await take('place,output\n', 'map.csv')).toBe('analytics.map.no_geojson');
    expect(await take('{"type":"Topology"}')).toBe('analytics.map.no_geojson');
    expect(await take(collection({ ...area('线', 1), geometry: { type: 'LineString', coordinates: [[1, 2]] } }))).toBe(
      'analytics.map.no_regions',
    );
    expect(await take(collection(area('广东省', 110), area('', 120)))).toBe('analytics.map.no_names');
    // a file that is part of something else is none
    const paper = await uploaded(admin, 'map.json', provinces);
    for (const map of [paper, 'world', crypto.randomUUID()]) {
      const result = await admin.ok(analyticsApi.query, { body: { chart: mapOf({ map }), picks: [] } });
      expect([result.rows.length, result.map]).toEqual([3, undefined]);
    }
  });
});

test('a shape is as fine as a screen shows, and its names may stand under another word', () => {
  const fine = Array.from({ length: 9_000 }, (_, at) => [
    Number((100 + 10 * Math.cos((at / 9_000) * 2 * Math.PI)).toFixed(9)),
    Number((30 + 10 * Math.sin((at / 9_000) * 2 * Math.PI)).toFixed(9)),
  ]);
  const ring = [...fine, fine[0]];
  const small = area('小', 100.0001).geometry.coordinates[0]!.map(([x, y]) => [100 + (x! - 100) / 1e6, 30 + y! / 1e6]);
  const shape = shapeOf(
    collection(
      { type: 'Feature', properties: { NAME: '圆' }, geometry: { type: 'MultiPolygon', coordinates: [[ring]] } },
      { type: 'Feature', properties: { NAME: 7 }, geometry: { type: 'Polygon', coordinates: [small] } },
    ),
  );
  if (typeof shape === 'string') throw new Error(shape);
  expect(shape.features.map(({ properties }) => properties.name)).toEqual(['圆', '7']);
  const [round, point] = shape.features.map(({ geometry }) => geometry.coordinates[0]![0]!);
  expect(round!.length).toBeLessThan(7_000);
  expect(round![0]).toEqual(round!.at(-1));
  expect(JSON.stringify(round).length).toBeLessThan(JSON.stringify(ring).length / 1.5);
  expect(point).toHaveLength(5);
});
