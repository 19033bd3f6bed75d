import type { ExchangeState, ExchangeStep } from '@formwork/contract/etl/exchange.ts';
import { sql, type AliasedRawBuilder, type RawBuilder } from 'kysely';
import type { Platform } from '../../../platform/platform.ts';
import { dayOf, zoneOf } from '../../enterprise/public.ts';
import type { ExchangeRequestTable } from './tables.ts';

type Stored = ExchangeRequestTable['state'];

/** What was approved until a day that has passed is over, whether or not somebody ended it. */
export function stateNow(state: Stored, until: string | null, today: string): ExchangeState {
  return (state === 'approved' || state === 'suspended') && until !== null && until < today ? 'expired' : state;
}

/** The same in SQL, over the columns of a request. */
export function stateNowSql(today: string): RawBuilder<ExchangeState> {
  return sql<ExchangeState>`case when r.state in ('approved', 'suspended') and r.until < ${today}::date then 'expired' else r.state end`;
}

/** Days count by the clock of who offers. */
export function todayOf(platform: Platform, spaceId: string): string {
  return dayOf(new Date(), zoneOf(platform, spaceId));
}

/** A day as text, in place of the moment that the driver makes of it. */
export function untilText(column: 'until' | 'r.until'): AliasedRawBuilder<string | null, 'until'> {
  return sql<string | null>`${sql.ref(column)}::text`.as('until');
}

const steps: Record<'asker' | 'provider', Record<ExchangeState, readonly ExchangeStep[]>> = {
  asker: { requested: ['end'], approved: ['end'], suspended: ['end'], refused: [], ended: [], expired: [] },
  provider: {
    requested: ['approve', 'refuse'],
    approved: ['suspend', 'end'],
    suspended: ['resume', 'end'],
    refused: [],
    ended: [],
    expired: [],
  },
};

export function stepsOf(side: 'asker' | 'provider', state: ExchangeState): ExchangeStep[] {
  return [...steps[side][state]];
}

export function likeOf(search: string): string {
  return `%${search.replaceAll(/[%_\\]/g, String.raw`\$&`)}%`;
}
