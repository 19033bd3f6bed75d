import type { Locale } from '@formwork/contract/identity/api.ts';
import type { z } from 'zod';
import type { Ctx, SignedInUser, TxCtx } from '../context.ts';
import { inSpace, type SpaceTx } from '../db/space-data.ts';
import { record } from '../events/events.ts';
import { newId } from '../ids.ts';
import { insertRun, type NewRun } from './run-rows.ts';

/** What is needed to ask for a run; `runKind` adds who does it. Stands beside what asks, so that asking needs no import of the work. */
export interface RunName<Payload> {
  kind: string;
  payload: z.ZodType<Payload>;
}

export interface RunOptions {
  definition?: string;
  release?: number;
  /** `call` where left out. */
  trigger?: string;
  /** What led to it: the root of the chain, its events. */
  cause?: object;
  actsAs?: ActsAs;
  parent?: string;
  priority?: number;
  /** Not before this moment. */
  at?: Date;
  /** An id that follows from a key: asked for twice, it is one run. */
  id?: string;
}

export type ActsAs = 'person' | 'author' | 'system';

/** Whose name a run is asked for in. */
export type Asker = Pick<Ctx, 'platform' | 'spaceId' | 'requestId' | 'ip'> &
  Partial<Pick<Ctx, 'locale'>> & { user: Pick<SignedInUser, 'id' | 'role'> & Partial<SignedInUser> };

export const runRequested = 'runs.requested';
export const runEnded = 'runs.ended';

/**
 * Asks for a run in the transaction of a call of the control plane; it begins after the commit, once. The event carries its row,
 * which `platform.queue` writes beside the space's data; until then who reads it is told that it waits.
 */
export async function startRun<Payload>(
  ctx: TxCtx,
  name: RunName<Payload>,
  payload: Payload,
  options: RunOptions = {},
): Promise<{ id: string }> {
  const run = newRun(ctx, name, payload, options);
  await record(ctx, runRequested, { id: run.id, kind: run.kind, run });
  return { id: run.id };
}

/** The same in a transaction of a space's data, with what the run is to do: either both are there or neither. */
export async function startRunIn<Payload>(
  tx: Pick<SpaceTx, 'schema' | 'later' | 'event'>,
  asker: Asker,
  name: RunName<Payload>,
  payload: Payload,
  options: RunOptions = {},
): Promise<{ id: string }> {
  const run = newRun(asker, name, payload, options);
  tx.later(insertRun(tx.schema, run));
  await tx.event(runRequested, run.id, { id: run.id, kind: run.kind });
  return { id: run.id };
}

/** The same where there is no transaction yet. */
export function startRunNow<Payload>(
  asker: Asker,
  name: RunName<Payload>,
  payload: Payload,
  options: RunOptions = {},
): Promise<{ id: string }> {
  return inSpace(asker, (tx) => startRunIn(tx, asker, name, payload, options));
}

function newRun<Payload>(asker: Asker, name: RunName<Payload>, payload: Payload, options: RunOptions): NewRun {
  const { user } = asker;
  const system = user.system !== undefined;
  return {
    id: options.id ?? newId(),
    kind: name.kind,
    definition: options.definition ?? null,
    release: options.release ?? null,
    trigger: options.trigger ?? 'call',
    cause: options.cause ?? null,
    actor: system ? null : user.id,
    actsAs: options.actsAs ?? (system ? 'system' : 'person'),
    caller: callerOf(asker),
    payload: name.payload.parse(payload),
    parent: options.parent ?? null,
    priority: options.priority ?? 0,
    at: (options.at ?? new Date()).toISOString(),
  };
}

/** The person as they were when they asked. */
export interface Caller extends Pick<SignedInUser, 'name' | 'login' | 'role' | 'homeSpaceId' | 'deputy' | 'system'> {
  locale: Locale;
  requestId: string;
  ip: string;
}

function callerOf({ user, locale = 'zh-CN', requestId, ip, spaceId }: Asker): Caller {
  const { name = '', login = '', role, homeSpaceId = spaceId, deputy, system } = user;
  return {
    name,
    login,
    role,
    homeSpaceId,
    locale,
    requestId,
    ip,
    ...(deputy && { deputy: { id: deputy.id, name: deputy.name } }),
    ...(system && { system }),
  };
}
