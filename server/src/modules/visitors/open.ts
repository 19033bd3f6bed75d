import type { InputOf } from '@formwork/contract/endpoint.ts';
import {
  visitorLinkMark,
  type SharedChart,
  type SharedChoice,
  type SharedContent,
  type SharedThing,
  type visitorsApi,
} from '@formwork/contract/visitors/api.ts';
import type { Ctx, VisitorCtx } from '../../platform/context.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { networkOf } from '../../platform/http/addresses.ts';
import { takeTry } from '../../platform/http/rate-limit.ts';
import { newId } from '../../platform/ids.ts';
import { seal, unseal } from '../../platform/secrets.ts';
import type { SharedKind } from '../../platform/shared-kind.ts';
import { zoneOf } from '../enterprise/public.ts';
import {
  makerOf,
  newTicket,
  passes,
  requireTicket,
  spaceOfToken,
  takeOpening,
  tellOfVisit,
  ticketFits,
  type Door,
} from './door.ts';
import { requireShared } from './registry.ts';
import { visitorIn } from './visits.ts';

/** A dashboard asks for each of its charts, and again by the clock. */
const readings = { name: 'visitors.read', most: 600, seconds: 60 };

type Input<K extends keyof typeof visitorsApi> = InputOf<(typeof visitorsApi)[K]>;

/** What the link shows, as its maker sees it today. Who may show the thing to others no longer shows nothing through their links. */
export async function openThing(visitor: VisitorCtx, { body }: Input<'open'>): Promise<SharedThing | { locked: true }> {
  await takeOpening(visitor);
  const link = await linkOf(visitor, body.token);
  const isAgain = ticketFits(visitor, link, body.ticket);
  if (!isAgain && !(await passes(visitor, link, body.password))) return { locked: true };
  const content = await withMaker(visitor, link, (maker, shared) =>
    shared.show(maker, link.thing, link.choice, isAgain),
  );
  if (!isAgain) await countVisit(visitor, link, content.title.zh);
  return {
    locked: false,
    ticket: newTicket(visitor, link),
    space: link.space,
    expiresAt: link.expires_at.toISOString(),
    timeZone: zoneOf(visitor.platform, link.spaceId),
    content: content.kind === 'view' ? { ...content, next: sealedCursor(visitor, link, content.next) } : content,
  };
}

export async function openRows(
  visitor: VisitorCtx,
  { body }: Input<'openRows'>,
): Promise<{ rows: string[][]; next: string | null }> {
  const link = await openedLink(visitor, body);
  const cursor = cursorOf(visitor, link, body.cursor);
  const { rows, next } = await withMaker(visitor, link, (maker, shared) => {
    if (!shared.rows) throw notFound('records.link.gone');
    return shared.rows(maker, link.thing, link.choice, cursor);
  });
  return { rows, next: sealedCursor(visitor, link, next) };
}

export async function openChart(visitor: VisitorCtx, { body }: Input<'openChart'>): Promise<SharedChart> {
  const link = await openedLink(visitor, body);
  return withMaker(
    visitor,
    link,
    (maker, shared) => {
      if (!shared.chart) throw notFound('records.link.gone');
      return shared.chart(maker, link.thing, body.part);
    },
    'parts',
  );
}

interface Link extends Door {
  spaceId: string;
  space: string;
  kind: SharedContent['kind'];
  thing: string;
  choice: SharedChoice | null;
  expires_at: Date;
}

async function linkOf(visitor: VisitorCtx, token: string): Promise<Link> {
  const { spaceId, space, tokenHash } = await spaceOfToken(visitor, token, visitorLinkMark);
  const {
    rows: [link],
  } = await spaceQuery<Omit<Link, 'spaceId' | 'space'>>(visitor.platform, {
    text: `select id, kind, thing, choice, token_hash, password_hash, expires_at, created_by from ${spaceSchema(spaceId)}.visitors_link where token_hash = $1 and revoked_at is null and expires_at > now()`,
    values: [tokenHash],
  });
  if (!link) throw notFound('records.link.gone');
  return { ...link, spaceId, space };
}

async function openedLink(visitor: VisitorCtx, { token, ticket }: { token: string; ticket: string }): Promise<Link> {
  const link = await linkOf(visitor, token);
  requireTicket(visitor, link, ticket);
  await takeTry(visitor.platform, readings, `${link.id} ${networkOf(visitor.ip)}`);
  return link;
}

/**
 * With the eyes of whoever made the link, as long as they may show the thing. What is refused to them is gone for visitors;
 * a part may be refused by itself, and the others go on being shown.
 */
async function withMaker<T>(
  visitor: VisitorCtx,
  link: Link,
  read: (maker: Ctx, shared: SharedKind) => Promise<T>,
  refusals: 'whole' | 'parts' = 'whole',
): Promise<T> {
  const maker = await makerOf(visitor, link.spaceId, link);
  const shared = requireShared(visitor.platform, link.kind);
  await ended(() => shared.requireSharable(maker, link.thing));
  return refusals === 'parts' ? read(maker, shared) : ended(() => read(maker, shared));
}

async function ended<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError && [403, 404, 422].includes(error.status)) throw notFound('records.link.gone');
    throw error;
  }
}

/** One more, unless there were as many as there may be: counted and compared at once, so that two who come together are two. */
async function countVisit(visitor: VisitorCtx, link: Link, title: string): Promise<void> {
  const schema = spaceSchema(link.spaceId);
  const { rowCount } = await spaceQuery(visitor.platform, {
    text: `with counted as (update ${schema}.visitors_link set opened = opened + 1, last_opened_at = now() where id = $1 and revoked_at is null and (most is null or opened < most) returning id) insert into ${schema}.visitors_visit (link_id, id, address, person_id) select id, $2, $3, $4 from counted`,
    values: [link.id, newId(), visitor.ip, visitorIn(visitor, link.spaceId)],
  });
  if (rowCount === 0) throw notFound('records.link.gone');
  await tellOfVisit(visitor, link.spaceId, 'visitors.link.opened', {
    id: link.id,
    kind: link.kind,
    thing: link.thing,
    linkId: link.id,
    title,
  });
}

/** A cursor holds values of the columns that the list is sorted by, which need not be among those that are shown. */
function sealedCursor({ platform }: VisitorCtx, link: Link, cursor: string | null): string | null {
  return cursor === null ? null : seal(platform.config, placeOf(link), cursor);
}

function cursorOf({ platform }: VisitorCtx, link: Link, sealed: string): string {
  try {
    return unseal(platform.config, placeOf(link), sealed);
  } catch {
    throw notFound('records.link.gone');
  }
}

const placeOf = (link: Link): string => `visitors.cursor:${link.id}`;
