import { AppError } from '../../platform/errors.ts';
import { idOf } from '../../platform/actions.ts';
import { causeBehind } from '../../platform/cause-chain.ts';
import { spaceSchema } from '../../platform/db/space-data.ts';
import type { LoggedEvent } from '../../platform/events/events.ts';
import type { Platform } from '../../platform/platform.ts';
import { importedIds, planOf, recordsThen, type Then } from '../records/public.ts';
import { differing } from './differing.ts';
import type { Happened, Index } from './live.ts';

/** Something that happened to a record, with what it said then. */
export interface Occurrence {
  /** The event; of an import, event and record. */
  source: string;
  formId: string;
  recordId: string;
  actor: string | null;
  requestId: string;
  ip: string;
  happened: Happened;
  before: Then['before'] | null;
  after: Then['after'] | null;
  cause: unknown;
  /** Nodes that a process came to, and its state. */
  step?: readonly string[];
}

interface Asked {
  source: string;
  event: LoggedEvent;
  recordId: string;
  version: number | undefined;
}

/** In the order of the events. What is gone for good is passed over. */
export async function happenedIn(
  platform: Platform,
  spaceId: string,
  events: readonly LoggedEvent[],
  index: Index,
): Promise<Occurrence[]> {
  const asked: (Asked & { formId: string })[] = [];
  for (const event of events) {
    const formId = String(event.data.formId);
    if (event.type === 'records.imported') {
      if (!index.byForm.has(formId)) continue;
      const ids = await importedIds(
        platform,
        spaceSchema(spaceId),
        String(event.data.importId),
        Number(event.data.batch),
      );
      for (const recordId of ids)
        asked.push({ source: idOf(`${event.id} ${recordId}`), event, formId, recordId, version: 1 });
    } else {
      const { recordId, version } = event.data;
      if (typeof recordId !== 'string') continue;
      const isStep = event.type.startsWith('workflow.');
      asked.push({
        source: event.id,
        event,
        formId,
        recordId,
        version: event.type === 'records.deleted' ? undefined : isStep ? latest : Number(version),
      });
    }
  }
  const then = new Map<Asked, Then>();
  for (const [formId, all] of Map.groupBy(asked, (one) => one.formId)) {
    const plan = await planOrNone(platform, spaceId, formId);
    if (!plan) continue;
    const found = await recordsThen(platform, plan, all);
    for (const [at, one] of all.entries()) if (found[at]) then.set(one, found[at]);
  }
  return asked.flatMap((one) => {
    const said = then.get(one);
    return said ? [occurrenceOf(one, said)] : [];
  });
}

/** Steps of processes come without a version: what the record says now. */
const latest = 1_000_000_000;

async function planOrNone(platform: Platform, spaceId: string, formId: string) {
  try {
    return await planOf({ platform, spaceId }, formId);
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  }
}

function occurrenceOf(
  { source, event, recordId, formId }: Asked & { formId: string },
  { before, after }: Then,
): Occurrence {
  const { data } = event;
  const step = event.type.startsWith('workflow.') ? [...strings(data.nodes), ...stateReached(event)] : undefined;
  const on = event.type === 'records.deleted' ? 'deleted' : event.type === 'records.updated' ? 'changed' : 'created';
  const fields =
    on !== 'changed'
      ? []
      : Array.isArray(data.fields)
        ? [...strings(data.fields), ...strings(data.tables)]
        : before && after
          ? differing(before, after)
          : [];
  return {
    source,
    formId,
    recordId,
    actor: event.actor,
    requestId: event.requestId,
    ip: event.ip,
    happened: { on, fields },
    before: before ?? null,
    after: after ?? null,
    cause: causeBehind({ requestId: event.requestId, cause: data.cause }),
    ...(step && { step }),
  };
}

/** A process that has ended is commented on and copied as well: its state is news once. */
function stateReached({ type, data }: Asked['event']): string[] {
  const isNews =
    data.state === 'finished'
      ? data.finished === true
      : data.state === 'processing' || /\.(?:interrupted|invalidated)$/.test(type);
  return isNews ? strings([data.state]) : [];
}

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
