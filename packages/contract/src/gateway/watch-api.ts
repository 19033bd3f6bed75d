import { z } from 'zod';
import { toldWays } from '../analytics/told-api.ts';
import { endpoint, nothing, uuid } from '../endpoint.ts';
import { Receiver } from '../records/share.ts';
import { nameText } from '../text.ts';

const at = z.iso.datetime();

export const alertKinds = ['errors', 'latency', 'quota', 'upstream'] as const;
export type AlertKind = (typeof alertKinds)[number];

/** Percent of calls, milliseconds of 95 in a hundred, percent of a quota; of upstreams nothing is set. */
export const AlertInput = z.object({
  what: z.enum(alertKinds),
  /** Null: each API by itself. */
  api: uuid.nullable(),
  raiseAt: z.number().min(0).max(1_000_000),
  /** It is over below this alone: a figure that trembles at the bound is told of once. */
  clearAt: z.number().min(0).max(1_000_000),
  /** So many minutes beyond, or back, before anybody is told. */
  hold: z.int().min(0).max(1_440),
  enabled: z.boolean(),
  /** Whoever belongs to them when something is told; none: administrators. */
  receivers: z.array(Receiver).max(100),
  ways: z.array(z.enum(toldWays)).min(1).max(2),
});
export type AlertInput = z.infer<typeof AlertInput>;

export const Alert = AlertInput.extend({
  id: uuid,
  receivers: z.array(Receiver.extend({ name: nameText() })),
  standings: z.array(
    z.object({ label: z.string(), state: z.enum(['pending', 'raised', 'clearing']), since: at, value: z.number() }),
  ),
});
export type Alert = z.infer<typeof Alert>;

export const upstreamStates = ['well', 'ill', 'open'] as const;
export const UpstreamHealth = z.object({
  environment: z.string(),
  api: uuid,
  apiName: z.string(),
  target: z.string(),
  url: z.string(),
  /** `ill` by the checks that the API asks for, `open` by the circuit breaker. */
  state: z.enum(upstreamStates),
  /** In a row. */
  failures: z.int(),
  since: at,
  seenAt: at,
});
export type UpstreamHealth = z.infer<typeof UpstreamHealth>;

export const TelemetryInput = z.object({
  connection: uuid,
  /** Of a hundred calls. */
  share: z.int().min(1).max(100),
  enabled: z.boolean(),
});
export type TelemetryInput = z.infer<typeof TelemetryInput>;
export const Telemetry = TelemetryInput.extend({
  sent: z.number(),
  sentAt: at.nullable(),
  /** Why the last spans did not leave; they are sent again. */
  failure: z.string().nullable(),
});
export type Telemetry = z.infer<typeof Telemetry>;

const read = 'gateway.api.read' as const;
const edit = 'gateway.api.edit' as const;
const ofAlert = z.object({ gatewayAlertId: uuid });

export const gatewayWatchApi = {
  alerts: endpoint({
    method: 'GET',
    path: '/gateway/alerts',
    permission: read,
    summary: 'What people are told of, and what is beyond its bound now.',
    response: z.array(Alert),
  }),
  createAlert: endpoint({
    method: 'POST',
    path: '/gateway/alerts',
    permission: edit,
    summary: 'Adds an alert.',
    body: AlertInput,
    response: z.object({ id: uuid }),
  }),
  updateAlert: endpoint({
    method: 'PUT',
    path: '/gateway/alerts/:gatewayAlertId',
    permission: edit,
    summary: 'Changes an alert.',
    params: ofAlert,
    body: AlertInput,
    response: nothing,
  }),
  removeAlert: endpoint({
    method: 'DELETE',
    path: '/gateway/alerts/:gatewayAlertId',
    permission: edit,
    summary: 'Removes an alert.',
    params: ofAlert,
    response: nothing,
  }),
  telemetry: endpoint({
    method: 'GET',
    path: '/gateway/telemetry',
    permission: read,
    summary: 'Where traces of calls are sent.',
    response: z.object({ telemetry: Telemetry.nullable() }),
  }),
  putTelemetry: endpoint({
    method: 'PUT',
    path: '/gateway/telemetry',
    permission: edit,
    summary: 'Sends traces of calls to a connection, as OTLP over HTTP.',
    body: TelemetryInput,
    response: nothing,
  }),
  upstreams: endpoint({
    method: 'GET',
    path: '/gateway/upstreams',
    permission: read,
    summary: 'How the upstreams of what is live fare.',
    response: z.array(UpstreamHealth),
  }),
};
