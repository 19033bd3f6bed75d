import { analyticsApi } from '@formwork/contract/analytics/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { begun, fileSet, released, setChart, shownTo } from '../testing/sets.ts';

// Two people with different rights open one dashboard at the same moment, again and again: what is kept for one is not the other's.

let server: TestServer;
let admin: Client;
let reader: Client;
beforeAll(async () => {
  server = await startTestServer();
  [admin, reader] = [await server.as('admin'), await server.as('user2')];
});
afterAll(() => server.stop());

test('no figure crosses over, whoever asks first', async () => {
  const fields = [
    { id: 'line', column: 'line', title: { zh: '产线' }, kind: 'text' as const },
    { id: 'hours', column: 'hours', title: { zh: '工时' }, kind: 'number' as const },
    { id: 'cost', column: 'cost', title: { zh: '费用' }, kind: 'number' as const },
  ];
  const dataset = await fileSet(admin, 'line,hours,cost\nA,1,7001\nB,2,7002\n', {
    fields,
    rules: [
      {
        id: 'r1',
        subject: { kind: 'person', id: reader.id },
        where: { field: 'line', operator: 'eq', value: 'B' },
        own: null,
        hides: ['cost'],
      },
    ],
  });
  await shownTo(admin, 'dataset', dataset, 'use', reader);
  const charts = await Promise.all(
    ['hours', 'cost'].map(async (field) =>
      released(
        admin,
        'chart',
        await begun(admin, 'chart', setChart(dataset, { x: [{ field: 'line' }], y: [{ field, fn: 'sum' }] })),
      ),
    ),
  );
  const dashboardId = await released(
    admin,
    'dashboard',
    await begun(admin, 'dashboard', {
      panels: charts.map((chart, at) => ({
        id: `p${at + 1}`,
        is: 'chart',
        chart,
        title: null,
        place: { x: at * 12, y: 0, w: 12, h: 8 },
      })),
      filters: [
        { id: 'f1', form: `set:${dataset}`, field: 'line' },
        { id: 'f2', form: `set:${dataset}`, field: 'cost' },
      ],
      refresh: null,
    }),
  );
  await shownTo(admin, 'dashboard', dashboardId, 'see', reader);
  const panel = (who: Client, panelId: string) =>
    who.call(analyticsApi.panel, { params: { dashboardId, panelId }, body: { picks: [] } });
  const values = (who: Client, filterId: string) =>
    who.call(analyticsApi.filterValues, { params: { dashboardId, filterId }, body: { picks: [] } });
  const asked = Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? admin : reader)).flatMap((who) =>
    (['p1', 'p2', 'f1', 'f2'] as const).map(async (part) => {
      const { status, body } = await (part.startsWith('p') ? panel(who, part) : values(who, part));
      return [who === admin ? 'admin' : 'reader', part, status, JSON.stringify(body)] as const;
    }),
  );
  const answers = await Promise.all(asked);
  expect(answers).toHaveLength(48);
  for (const [who, part, status, text] of answers) {
    if (who === 'admin') {
      expect([part, status]).toEqual([part, 200]);
      expect(text).toContain(part === 'p2' || part === 'f2' ? '7001' : '"A"');
      continue;
    }
    // neither the other line nor anything of the hidden field is in what they get
    expect(text).not.toMatch(/"A"|700[12]|费用/);
    expect([part, status]).toEqual([part, part === 'p2' || part === 'f2' ? 403 : 200]);
  }
  const single = await reader.fetch(`/api/analytics/dashboards/${dashboardId}/file?format=xlsx`);
  expect(single.status).toBe(200);
}, 60_000);
