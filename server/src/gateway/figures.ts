import { Counter, Histogram, type Registry } from 'prom-client';
import type { LogRow } from './log-row.ts';

/** So many APIs with their consumers have lines of their own; what comes after them is counted together. */
const mostSeries = 1_000;
const other = 'other';

export interface GatewayFigures {
  take(rows: readonly LogRow[]): void;
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
  const seconds = new Histogram({
    name: 'formwork_gateway_seconds',
    help: 'Duration of calls by API.',
    labelNames: ['space', 'environment', 'api'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const known = new Set<string>();
  const isKept = (key: string): boolean => {
    if (known.has(key)) return true;
    if (known.size >= most) return false;
    known.add(key);
    return true;
  };

  return {
    take(rows) {
      for (const row of rows) {
        const { spaceId, environment } = row;
        const kept = isKept(`${spaceId} ${environment} ${row.api} ${row.application}`);
        const api = kept ? row.apiName || 'none' : other;
        const consumer = kept ? row.consumerName || 'none' : other;
        const place = kept ? { space: spaceId, environment, api } : { space: other, environment: other, api };
        calls.inc({ ...place, consumer, status: `${Math.floor(row.status / 100)}xx` });
        bytes.inc({ ...place, direction: 'in' }, row.bytesIn);
        bytes.inc({ ...place, direction: 'out' }, row.bytesOut);
        seconds.observe(place, row.ms / 1_000);
        if (row.code !== '') refusals.inc({ space: place.space, code: row.code });
      }
    },
  };
}
