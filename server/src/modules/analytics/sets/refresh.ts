import { setTimeout as wait } from 'node:timers/promises';
import { growingSeconds, liveSeconds, type DataSet } from '@formwork/contract/analytics/dataset.ts';
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
import { canGrow } from './marks.ts';
import type { StoredRows } from './stored-rows.ts';
import { tellOfSet } from './tell-of-set.ts';

type At = Pick<Ctx, 'platform' | 'spaceId'>;
export type ReadyExtract = Extract & { file: string; readAt: Date };

const mostMs = 14 * 60_000;
const mostDeltaMs = 100_000;
/** A source that just failed is not asked again by each who looks. */
const restMs = 10_000;
/** Nobody waits for what takes longer to read: they see what was read before, and hear when it is there. */
const patientMs = 3_000;
/** With more changes than these the source is read whole again: so many files, and so many rows or a tenth of all. */
const mostChanges = { files: 300, rows: 1_000 };

/** The rows of a data set as they are to be shown now: read anew where they are of another release, or too old for one that is live. */
export async function currentExtract(at: At, released: Released<DataSet>): Promise<ReadyExtract> {
  const { id, number, body } = released;
  const found = await extractOf(at, id);
  const fits = found && isReady(found) && found.release === number;
  if (fits && canGrow(body) && found.mark !== null) return grownExtract(at, id, found);
  const tookMs = found?.tookMs ?? 0;
  // what takes long to read rests as long before it is read again
  const restedMs = fits ? Date.now() - found.readAt.getTime() - tookMs : 0;
  const isOld = body.live && restedMs > Math.max(liveSeconds * 1_000, tookMs);
  if (fits && !isOld) return found;
  const failedNow = found?.error && Date.now() - found.triedAt.getTime() < restMs;
  if (failedNow && fits) return found;
  if (fits && tookMs > patientMs) {
    // what fails is kept beside the rows, and said with them
    readAgain(at, id).catch(() => {});
    return found;
  }
  try {
    return await readAgain(at, id);
  } catch (error) {
    // figures of before, which say how old they are, rather than none
    const left = await extractOf(at, id);
    if (left && isReady(left) && left.release === number) return left;
    throw error;
  }
}

/** Where the rows lie, as joins and rooms take them. */
export function storedRows({ file, deltas }: ReadyExtract, { grows }: DataSet): StoredRows {
  return { file, deltas: deltas.map((delta) => delta.file), key: grows?.key };
}

/** The same of one that grows: what came is read, and the whole in the background where there is too much of it. */
async function grownExtract(at: At, id: string, found: ReadyExtract): Promise<ReadyExtract> {
  if (isMuch(found) && !found.busy) wholeBeside(at, id, found);
  const deltaMs = found.deltaMs ?? 0;
  const isOld = Date.now() - found.readAt.getTime() > Math.max(growingSeconds * 1_000, deltaMs);
  const failedNow = found.error && Date.now() - found.triedAt.getTime() < restMs;
  if (!isOld || failedNow) return found;
  const reading = once(at, `new ${id}`, () => readNew(at, id));
  if (deltaMs > patientMs) {
    reading.catch(() => {});
    return found;
  }
  try {
    return await reading;
  } catch {
    // what failed stands beside the rows of before, and is said with them
    const left = await extractOf(at, id);
    return left && isReady(left) && left.release === found.release ? left : found;
  }
}

/** Reads the whole in the background; what fails is not begun again at once. */
function wholeBeside(at: At, id: string, { tookMs }: Extract): void {
  const tried = triedWhole.get(at.platform) ?? new Map<string, number>();
  triedWhole.set(at.platform, tried);
  const key = `${at.spaceId}/${id}`;
  if (Date.now() - (tried.get(key) ?? 0) < wholeRestMs + (tookMs ?? 0)) return;
  tried.set(key, Date.now());
  readAgain(at, id).catch(() => {});
}

const wholeRestMs = 60_000;
const triedWhole = new WeakMap<Platform, Map<string, number>>();

function isMuch({ deltas, rows }: Extract): boolean {
  const changed = deltas.reduce((sum, delta) => sum + delta.rows, 0);
  return deltas.length > mostChanges.files || changed > Math.max(mostChanges.rows, (rows ?? 0) / 10);
}

/** Reads the source whole, in the name of whoever released the data set: one at a time, whoever asks meanwhile gets the same. */
export function readAgain(at: At, id: string): Promise<ReadyExtract> {
  return once(at, id, () => read(at, id));
}

function once({ platform, spaceId }: At, what: string, start: () => Promise<ReadyExtract>): Promise<ReadyExtract> {
  const known = readings.get(platform) ?? new Map<string, Promise<ReadyExtract>>();
  readings.set(platform, known);
  const key = `${spaceId}/${what}`;
  let reading = known.get(key);
  if (!reading) {
    reading = start().finally(() => known.delete(key));
    known.set(key, reading);
  }
  return reading;
}

const readings = new WeakMap<Platform, Map<string, Promise<ReadyExtract>>>();

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
  try {
    const ctx = await asPerson(at, released.releasedBy, 'a data set is read');
    const made = await buildExtract(ctx, id, released.body, AbortSignal.timeout(mostMs));
    const delta = made.mark === null ? undefined : await cameMeanwhile(ctx, released, made);
    const left = await keepExtract(at, id, { ...made, release: released.number, delta });
    for (const file of left) await platform.files.remove(file).catch(() => {});
  } catch (error) {
    const failure = failureOf(error);
    if (!(error instanceof AppError)) platform.log.warn({ err: error, dataset: id }, 'a data set could not be read');
    await noteFailure(at, id, failure);
    throw new AppError('analytics.set.unread', { reason: failure.code, ...failure.data });
  }
  tell(at, id);
  return ended(await requireExtract(at, id));
}

/**
 * What changed while the whole was read: without it those who look would see what they saw before taken back for a moment. From here
 * on nobody else reads what came until the whole is in its place.
 */
async function cameMeanwhile(
  ctx: Ctx,
  { id, body }: Released<DataSet>,
  { mark, shape }: Omit<ReadExtract, 'release'>,
): Promise<ReadDelta | undefined> {
  await claimedDelta(ctx, id);
  try {
    return await buildDelta(ctx, id, body, { mark: mark!, shape, deltas: [] }, AbortSignal.timeout(mostDeltaMs));
  } catch (error) {
    await letDeltaGo(ctx, id);
    throw error;
  }
}

/** Reads what came since, and puts it beside the rows. */
async function readNew(at: At, id: string): Promise<ReadyExtract> {
  const { platform } = at;
  const began = Date.now();
  const released = await requireReleased(at, id);
  await claimedDelta(at, id);
  let file: string | undefined;
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
    if (!delta) {
      await letDeltaGo(at, id);
      if ((found.tookMs ?? 0) <= patientMs) return await readAgain(at, id);
      wholeBeside(at, id, found);
      return ended(found);
    }
    file = delta.delta?.file;
    if (!(await keepDelta(at, id, found, delta)) && file !== undefined) await platform.files.remove(file);
    else if (file !== undefined) tell(at, id);
  } catch (error) {
    const failure = failureOf(error);
    if (!(error instanceof AppError)) platform.log.warn({ err: error, dataset: id }, 'what is new could not be read');
    await letDeltaGo(at, id, failure);
    // what cannot be told apart from before, or is too much for it, can be read whole
    const left = error instanceof AppError ? undefined : await extractOf(at, id);
    if (left && !left.busy) wholeBeside(at, id, left);
    throw new AppError('analytics.set.unread', { reason: failure.code, ...failure.data });
  }
  return ended(await requireExtract(at, id));
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

function isReady(extract: Extract): extract is ReadyExtract {
  return extract.file !== null && extract.readAt !== null;
}

function failureOf(error: unknown): SetFailure {
  if (error instanceof AppError) return { code: error.code, ...(error.data && { data: error.data }) };
  return { code: 'platform.failed' };
}
