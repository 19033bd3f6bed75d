import {
  lookDays,
  lookKeptDays,
  type AnalysisKind,
  type analyticsPagesApi,
} from '@formwork/contract/analytics/page-api.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { nobody } from '@formwork/contract/nobody.ts';
import type { Ctx } from '../../platform/context.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { inEverySpace } from '../../platform/jobs/jobs-retention.ts';
import { dayOf, zoneOf } from '../enterprise/public.ts';
import { requireSeen } from './require-seen.ts';

// Not the uses of data assets: those count every answer and every look into the catalogue, this counts pages that people opened.

type Input<Name extends keyof typeof analyticsPagesApi> = InputOf<(typeof analyticsPagesApi)[Name]>;
type Where = Pick<Ctx, 'platform' | 'spaceId'>;

/** Said by the page once it is open; a trustee looks for themselves. */
export async function look(ctx: Ctx, { params: { analysisKind, analysisId } }: Input<'look'>): Promise<null> {
  await requireSeen(ctx, analysisKind, analysisId);
  await keep(ctx, analysisKind, analysisId, ctx.user.deputy?.id ?? ctx.user.id);
  return null;
}

/** Somebody opened it by a link or within another site. Nobody waits for the count. */
export function noteVisitorsLook(where: Where, kind: AnalysisKind, id: string): void {
  keep(where, kind, id, nobody).catch((error: unknown) =>
    where.platform.log.warn({ err: error }, 'a visit of an analysis was not counted'),
  );
}

export async function getLooks(
  ctx: Ctx,
  { params: { analysisKind, analysisId } }: Input<'looks'>,
): Promise<ResponseOf<typeof analyticsPagesApi.looks>> {
  await requireSeen(ctx, analysisKind, analysisId, 'edit');
  const ask = <Row extends object>(text: string) =>
    spaceQuery<Row>(ctx.platform, {
      text: text.replace('LOOKS', `${tableOf(ctx)} where kind = $1 and thing = $2 and day > $3::date - ${lookDays}`),
      values: [analysisKind, analysisId, today(ctx)],
    });
  const [days, people] = await Promise.all([
    ask<{ day: string; n: number }>('select day::text, sum(n)::int as n from LOOKS group by day order by day'),
    ask<{ person: string; n: number; last: Date }>(
      'select person, sum(n)::int as n, max(last) as last from LOOKS group by person order by max(last) desc limit 201',
    ),
  ]);
  const visitors = people.rows.find(({ person }) => person === nobody);
  return {
    days: days.rows,
    people: people.rows
      .filter(({ person }) => person !== nobody)
      .slice(0, 200)
      .map(({ person, n, last }) => ({ person, n, last: last.toISOString() })),
    visitors: visitors ? { n: visitors.n, last: visitors.last.toISOString() } : null,
  };
}

export const forgetLooks = inEverySpace('analytics.forget_looks', '50 3 * * *', (platform, spaceId) =>
  spaceQuery(platform, { text: `delete from ${tableOf({ spaceId })} where day < current_date - ${lookKeptDays}` }),
);

/** Whoever comes back to the page within minutes is still looking; visitors are many. */
const sameLook = '10 minutes';

async function keep(where: Where, kind: AnalysisKind, id: string, person: string): Promise<void> {
  await spaceQuery(where.platform, {
    text: `insert into ${tableOf(where)} as l (kind, thing, day, person, n) values ($1, $2, $3, $4, 1)
      on conflict (kind, thing, day, person) do update set n = l.n + 1, last = now()
      where l.person = '${nobody}' or l.last < now() - interval '${sameLook}'`,
    values: [kind, id, today(where), person],
  });
}

/** By the clock of the enterprise. */
function today({ platform, spaceId }: Where): string {
  return dayOf(new Date(), zoneOf(platform, spaceId));
}

const tableOf = ({ spaceId }: Pick<Ctx, 'spaceId'>): string => `${spaceSchema(spaceId)}.analytics_look`;
