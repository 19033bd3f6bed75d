import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { openFigures } from './figures.ts';
import type { LogRow } from './log-row.ts';
import { openSums } from './sums.ts';

const row = (more: Partial<LogRow>): LogRow => ({
  spaceId: 'demo',
  at: 0,
  id: 'g1',
  environment: 'live',
  api: 'a',
  apiName: 'Parts',
  operation: '',
  application: 'p',
  consumerName: 'Shop / "Web"',
  method: 'GET',
  path: '/',
  status: 200,
  code: '',
  policy: null,
  ms: 3,
  upstreamMs: null,
  sourceMs: 0,
  bytesIn: 10,
  bytesOut: 20,
  address: '',
  detail: {},
  requestBody: null,
  responseBody: null,
  ...more,
});

test('calls by API and consumer, and no more lines than were said', async () => {
  const registry = new Registry();
  const figures = openFigures(registry, 2);
  const sums = openSums();
  for (const one of [
    row({}),
    row({ status: 429, code: 'rate' }),
    row({ application: null, consumerName: '', status: 401, code: 'no_credential' }),
    ...Array.from({ length: 50 }, (_, n) => row({ api: `x${n}`, apiName: `X${n}` })),
  ])
    sums.add(one);
  figures.take(sums.take());
  const text = await registry.metrics();
  expect(text.split('\n').filter((line) => line.startsWith('formwork_gateway_calls_total'))).toEqual([
    'formwork_gateway_calls_total{space="demo",environment="live",api="Parts",consumer="Shop / \\"Web\\"",status="2xx"} 1',
    'formwork_gateway_calls_total{space="demo",environment="live",api="Parts",consumer="Shop / \\"Web\\"",status="4xx"} 1',
    'formwork_gateway_calls_total{space="demo",environment="live",api="Parts",consumer="none",status="4xx"} 1',
    'formwork_gateway_calls_total{space="other",environment="other",api="other",consumer="other",status="2xx"} 50',
  ]);
  expect(text).toContain('formwork_gateway_refusals_total{space="demo",code="rate"} 1');
  expect(text).toContain('formwork_gateway_seconds_bucket{le="0.002",space="demo",environment="live",api="Parts"} 0');
  expect(text).toContain('formwork_gateway_seconds_bucket{le="+Inf",space="demo",environment="live",api="Parts"} 3');
  expect(text).toContain('formwork_gateway_seconds_sum{space="demo",environment="live",api="Parts"} 0.009');
  expect(text).toContain('formwork_gateway_seconds_count{space="demo",environment="live",api="Parts"} 3');
});
