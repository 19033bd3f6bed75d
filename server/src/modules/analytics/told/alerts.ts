import type { AnalyticsAlert, toldApi, ToldWay } from '@formwork/contract/analytics/told-api.ts';
import { isFigure, usesOf, type ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Locale } from '@formwork/contract/identity/api.ts';
import type { Receiver } from '@formwork/contract/records/share.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inSpace, spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { errorText } from '../../../platform/error-texts.ts';
import { conflict, invalid, notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { releasedOf } from '../../definitions/public.ts';
import { requireSeen } from '../require-seen.ts';
import { inOrder, maillessOf, namedReceivers, oneByOne, requireReceivers } from './subscriptions.ts';

type Input<Name extends keyof typeof toldApi> = InputOf<(typeof toldApi)[Name]>;
type Answer<Name extends keyof typeof toldApi> = Promise<ResponseOf<(typeof toldApi)[Name]>>;

export interface AlertRow {
  id: string;
  owner: string;
  chart: string;
  figure: string;
  side: 'above' | 'below';
  raiseAt: number;
  clearAt: number;
  hold: number;
  receivers: Receiver[];
  ways: ToldWay[];
  enabled: boolean;
  problem: string | null;
  judgedAt: Date | null;
  locale: Locale;
}

export const alertColumns =
  'id, owner, chart, figure, side, raise_at::float8 as "raiseAt", clear_at::float8 as "clearAt", hold, receivers, ways, enabled, problem, judged_at as "judgedAt", locale';

export interface StandingRow {
  alert: string;
  key: string;
  label: string;
  state: 'pending' | 'raised' | 'clearing';
  since: Date;
  value: number | null;
}

export async function listAlerts(ctx: Ctx, { params }: Input<'alerts'>): Answer<'alerts'> {
  await requireSeen(ctx, 'chart', params.chartId);
  const schema = spaceSchema(ctx.spaceId);
  const { rows } = await spaceQuery<AlertRow>(ctx.platform, {
    text: `select ${alertColumns} from ${schema}.analytics_alert where owner = $1 and chart = $2 order by created_at`,
    values: [ctx.user.id, params.chartId],
  });
  const { rows: standings } = await spaceQuery<StandingRow>(ctx.platform, {
    text: `select alert, of as key, label, state, since, value::float8 as value from ${schema}.analytics_alert_state where alert = any($1::uuid[]) and state <> 'pending' order by since`,
    values: [rows.map(({ id }) => id)],
  });
  return Promise.all(
    rows.map((row) =>
      viewOf(
        ctx,
        row,
        standings.filter(({ alert }) => alert === row.id),
      ),
    ),
  );
}

export async function addAlert(ctx: Ctx, { params, body }: Input<'addAlert'>): Promise<AnalyticsAlert> {
  const { can } = await requireSeen(ctx, 'chart', params.chartId);
  await requireReceivers(ctx, body.receivers, can.includes('edit'));
  const released = await releasedOf<ChartDefinition>(ctx.platform, ctx.spaceId, 'chart', params.chartId);
  const figure = usesOf(released?.body.settings ?? { slots: {} }).find(({ id }) => id === body.figure);
  if (!figure || !isFigure(figure)) refuse('figure', 'analytics.alert.no_figure');
  if (body.side === 'above' ? body.clearAt > body.raiseAt : body.clearAt < body.raiseAt)
    refuse('clearAt', 'analytics.alert.bounds');
  const row: AlertRow = {
    id: newId(),
    owner: ctx.user.id,
    chart: params.chartId,
    ...body,
    receivers: inOrder(body.receivers),
    ways: body.ways.toSorted(),
    enabled: true,
    problem: null,
    judgedAt: null,
    locale: ctx.locale,
  };
  await inSpace(ctx, async (tx) => {
    await oneByOne(tx, ctx.user.id);
    const { rowCount } = await tx.query({
      text: `insert into ${tx.schema}.analytics_alert (id, owner, chart, figure, side, raise_at, clear_at, hold, receivers, ways, locale) select $1::uuid, $2::uuid, $3::uuid, $4, $5, $6::numeric, $7::numeric, $8::integer, $9::jsonb, $10::text[], $11
        where not exists (select from ${tx.schema}.analytics_alert where owner = $2 and chart = $3 and figure = $4 and side = $5
          and raise_at = $6 and clear_at = $7 and hold = $8 and receivers = $9 and ways @> $10 and ways <@ $10)`,
      values: [
        row.id,
        row.owner,
        row.chart,
        row.figure,
        row.side,
        String(row.raiseAt),
        String(row.clearAt),
        row.hold,
        JSON.stringify(row.receivers),
        row.ways,
        row.locale,
      ],
    });
    if (rowCount === 0) throw conflict('analytics.alert.same');
    await tx.event('analytics.alert.created', row.id, { id: row.id, kind: 'chart', thing: row.chart });
  });
  return viewOf(ctx, row, []);
}

export async function switchAlert(ctx: Ctx, { params, body }: Input<'switchAlert'>): Answer<'switchAlert'> {
  const row = await requireOwnAlert(ctx, params.alertId);
  await inSpace(ctx, async (tx) => {
    await tx.query({
      text: `update ${tx.schema}.analytics_alert set enabled = $2 where id = $1`,
      values: [row.id, body.enabled],
    });
    // what was raised before says nothing of now
    await tx.query({ text: `delete from ${tx.schema}.analytics_alert_state where alert = $1`, values: [row.id] });
    await tx.event('analytics.alert.switched', row.id, {
      id: row.id,
      kind: 'chart',
      thing: row.chart,
      enabled: body.enabled,
    });
  });
  return null;
}

export async function removeAlert(ctx: Ctx, { params }: Input<'removeAlert'>): Answer<'removeAlert'> {
  const row = await requireOwnAlert(ctx, params.alertId);
  await inSpace(ctx, async (tx) => {
    await tx.query({ text: `delete from ${tx.schema}.analytics_alert where id = $1`, values: [row.id] });
    await tx.event('analytics.alert.removed', row.id, { id: row.id, kind: 'chart', thing: row.chart });
  });
  return null;
}

/** Kept as the code, for whoever reads it; of before they are words. */
function problemText(problem: string, locale: Locale): string {
  if (!problem.startsWith('{')) return problem;
  const { code, data } = JSON.parse(problem) as { code: string; data?: Record<string, unknown> };
  return errorText(locale, code, data);
}

async function requireOwnAlert(ctx: Ctx, id: string): Promise<AlertRow> {
  const { rows } = await spaceQuery<AlertRow>(ctx.platform, {
    text: `select ${alertColumns} from ${spaceSchema(ctx.spaceId)}.analytics_alert where id = $1 and owner = $2`,
    values: [id, ctx.user.id],
  });
  if (!rows[0]) throw notFound('analytics.alert.gone');
  return rows[0];
}

function refuse(path: string, code: 'analytics.alert.no_figure' | 'analytics.alert.bounds'): never {
  throw invalid(code, [{ path: `body.${path}`, code }]);
}

async function viewOf(ctx: Ctx, row: AlertRow, standings: readonly StandingRow[]): Promise<AnalyticsAlert> {
  const { id, figure, side, raiseAt, clearAt, hold, ways, enabled, problem, judgedAt } = row;
  return {
    id,
    figure,
    side,
    raiseAt,
    clearAt,
    hold,
    ways,
    enabled,
    problem: problem === null ? null : problemText(problem, ctx.locale),
    judgedAt: judgedAt?.toISOString() ?? null,
    receivers: await namedReceivers(ctx, row.receivers),
    mailless: await maillessOf(ctx, row),
    raised: standings.map(({ label, since, value }) => ({ label, since: since.toISOString(), value })),
  };
}
