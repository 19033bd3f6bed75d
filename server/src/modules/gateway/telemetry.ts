import { createHash } from 'node:crypto';
import type { gatewayWatchApi } from '@formwork/contract/gateway/watch-api.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Selectable } from 'kysely';
import type { TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { reader } from '../../platform/db/space-data.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { inEverySpace } from '../../platform/jobs/jobs-retention.ts';
import { OutgoingError } from '../../platform/outbox/outgoing.ts';
import type { Platform } from '../../platform/platform.ts';
import { registerUses } from '../definitions/public.ts';
import { openConnection, usableConnections } from '../connections/public.ts';
import { asPerson } from '../identity/public.ts';
import type { TelemetryTable } from './tables.ts';

type Input<Name extends keyof typeof gatewayWatchApi> = InputOf<(typeof gatewayWatchApi)[Name]>;
type Answer<Name extends keyof typeof gatewayWatchApi> = Promise<ResponseOf<(typeof gatewayWatchApi)[Name]>>;

export async function getTelemetry({ tx, spaceId }: TxCtx): Answer<'telemetry'> {
  const row = await tx.selectFrom('gateway.telemetry').selectAll().where('space_id', '=', spaceId).executeTakeFirst();
  return {
    telemetry: row
      ? {
          connection: row.connection,
          share: row.share,
          enabled: row.enabled,
          sent: Number(row.sent),
          sentAt: row.sent_at?.toISOString() ?? null,
          failure: row.failure,
        }
      : null,
  };
}

/** What came in before is not sent: it begins now, and anew with another connection. */
export async function putTelemetry(ctx: TxCtx, { body }: Input<'putTelemetry'>): Answer<'putTelemetry'> {
  const before = await ctx.tx
    .selectFrom('gateway.telemetry')
    .select(['connection', 'enabled'])
    .where('space_id', '=', ctx.spaceId)
    .executeTakeFirst();
  // whoever may no longer use the connection can still switch it off
  const isAsked = body.enabled || before?.connection !== body.connection;
  if (isAsked && !(await usableConnections(ctx, ['http'])).some(({ id }) => id === body.connection))
    throw invalid('gateway.telemetry.connection_fits_not', [
      { path: 'connection', code: 'gateway.telemetry.connection_fits_not' },
    ]);
  const isAnew = before?.connection !== body.connection || !before.enabled;
  const values = {
    ...body,
    set_by: ctx.user.id,
    failure: null,
    ...(isAnew && { cursor_at: new Date(), cursor_id: '' }),
  };
  await ctx.tx
    .insertInto('gateway.telemetry')
    .values({ space_id: ctx.spaceId, ...values })
    .onConflict((on) => on.column('space_id').doUpdateSet(values))
    .execute();
  await record(ctx, 'gateway.telemetry.changed', { id: body.connection, enabled: body.enabled });
  return null;
}

/** A connection that traces go to is not removed; one that is switched off only names it. */
export function startTelemetry(platform: Platform): void {
  registerUses(platform, 'gateway.telemetry', {
    roles: ['admin'],
    async find({ tx, spaceId }, { kind, id }) {
      if (kind !== 'connection') return [];
      const row = await tx
        .selectFrom('gateway.telemetry')
        .select('enabled')
        .where('space_id', '=', spaceId)
        .where('connection', '=', id)
        .executeTakeFirst();
      if (!row) return [];
      const at = {
        kind: 'gateway_telemetry',
        id: 'telemetry',
        appId: null,
        part: '',
        toPart: '',
        how: 'refuse' as const,
      };
      return [
        { ...at, name: { zh: '链路追踪导出', en: 'OpenTelemetry traces' }, of: row.enabled ? 'release' : 'draft' },
      ];
    },
  });
}

export const sendTraces = inEverySpace('gateway.send_traces', '* * * * *', (platform, spaceId) =>
  sendSpace(platform, spaceId),
);

const mostAtOnce = 1_000;
const mostBatches = 50;

/** What the log says since the last time, in batches; one that is not taken is sent again. Rows need a moment to be written. */
export async function sendSpace(platform: Platform, spaceId: string, waitSeconds = 5): Promise<void> {
  const setting = await inControl(platform.control, spaceId, (tx) =>
    tx
      .selectFrom('gateway.telemetry')
      .selectAll()
      .where('space_id', '=', spaceId)
      .where('enabled', '=', true)
      .executeTakeFirst(),
  );
  if (!setting) return;
  try {
    const ctx = await asPerson({ platform, spaceId }, setting.set_by, 'traces of the gateway are sent');
    const client = await openConnection(ctx, setting.connection, ['http'], { kind: 'gateway', id: 'telemetry' });
    try {
      let place = { at: setting.cursor_at.toISOString(), id: setting.cursor_id };
      for (let batch = 0; batch < mostBatches; batch += 1) {
        const rows = await rowsAfter(platform, spaceId, place, waitSeconds);
        if (rows.length === 0) break;
        const spans = rows.map(spanOf).filter((span) => isChosen(span.traceId, setting.share));
        if (spans.length > 0) {
          const { status } = await client.call('v1/traces', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(exportOf(spaceId, spans)),
            timeoutMs: 20_000,
          });
          if (status < 200 || status > 299) throw new OutgoingRefused(status);
        }
        const last = rows.at(-1)!;
        place = { at: last.exact, id: last.id };
        await note(platform, spaceId, setting, place, spans.length);
      }
    } finally {
      await client.close();
    }
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    await inControl(platform.control, spaceId, (tx) =>
      tx.updateTable('gateway.telemetry').set({ failure }).where('space_id', '=', spaceId).execute(),
    );
  }
}

class OutgoingRefused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`answered ${status}`);
    this.status = status;
  }
}

function failureOf(error: unknown): string | undefined {
  if (error instanceof OutgoingRefused) return `HTTP ${error.status}`;
  if (error instanceof OutgoingError) return error.reason;
  return error instanceof AppError ? error.code : undefined;
}

async function note(
  platform: Platform,
  spaceId: string,
  setting: Selectable<TelemetryTable>,
  place: { at: string; id: string },
  count: number,
): Promise<void> {
  await inControl(platform.control, spaceId, (tx) =>
    tx
      .updateTable('gateway.telemetry')
      .set(({ eb }) => ({
        cursor_at: place.at as never,
        cursor_id: place.id,
        sent: eb('sent', '+', String(count)),
        sent_at: new Date(),
        failure: null,
      }))
      .where('space_id', '=', spaceId)
      // set anew meanwhile: it goes on from there
      .where('connection', '=', setting.connection)
      .execute(),
  );
}

interface TracedRow {
  id: string;
  at: Date;
  exact: string;
  environment: string;
  api_name: string;
  operation: string;
  consumer_name: string;
  method: string;
  path: string;
  status: number;
  code: string;
  ms: number;
  address: string;
  detail: { trace?: string };
}

async function rowsAfter(
  platform: Platform,
  spaceId: string,
  place: { at: string; id: string },
  waitSeconds: number,
): Promise<TracedRow[]> {
  const { schema, query } = reader({ platform, spaceId });
  const { rows } = await query<TracedRow>({
    text: `select id, at, at::text as exact, environment, api_name, operation, consumer_name, method, path, status, code, ms, address, detail
      from ${schema}.gateway_log where (at, id) > ($1, $2) and at < now() - make_interval(secs => $3) order by at, id limit ${mostAtOnce}`,
    values: [place.at, place.id, waitSeconds],
  });
  return rows;
}

/** A call as a span of OpenTelemetry; one that went no further than the gateway has a trace of its own. */
function spanOf(row: TracedRow) {
  const own = createHash('sha256').update(row.id).digest('hex');
  const [id = '', span = '', parent] = (row.detail.trace ?? `${own.slice(0, 32)}-${own.slice(32, 48)}`).split('-');
  const end = BigInt(row.at.getTime()) * 1_000_000n;
  return {
    traceId: id,
    spanId: span,
    ...(parent !== undefined && { parentSpanId: parent }),
    name: row.operation || row.method,
    // of a server
    kind: 2,
    startTimeUnixNano: String(end - BigInt(Math.round(row.ms * 1_000_000))),
    endTimeUnixNano: String(end),
    attributes: [
      text('http.request.method', row.method),
      text('url.path', row.path.split('?')[0]!),
      { key: 'http.response.status_code', value: { intValue: String(row.status) } },
      text('client.address', row.address),
      text('formwork.request.id', row.id),
      text('formwork.environment', row.environment),
      text('formwork.api', row.api_name),
      text('formwork.consumer', row.consumer_name),
      ...(row.code === '' ? [] : [text('error.type', row.code)]),
    ],
    status: row.status >= 500 ? { code: 2, message: row.code } : {},
  };
}

const text = (key: string, value: string) => ({ key, value: { stringValue: value } });

function exportOf(spaceId: string, spans: ReturnType<typeof spanOf>[]) {
  return {
    resourceSpans: [
      {
        resource: { attributes: [text('service.name', 'formwork-gateway'), text('formwork.space', spaceId)] },
        scopeSpans: [{ scope: { name: 'formwork.gateway' }, spans }],
      },
    ],
  };
}

/** All spans of a trace or none: by its id, as others choose too. */
function isChosen(traceId: string, share: number): boolean {
  return (Number.parseInt(traceId.slice(-8), 16) / 0x1_0000_0000) * 100 < share;
}
