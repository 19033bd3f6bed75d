import { randomUUID } from 'node:crypto';
import { emptyChart } from '@formwork/contract/analytics/definition.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { readPdf } from '../testing/read-pdf.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
});
afterAll(() => server.stop());

async function released(kind: 'chart' | 'dashboard', zh: string, draft: object): Promise<string> {
  const { id } = await admin.ok(definitionsApi.create, {
    params: { kind },
    body: { commandId: randomUUID(), name: { zh }, draft },
  });
  await admin.ok(definitionsApi.release, { params: { kind, id }, body: { version: 1 } });
  return id;
}

const kinds = ['bar', 'line', 'ring', 'table', 'treemap'] as const;

test('a dashboard of 45 charts is a PDF of 45 whole charts', async () => {
  const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '检修' } } });
  const title = { zh: '检修单' };
  const fields = [newField('text', { zh: '产线' }, 'line'), newField('number', { zh: '工时' }, 'hours')];
  const definition = { format: 1 as const, title, layout: [], titleField: 'line', fields, tables: [] };
  const { id: form } = await admin.ok(formsApi.createForm, { params: { appId }, body: { title, definition } });
  await admin.ok(formsApi.release, { params: { formId: form }, body: { draftVersion: 1 } });
  for (const [line, hours] of [
    ['一线', 3],
    ['二线', 5],
  ])
    await admin.ok(recordsApi.create, { params: { formId: form }, body: { values: { line, hours } as never } });
  const charts = await Promise.all(
    kinds.map((kind) => {
      const slot = kind === 'treemap' ? 'path' : kind === 'table' ? 'row' : 'x';
      const slots = { [slot]: [{ id: 'k', field: 'line' }], y: [{ id: 'n', field: 'hours', fn: 'sum' }] };
      return released('chart', kind, { ...emptyChart(), form, settings: { ...emptyChart().settings, kind, slots } });
    }),
  );
  const panels = Array.from({ length: 45 }, (_, at) => ({
    id: `p${at}`,
    is: 'chart',
    chart: charts[at % charts.length],
    title: { zh: `第${at + 1}图表` },
    place: { x: (at % 3) * 8, y: Math.floor(at / 3) * 8, w: 8, h: 8 },
  }));
  const board = await released('dashboard', '看板', { panels, filters: [], refresh: null });
  const answer = await admin.fetch(`/api/analytics/dashboards/${board}/file?format=pdf`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const pages = readPdf(Buffer.from(await answer.arrayBuffer()));
  expect(pages.length).toBeGreaterThan(3);
  // each title stands on one sheet, and before the next what the chart below it is of
  const words = pages.flat();
  const places = panels.map((panel) => words.indexOf(panel.title.zh));
  panels.forEach((panel, at) => {
    expect(words.filter((one) => one === panel.title.zh)).toHaveLength(1);
    const within = words.slice(places[at], places[at + 1]).join(' ');
    expect(within).toMatch(/二线.*一线/);
  });
  expect(words.join(' ')).not.toMatch(/…|加载|载入|正在|没有数据/);
}, 180_000);
