import { setTimeout as wait } from 'node:timers/promises';
import { growingSeconds, liveSeconds, type DataSet } from '@formwork/contract/analytics/dataset.ts';
import { todayIn } from '@formwork/contract/condition/calendar.ts';
import type { Released } from '../../definitions/public.ts';
import { zoneOf } from '../../enterprise/public.ts';
import { extractOf, type Extract } from './extract-rows.ts';
import { canGrow } from './marks.ts';
import { haveMovedOn } from './parameters.ts';
import {
  isReady,
  newRead,
  patientMs,
  readAgain,
  wholeBeside,
  wholeRead,
  type At,
  type Begun,
  type ReadyExtract,
} from './read-rows.ts';
import type { StoredRows } from './stored-rows.ts';

/** A source that just failed is not asked again by each who looks. */
const restMs = 10_000;
/** With more changes than these the source is read whole again: so many files, and so many rows or a tenth of all. */
const mostChanges = { files: 300, rows: 1_000 };
/** What is deleted over there, or came too late to be asked for, is seen after so long at the latest. */
const mostAgeMs = 24 * 60 * 60_000;

/** The rows of a data set as they are to be shown now: read anew where they are of another release, or too old for one that is live. */
export async function currentExtract(at: At, released: Released<DataSet>): Promise<ReadyExtract> {
  const { id, number, body } = released;
  const found = await extractOf(at, id);
  const fits = found && isReady(found) && found.release === number;
  if (fits && canGrow(body) && found.mark !== null) return grownExtract(at, released, found);
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
async function grownExtract(at: At, { id, body }: Released<DataSet>, found: ReadyExtract): Promise<ReadyExtract> {
  const failedNow = found.error && Date.now() - found.triedAt.getTime() < restMs;
  const isPast = isOfDaysBefore(at, body, found);
  if (isPast && !found.busy && !failedNow && (found.tookMs ?? 0) <= patientMs)
    return soonOr(at, wholeRead(at, id), found);
  if ((isPast || isMuch(found) || isAged(found)) && !found.busy) wholeBeside(at, id, found);
  const deltaMs = found.deltaMs ?? 0;
  const isOld = Date.now() - found.readAt.getTime() > Math.max(growingSeconds * 1_000, deltaMs);
  if (!isOld || failedNow) return found;
  const begun = newRead(at, id);
  if (deltaMs > patientMs) {
    begun.reading.catch(() => {});
    return found;
  }
  return soonOr(at, begun, found);
}

/** What is being read where it is there soon, else what was: nobody waits for a claim that is dead, or a source that hangs. */
async function soonOr(at: At, { began, reading }: Begun, found: ReadyExtract): Promise<ReadyExtract> {
  const patience = new AbortController();
  const leftMs = Math.max(0, began + patientMs - Date.now());
  try {
    return await Promise.race([reading, wait(leftMs, found, { signal: patience.signal })]);
  } catch {
    // what failed stands beside the rows of before, and is said with them
    const left = await extractOf(at, found.dataset);
    return left && isReady(left) && left.release === found.release ? left : found;
  } finally {
    patience.abort();
  }
}

/** Whether its statement was set to days that have passed since: rows of these would stay. */
function isOfDaysBefore({ platform, spaceId }: At, { source }: DataSet, { wholeAt }: Extract): boolean {
  if (source.is !== 'sql' || !wholeAt) return false;
  const zone = zoneOf(platform, spaceId);
  return haveMovedOn(source.parameters, todayIn(wholeAt, zone), todayIn(new Date(), zone));
}

function isAged({ wholeAt }: Extract): boolean {
  return wholeAt !== null && Date.now() - wholeAt.getTime() > mostAgeMs;
}

function isMuch({ deltas, rows }: Extract): boolean {
  const changed = deltas.reduce((sum, delta) => sum + delta.rows, 0);
  return deltas.length > mostChanges.files || changed > Math.max(mostChanges.rows, (rows ?? 0) / 10);
}
