import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { FieldError } from '@formwork/contract/errors.ts';
import {
  mostReported,
  mostTelemetryBytes,
  type DeviceReported,
  type iotApi,
  type LastValue,
  type Report,
} from '@formwork/contract/iot/api.ts';
import { readPoint, type Point, type PointValue } from '@formwork/contract/iot/thing-model.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { VisitorCtx } from '../../platform/context.ts';
import { conflict, invalid, refuse } from '../../platform/errors.ts';
import { takeTry } from '../../platform/http/rate-limit.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { openSpaceName } from '../identity/public.ts';
import { shownKey } from './device-keys.ts';

/** Ten a second, a minute long; whoever has more to tell tells it in lists. */
const reports = { name: 'iot.telemetry', most: 600, seconds: 60 };
/** Of one address with keys that are none. */
const wrongKeys = { name: 'iot.wrong_key', most: 60, seconds: 60 };
/** Clocks of devices may be ahead. */
const aheadMs = 300_000;
const mostRefusals = 50;
/** A live message has room for so much. */
const mostLiveBytes = 6_000;

/** All values or none, in one statement; an older value never takes the place of a newer one. */
export async function report(
  visitor: VisitorCtx,
  { body }: InputOf<typeof iotApi.report>,
  _reply: FastifyReply,
  request: FastifyRequest,
): Promise<{ taken: number }> {
  const { platform } = visitor;
  const { spaceId, id, points } = await deviceOfKey(visitor, request.headers.authorization);
  await takeTry(platform, reports, `${spaceId} ${id}`);
  const count = body.reduce((sum, { values }) => sum + Object.keys(values).length, 0);
  if (count > mostReported || Number(request.headers['content-length'] ?? 0) > mostTelemetryBytes)
    throw refuse('iot.telemetry.too_many', { max: mostReported });
  const read = readReports(points, body, Array.isArray(request.body));
  const schema = spaceSchema(spaceId);
  const { rows } = await spaceQuery<{ point: string; value: PointValue; at: Date }>(platform, {
    text: `with heard as (update ${schema}.iot_device set last_at = now() where id = $1),
        given as (select distinct on (point) point, value, at from unnest($2::text[], $3::jsonb[], $4::timestamptz[]) with ordinality as w (point, value, at, n) order by point, at desc, n desc)
      insert into ${schema}.iot_value as v (device_id, point, value, at) select $1, point, value, at from given order by point
      on conflict (device_id, point) do update set value = excluded.value, at = excluded.at where v.at <= excluded.at
      returning point, value, at`,
    values: [
      id,
      read.map(({ point }) => point),
      read.map(({ value }) => JSON.stringify(value)),
      read.map(({ at }) => at),
    ],
  });
  const values = Object.fromEntries(
    rows.map(({ point, value, at }): [string, LastValue] => [point, { value, at: at.toISOString() }]),
  );
  const message: DeviceReported = { type: 'iot.device.reported', at: new Date().toISOString() };
  if (JSON.stringify(values).length < mostLiveBytes / 3) message.values = values;
  platform.realtime.publish(spaceId, { to: { topic: `device:${id}` }, message: { ...message } });
  return { taken: count };
}

async function deviceOfKey(
  visitor: VisitorCtx,
  authorization: string | undefined,
): Promise<{ spaceId: string; id: string; points: Point[] }> {
  const key = shownKey(authorization);
  if (
    key &&
    (visitor.spaceId ?? key.spaceId) === key.spaceId &&
    (await openSpaceName(visitor.platform, key.spaceId)) !== undefined
  ) {
    const schema = spaceSchema(key.spaceId);
    const {
      rows: [device],
    } = await spaceQuery<{ id: string; retired_at: Date | null; points: Point[] }>(visitor.platform, {
      text: `select d.id, d.retired_at, p.points from ${schema}.iot_device d join ${schema}.iot_product p on p.id = d.product_id where d.key_hash = $1`,
      values: [key.hash],
    });
    if (device?.retired_at) throw conflict('iot.device.retired');
    if (device) return { spaceId: key.spaceId, id: device.id, points: device.points };
  }
  await takeTry(visitor.platform, wrongKeys, visitor.ip);
  throw refuse('iot.telemetry.wrong_key');
}

interface Reported {
  point: string;
  value: PointValue;
  at: string;
}

function readReports(points: readonly Point[], given: readonly Report[], isList: boolean): Reported[] {
  const model = new Map(points.map((point) => [point.key, point]));
  const fields: FieldError[] = [];
  const now = Date.now();
  const read = given.flatMap(({ values, at }, index) => {
    const place = isList ? `${index}.` : '';
    if (at !== undefined && Date.parse(at) > now + aheadMs)
      fields.push({ path: `${place}at`, code: 'iot.telemetry.in_future' });
    const moment = new Date(at === undefined ? now : Math.min(Date.parse(at), now)).toISOString();
    return Object.entries(values).flatMap(([key, value]): Reported[] => {
      const point = model.get(key);
      const answer = point
        ? readPoint(point, value)
        : { refusal: { code: 'iot.telemetry.unknown_point' as const, data: { point: key } } };
      if ('value' in answer) return [{ point: key, value: answer.value, at: moment }];
      fields.push({ path: `${place}values.${key}`, ...answer.refusal });
      return [];
    });
  });
  if (fields.length > 0) throw invalid('iot.telemetry.invalid', fields.slice(0, mostRefusals));
  return read;
}
