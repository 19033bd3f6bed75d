import type { Ctx } from '../../platform/context.ts';
import { inControl, type ControlTx } from '../../platform/db/db.ts';
import { reader } from '../../platform/db/space-data.ts';

type Where = Pick<Ctx, 'platform' | 'spaceId'>;

export interface CallsOfDay {
  api: string;
  /** Null: whoever has no key. */
  application: string | null;
  day: string;
  n: number;
  /** All of them together. */
  ms: number;
  last: Date;
}

const isId = `~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`;

/** Calls that were answered, by API, application and day: as many days back, today among them. */
export async function callsByDay(where: Where, { days, zone }: { days: number; zone: string }): Promise<CallsOfDay[]> {
  const from = reader(where);
  const { rows } = await from.query<CallsOfDay>({
    text: `select api, case when application ${isId} then application end as application, (minute at time zone $2)::date::text as day,
        sum(calls - refused)::int as n, sum(ms)::float8 as ms, max(minute) as last from ${from.schema}.gateway_minute
      where minute > now() - make_interval(days => $1 + 1) and (minute at time zone $2)::date > (now() at time zone $2)::date - $1::int and api ${isId}
      group by 1, 2, 3 having sum(calls - refused) > 0`,
    values: [days, zone],
  });
  return rows;
}

/** Of all applications of a space, with whose they are. */
export function applicationNames({ platform, spaceId }: Where): Promise<Map<string, string>> {
  return inControl(platform.control, spaceId, (tx) => applicationNamesIn(tx, spaceId));
}

export async function applicationNamesIn(tx: ControlTx, spaceId: string): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('gateway.application as a')
    .innerJoin('gateway.consumer as c', (join) =>
      join.onRef('c.space_id', '=', 'a.space_id').onRef('c.id', '=', 'a.consumer'),
    )
    .select(['a.id', 'a.name', 'c.name as consumer'])
    .where('a.space_id', '=', spaceId)
    .execute();
  return new Map(rows.map(({ id, name, consumer }) => [id, `${consumer} / ${name}`]));
}
