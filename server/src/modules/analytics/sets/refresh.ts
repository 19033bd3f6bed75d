import { setTimeout as wait } from 'node:timers/promises';
import { liveSeconds, type DataSet } from '@formwork/contract/analytics/dataset.ts';
import type { Ctx } from '../../../platform/context.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { releasedOf, type Released } from '../../definitions/public.ts';
import { asPerson } from '../../identity/public.ts';
import { buildExtract } from './build-extract.ts';
import { claimExtract, extractOf, keepExtract, noteFailure, type Extract, type SetFailure } from './extract-rows.ts';
import { tellOfSet } from './tell-of-set.ts';

type At = Pick<Ctx, 'platform' | 'spaceId'>;
export type ReadyExtract = Extract & { file: string; readAt: Date };

const mostMs = 14 * 60_000;
/** A source that just failed is not asked again by each who looks. */
const restMs = 10_000;
/** Nobody waits for what takes longer to read: they see what was read before, and hear when it is there. */
const patientMs = 3_000;

/** The rows of a data set as they are to be shown now: read anew where they are of another release, or too old for one that is live. */
export async function currentExtract(at: At, released: Released<DataSet>): Promise<ReadyExtract> {
  const { id, number, body } = released;
  const found = await extractOf(at, id);
  const fits = found && isReady(found) && found.release === number;
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

/** Reads the source, in the name of whoever released the data set: one at a time, whoever asks meanwhile gets the same. */
export function readAgain({ platform, spaceId }: At, id: string): Promise<ReadyExtract> {
  const known = readings.get(platform) ?? new Map<string, Promise<ReadyExtract>>();
  readings.set(platform, known);
  const key = `${spaceId}/${id}`;
  let reading = known.get(key);
  if (!reading) {
    reading = read({ platform, spaceId }, id).finally(() => known.delete(key));
    known.set(key, reading);
  }
  return reading;
}

const readings = new WeakMap<Platform, Map<string, Promise<ReadyExtract>>>();

async function read(at: At, id: string): Promise<ReadyExtract> {
  const released = await releasedOf<DataSet>(at.platform, at.spaceId, 'dataset', id);
  if (!released?.enabled) throw notFound('analytics.set.gone');
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
    const left = await keepExtract(at, id, { ...made, release: released.number });
    if (left !== null) await at.platform.files.remove(left).catch(() => {});
  } catch (error) {
    const failure = failureOf(error);
    if (!(error instanceof AppError)) at.platform.log.warn({ err: error, dataset: id }, 'a data set could not be read');
    await noteFailure(at, id, failure);
    throw new AppError('analytics.set.unread', { reason: failure.code, ...failure.data });
  }
  // the rows are there, whether or not everybody hears of them
  tellOfSet(at, id).catch((error: unknown) =>
    at.platform.log.warn({ err: error, dataset: id }, 'not everybody was told that a data set was read'),
  );
  const kept = await extractOf(at, id);
  // taken away with its data set meanwhile
  if (!kept) throw notFound('analytics.set.gone');
  return ended(kept);
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
