import type { Generated } from 'kysely';
import type { Cause, Ctx } from '../context.ts';
import type { ControlTx } from '../db/db.ts';
import type { Platform } from '../platform.ts';
import { newId } from '../ids.ts';

declare module '../db/db.ts' {
  interface ControlTables {
    'platform.event': EventTable;
  }
}

export interface EventTable {
  xid: Generated<string>;
  id: string;
  space_id: string;
  type: string;
  subject: string;
  actor: string | null;
  at: Generated<Date>;
  request_id: string;
  ip: string;
  data: unknown;
}

/** An event as subscribers get it. */
export interface LoggedEvent {
  id: string;
  type: string;
  subject: string;
  actor: string | null;
  at: Date;
  requestId: string;
  ip: string;
  data: Record<string, unknown>;
}

export interface Subscriber {
  /** Names the cursor: under another name it is a new one. */
  name: string;
  /**
   * Where a new one begins. `now` for whoever tells people, acts outward or follows changes: an upgrade must not replay what was
   * long ago. `first`, the oldest event there is, only for what is built from the events themselves.
   */
  start: 'now' | 'first';
  /** Prefixes of event types. */
  types: string[];
  /** Under load its events gather for longer: whose work costs more by the batch than by the event. */
  gathers?: true;
  /** People wait for what comes of it: they gather no longer than it takes to handle them. */
  awaited?: true;
  /** Called with batches of one space in order, at least once: it must bear repetition. */
  handle(platform: Platform, spaceId: string, events: LoggedEvent[]): Promise<void>;
}

type Telling = Pick<Ctx, 'platform' | 'spaceId' | 'requestId' | 'ip'> & { user?: Acting | undefined };
type Told = Record<string, unknown> & { id?: string };

/** Appends an event in the control plane, in the transaction of the change it tells of. */
export async function record(ctx: Telling & { tx: ControlTx }, type: string, data: Told): Promise<void> {
  await recordMany(ctx.tx, [{ ctx, type, data }]);
}

/** The same for what several did in one transaction, as one statement. */
export async function recordMany(
  tx: ControlTx,
  events: readonly { ctx: Telling; type: string; data: Told }[],
): Promise<void> {
  const [first] = events;
  if (!first) return;
  await tx
    .insertInto('platform.event')
    .values(
      events.map(({ ctx, type, data }) => ({
        id: newId(),
        space_id: ctx.spaceId,
        type,
        subject: data.id ?? '',
        actor: actorOf(ctx.user),
        request_id: ctx.requestId,
        ip: ctx.ip,
        data: JSON.stringify(inWhoseName(ctx.user, data)),
      })),
    )
    .execute();
  // Told before the commit: the dispatcher looks again for a while after every call.
  first.ctx.platform.bus.eventsWritten('');
}

/** Who acts, as far as an event tells of them. */
export interface Acting {
  id: string;
  deputy?: { id: string };
  system?: { reason: string };
  cause?: Cause;
}

/** Null where it is no person. */
export function actorOf(user: Acting | undefined): string | null {
  return !user || user.system ? null : user.id;
}

/** What somebody else did for a person says so, what the house did by itself why, what a rule did which. */
export function inWhoseName(user: Acting | undefined, data: object): object {
  const caused = user?.cause ? { ...data, cause: user.cause } : data;
  if (user?.system) return { ...caused, system: user.system.reason };
  return user?.deputy ? { ...caused, deputy: user.deputy.id } : caused;
}
