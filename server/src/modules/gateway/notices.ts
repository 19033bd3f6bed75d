import { mainEnvironment, type SubscriptionState } from '@formwork/contract/gateway/api.ts';
import type { MessageTarget } from '@formwork/contract/messages/api.ts';
import type { MessageKind } from '@formwork/contract/messages/kinds.ts';
import type { RouteId } from '@formwork/contract/routes.ts';
import { inControl, type ControlTx } from '../../platform/db/db.ts';
import type { LoggedEvent, Subscriber } from '../../platform/events/events.ts';
import type { Platform } from '../../platform/platform.ts';
import { findDefinitions } from '../definitions/public.ts';
import { zoneOf } from '../enterprise/public.ts';
import { leaveMessages } from '../messages/public.ts';
import { directoryOf } from '../organization/public.ts';

/** Who decides hears of requests, who asked of decisions, and whoever calls an API of its end. */
export const gatewayNotices: Subscriber = {
  name: 'gateway.notices',
  start: 'now',
  types: ['gateway.subscription.', 'gateway.api.live'],
  async handle(platform, spaceId, events) {
    for (const event of events) {
      const notice = await noticeOf(platform, spaceId, event);
      if (!notice) continue;
      const people = notice.people.filter((person) => person !== event.actor);
      if (people.length === 0) continue;
      await leaveMessages(platform, spaceId, {
        source: event.id,
        people: people.map((person) => ({ person, kind: notice.kind, title: notice.title })),
        target: notice.target,
        by: event.actor,
      });
    }
  },
};

interface Notice {
  kind: MessageKind;
  people: string[];
  title: string;
  target: MessageTarget & { page: RouteId };
}

async function noticeOf(platform: Platform, spaceId: string, event: LoggedEvent): Promise<Notice | undefined> {
  const { id, state } = event.data as { id?: string; state?: string };
  if (id === undefined) return undefined;
  if (event.type === 'gateway.api.live')
    return state === 'deprecated' || state === 'retired' ? ofApi(platform, spaceId, event) : undefined;
  const found = await inControl(platform.control, spaceId, (tx) => subscriptionAt(tx, spaceId, id));
  if (!found) return undefined;
  const title = `${found.api} · ${found.consumer} / ${found.application}`;
  if (event.type === 'gateway.subscription.requested') {
    if (state !== 'requested') return undefined;
    const { people } = await directoryOf(platform, spaceId);
    return {
      kind: 'gatewayRequested',
      people: [...people.values()].filter(({ role, disabled }) => role === 'admin' && !disabled).map((one) => one.id),
      title,
      target: { page: 'esb', query: { tab: 'subscriptions' } },
    };
  }
  const kind = decisions[state as SubscriptionState];
  if (kind === undefined) return undefined;
  return {
    kind,
    people: [...new Set([found.requestedBy, ...(found.owner === null ? [] : [found.owner])])],
    title: found.answer === '' ? title : `${title}: ${found.answer}`,
    target: { page: 'esbPortal', query: { tab: 'applications' } },
  };
}

const decisions: Partial<Record<SubscriptionState, MessageKind>> = {
  approved: 'gatewayApproved',
  refused: 'gatewayRefused',
  suspended: 'gatewaySuspended',
  ended: 'gatewayEnded',
};

/** Owners of applications that may call it, in the one environment or the other. */
async function ofApi(platform: Platform, spaceId: string, event: LoggedEvent): Promise<Notice> {
  const { id, name, state, environment } = event.data as Record<'id' | 'name' | 'state' | 'environment', string>;
  const { people, sunset } = await inControl(platform.control, spaceId, async (tx) => ({
    people: await tx
      .selectFrom('gateway.subscription as s')
      .innerJoin('gateway.application as a', (join) =>
        join.onRef('a.space_id', '=', 's.space_id').onRef('a.id', '=', 's.application'),
      )
      .innerJoin('gateway.consumer as c', (join) =>
        join.onRef('c.space_id', '=', 'a.space_id').onRef('c.id', '=', 'a.consumer'),
      )
      .select('c.owner')
      .distinct()
      .where('s.space_id', '=', spaceId)
      .where('s.api', '=', id)
      .where('s.state', 'in', ['approved', 'suspended', 'requested'])
      .where('c.owner', 'is not', null)
      .execute(),
    sunset: await tx
      .selectFrom('gateway.live')
      .select('sunset')
      .where('space_id', '=', spaceId)
      .where('api', '=', id)
      .where('environment', '=', environment)
      .executeTakeFirst(),
  }));
  const until = sunset?.sunset;
  return {
    kind: state === 'retired' ? 'gatewayRetired' : 'gatewayDeprecated',
    people: people.map(({ owner }) => owner!),
    title: `${name}${environment === mainEnvironment ? '' : ` (${environment})`}${until ? ` · ${dayIn(until, zoneOf(platform, spaceId))}` : ''}`,
    target: { page: 'esbPortal', query: { api: id } },
  };
}

const dayIn = (at: Date, timeZone: string): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at);

async function subscriptionAt(tx: ControlTx, spaceId: string, id: string) {
  const row = await tx
    .selectFrom('gateway.subscription as s')
    .innerJoin('gateway.application as a', (join) =>
      join.onRef('a.space_id', '=', 's.space_id').onRef('a.id', '=', 's.application'),
    )
    .innerJoin('gateway.consumer as c', (join) =>
      join.onRef('c.space_id', '=', 'a.space_id').onRef('c.id', '=', 'a.consumer'),
    )
    .select([
      's.api',
      's.answer',
      's.requested_by as requestedBy',
      'a.name as application',
      'c.name as consumer',
      'c.owner',
    ])
    .where('s.space_id', '=', spaceId)
    .where('s.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const [api] = await findDefinitions(tx, 'gateway_api', [row.api]);
  return { ...row, api: api?.name.zh ?? '' };
}
