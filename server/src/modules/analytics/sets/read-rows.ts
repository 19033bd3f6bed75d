import { setTimeout as wait } from 'node:timers/promises';
import type { DataSet } from '@formwork/contract/analytics/dataset.ts';
import type { Ctx } from '../../../platform/context.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { releasedOf, type Released } from '../../definitions/public.ts';
import { asPerson } from '../../identity/public.ts';
import { buildDelta, type ReadDelta } from './build-delta.ts';
import { buildExtract } from './build-extract.ts';
import {
  claimDelta,
  claimExtract,
  extractOf,
  keepDelta,
  keepExtract,
  letDeltaGo,
  noteFailure,
  type Extract,
  type ReadExtract,
  type SetFailure,
} from './extract-rows.ts';
import { tellOfSet } from './tell-of-set.ts';

export type At = Pick<Ctx, 'platform' | 'spaceId'>;
export type ReadyExtract = Extract & { file: string; readAt: Date };

/** Nobody waits for what takes longer to read: they see what was read before, and hear when it is there. */
export const patientMs = 3_000;
const mostMs = 14 * 60_000;
const mostDeltaMs = 100_000;

/** Reads the source whole, in the name of whoever released the data set: one at a time, whoever asks meanwhile gets the same. */
export function readAgain(at: At, id: string): Promise<ReadyExtract> {
  return wholeRead(at, id).reading;
}

export function wholeRead(at: At, id: string): Begun {
  return once(at, id, () => read(at, id));
}

/** The same of what came since. */
export function newRead(at: At, id: string): Begun {
  return once(at, `new ${id}`, () => readNew(at, id));
}

/** Reads the whole in the background; what fails is not begun again at once. */
export function wholeBeside(at: At, id: string, { tookMs }: Extract): void {
  const tried = triedWhole.get(at.platform) ?? new Map<string, number>();
  triedWhole.set(at.platform, tried);
  const key = `${at.spaceId}/${id}`;
  if (Date.now() - (tried.get(key) ?? 0) < wholeRestMs + (tookMs ?? 0)) return;
  tried.set(key, Date.now());
  readAgain(at, id).catch(() => {});
}

const wholeRestMs = 60_000;
const triedWhole = new WeakMap<Platform, Map<string, number>>();

export interface Begun {
  began: number;
  reading: Promise<ReadyExtract>;
}

function once({ platform, spaceId }: At, what: string, start: () => Promise<ReadyExtract>): Begun {
  const known = readings.get(platform) ?? new Map<string, Begun>();
  readings.set(platform, known);
  const key = `${spaceId}/${what}`;
  let begun = known.get(key);
  if (!begun) {
    begun = { began: Date.now(), reading: start().finally(() => known.delete(key)) };
    known.set(key, begun);
  }
  return begun;
}

const readings = new WeakMap<Platform, Map<string, Begun>>();

async function read({ platform, spaceId }: At, id: string): Promise<ReadyExtract> {
  const at = { platform, spaceId };
  const released = await requireReleased(at, id);
  const began = Date.now();
  while (!(await claimExtract(at, id, released.number))) {
    await wait(200);
    const other = await extractOf(at, id);
    if (other && !other.busy && other.triedAt.getTime() >= began) return ended(other);
    if (Date.now() - began > mostMs) throw new AppError('platform.busy');
  }
  let made: Omit<ReadExtract, 'release'> | undefined;
  let delta: ReadDelta | undefined;
  try {
    const ctx = await asPerson(at, released.releasedBy, 'a data set is read');
    made = await buildExtract(ctx, id, released.body, AbortSignal.timeout(mostMs));
    delta = made.mark === null ? undefined : await cameMeanwhile(ctx, released, made);
    const left = await keepExtract(at, id, { ...made, release: released.number, delta });
    for (const file of left) await platform.files.remove(file).catch(() => {});
  } catch (error) {
    const failure = failureOf(error);
    if (!(error instanceof AppError)) platform.log.warn({ err: error, dataset: id }, 'a data set could not be read');
    if (made?.mark) await letDeltaGo(at, id);
    await dropUnkept(at, id, [made?.file, delta?.delta?.file]);
    await noteFailure(at, id, failure);
    throw new AppError('analytics.set.unread', { reason: failure.code, ...failure.data });
  }
  tell(at, id);
  return ended(await requireExtract(at, id));
}

/**
 * What changed while the whole was read: without it those who look would see what they saw before taken back for a moment. From here
 * on nobody else reads what came until the whole is in its place. Where that fails the whole stands nevertheless: it is tried again as
 * somebody looks.
 */
async function cameMeanwhile(
  ctx: Ctx,
  { id, body }: Released<DataSet>,
  { mark, shape }: Omit<ReadExtract, 'release'>,
): Promise<ReadDelta | undefined> {
  try {
    await claimedDelta(ctx, id);
    return await buildDelta(ctx, id, body, { mark: mark!, shape, deltas: [] }, AbortSignal.timeout(mostDeltaMs));
  } catch (error) {
    ctx.platform.log.warn({ err: error, dataset: id }, 'what came while a data set was read is not beside it yet');
    return undefined;
  }
}

/** Contents of a reading that failed. What is named after all stays, as where only the answer got lost. */
async function dropUnkept(at: At, id: string, files: readonly (string | undefined)[]): Promise<void> {
  const made = files.filter((file) => file !== undefined);
  if (made.length === 0) return;
  try {
    const kept = await extractOf(at, id);
    const named = new Set([kept?.file, ...(kept?.deltas ?? []).map(({ file }) => file)]);
    for (const file of made) if (!named.has(file)) await at.platform.files.remove(file);
  } catch (error) {
    at.platform.log.warn({ err: error, dataset: id }, 'contents of a data set could not be removed');
  }
}

/** Reads what came since, and puts it beside the rows. */
async function readNew(at: At, id: string): Promise<ReadyExtract> {
  const { platform } = at;
  const began = Date.now();
  const released = await requireReleased(at, id);
  await claimedDelta(at, id);
  let file: string | undefined;
  let other: Extract | undefined;
  try {
    const found = await requireExtract(at, id);
    const since = sinceOf(found, released.number);
    // another process has read it while this one waited, or the whole is of another release
    if (!since || (found.readAt?.getTime() ?? 0) >= began) {
      await letDeltaGo(at, id);
      return ended(found);
    }
    const ctx = await asPerson(at, released.releasedBy, 'what is new of a data set is read');
    const delta = await buildDelta(ctx, id, released.body, since, AbortSignal.timeout(mostDeltaMs));
    file = delta?.delta?.file;
    if (!delta) {
      await letDeltaGo(at, id);
      other = found;
    } else if (!(await keepDelta(at, id, found, delta)) && file !== undefined) await platform.files.remove(file);
    else if (file !== undefined) tell(at, id);
  } catch (error) {
    const failure = failureOf(error);
    if (!(error instanceof AppError)) platform.log.warn({ err: error, dataset: id }, 'what is new could not be read');
    await letDeltaGo(at, id, failure);
    await dropUnkept(at, id, [file]);
    // what cannot be told apart from before, is too much for it, or has a mark of another name by now can be read whole
    const left = await extractOf(at, id);
    if (left && !left.busy) wholeBeside(at, id, left);
    throw new AppError('analytics.set.unread', { reason: failure.code, ...failure.data });
  }
  if (other && (other.tookMs ?? 0) <= patientMs) return readAgain(at, id);
  if (other) wholeBeside(at, id, other);
  return ended(other ?? (await requireExtract(at, id)));
}

function sinceOf({ release, mark, shape, deltas }: Extract, wanted: number) {
  return release === wanted && mark !== null && shape !== null ? { mark, shape, deltas } : undefined;
}

async function claimedDelta(at: At, id: string): Promise<void> {
  const began = Date.now();
  while (!(await claimDelta(at, id))) {
    await wait(100);
    if (Date.now() - began > mostMs) throw new AppError('platform.busy');
  }
}

async function requireReleased({ platform, spaceId }: At, id: string): Promise<Released<DataSet>> {
  const released = await releasedOf<DataSet>(platform, spaceId, 'dataset', id);
  if (!released?.enabled) throw notFound('analytics.set.gone');
  return released;
}

/** Taken away with its data set meanwhile, it is gone. */
async function requireExtract(at: At, id: string): Promise<Extract> {
  const kept = await extractOf(at, id);
  if (!kept) throw notFound('analytics.set.gone');
  return kept;
}

/** The rows are there, whether or not everybody hears of them. */
function tell(at: At, id: string): void {
  tellOfSet(at, id).catch((error: unknown) =>
    at.platform.log.warn({ err: error, dataset: id }, 'not everybody was told that a data set was read'),
  );
}

function ended(extract: Extract): ReadyExtract {
  if (extract.error) throw new AppError('analytics.set.unread', { reason: extract.error.code, ...extract.error.data });
  if (!isReady(extract)) throw new AppError('platform.busy');
  return extract;
}

export function isReady(extract: Extract): extract is ReadyExtract {
  return extract.file !== null && extract.readAt !== null;
}

function failureOf(error: unknown): SetFailure {
  if (error instanceof AppError) return { code: error.code, ...(error.data && { data: error.data }) };
  return { code: 'platform.failed' };
}
