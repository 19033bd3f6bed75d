import { histogramBounds } from '@formwork/contract/gateway/histogram.ts';
import { Counter, type Registry } from 'prom-client';
import type { CallSum } from './sums.ts';
import { openSummedHistogram } from './summed-histogram.ts';

/** So many APIs with their consumers have lines of their own; what comes after them is counted together. */
const mostSeries = 1_000;
const other = 'other';

export interface GatewayFigures {
  take(sums: readonly CallSum[]): void;
}

/** What came in as figures for Prometheus, in the process that has the threads. */
export function openFigures(registry: Registry, most = mostSeries): GatewayFigures {
  const registers = [registry];
  const calls = new Counter({
    name: 'formwork_gateway_calls_total',
    help: 'Calls of the data gateway by API, consumer and the hundreds of the status.',
    labelNames: ['space', 'environment', 'api', 'consumer', 'status'],
    registers,
  });
  const refusals = new Counter({
    name: 'formwork_gateway_refusals_total',
    help: 'Calls that the data gateway refused, by reason.',
    labelNames: ['space', 'code'],
    registers,
  });
  const bytes = new Counter({
    name: 'formwork_gateway_bytes_total',
    help: 'Bytes of bodies that came in and went out.',
    labelNames: ['space', 'environment', 'api', 'direction'],
    registers,
  });
  const seconds = openSummedHistogram(registry, {
    name: 'formwork_gateway_seconds',
    help: 'Duration of calls by API.',
    bounds: histogramBounds.map((ms) => ms / 1_000),
  });
  const known = new Set<string>();
  const isKept = (key: string): boolean => {
    if (known.has(key)) return true;
    if (known.size >= most) return false;
    known.add(key);
    return true;
  };

  return {
    take(sums) {
      for (const sum of sums) {
        const { spaceId, environment } = sum;
        const kept = isKept(`${spaceId} ${environment} ${sum.api} ${sum.application}`);
        const api = kept ? sum.apiName || 'none' : other;
        const consumer = kept ? sum.consumerName || 'none' : other;
        const place = kept ? { space: spaceId, environment, api } : { space: other, environment: other, api };
        for (const [status, count] of Object.entries(sum.statuses)) calls.inc({ ...place, consumer, status }, count);
        bytes.inc({ ...place, direction: 'in' }, sum.bytesIn);
        bytes.inc({ ...place, direction: 'out' }, sum.bytesOut);
        seconds.add(place, sum.histogram, sum.ms / 1_000);
        for (const [code, count] of Object.entries(sum.codes)) refusals.inc({ space: place.space, code }, count);
      }
    },
  };
}
