import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

export interface Metrics {
  registry: Registry;
  /** By the first part of the path and the hundreds of the status: of each route there would be thousands of lines. */
  requests: Histogram<'area' | 'status'>;
  /** By route and the hundreds of the status. */
  answers: Counter<'method' | 'route' | 'status'>;
  sockets: Gauge;
  eventLag: Gauge<'subscriber'>;
  eventsWaiting: Gauge<'subscriber'>;
  eventsHandled: Counter<'subscriber'>;
  eventsFailed: Counter<'subscriber'>;
  jobs: Counter<'kind' | 'result'>;
  passwordChecks: Counter;
}

/** The figures behind /metrics; a registry of its own, so that several servers fit one process in tests. */
export function openMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'formwork_http_request_seconds',
      help: 'Duration of HTTP requests by area of the interface.',
      labelNames: ['area', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    answers: new Counter({
      name: 'formwork_http_answers_total',
      help: 'Answered HTTP requests by route pattern.',
      labelNames: ['method', 'route', 'status'],
      registers,
    }),
    sockets: new Gauge({ name: 'formwork_sockets', help: 'Open sockets of this process.', registers }),
    eventLag: new Gauge({
      name: 'formwork_event_lag_seconds',
      help: 'Age of the oldest event that a subscriber has still to handle, 0 when none waits; in the process that hands events on.',
      labelNames: ['subscriber'],
      registers,
    }),
    eventsWaiting: new Gauge({
      name: 'formwork_events_waiting',
      help: 'Events that are read and wait for a subscriber.',
      labelNames: ['subscriber'],
      registers,
    }),
    eventsHandled: new Counter({
      name: 'formwork_events_handled_total',
      help: 'Events handled by subscriber.',
      labelNames: ['subscriber'],
      registers,
    }),
    eventsFailed: new Counter({
      name: 'formwork_events_failed_total',
      help: 'Events set aside after repeated failure.',
      labelNames: ['subscriber'],
      registers,
    }),
    jobs: new Counter({
      name: 'formwork_jobs_total',
      help: 'Finished jobs by kind and result.',
      labelNames: ['kind', 'result'],
      registers,
    }),
    passwordChecks: new Counter({
      name: 'formwork_password_checks_total',
      help: 'Password hashes computed to check an entry.',
      registers,
    }),
  };
}
