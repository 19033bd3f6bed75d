import { createHash } from 'node:crypto';
import { isAll, isAny, isRows, type Comparison, type Condition } from '@formwork/contract/condition/condition.ts';
import type { Operator } from '@formwork/contract/condition/operators.ts';
import type { IndexReaders } from '@formwork/contract/records/list-indexes.ts';
import { inEverySpace } from '../../../platform/jobs/jobs-retention.ts';
import type { Platform } from '../../../platform/platform.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import type { Reach } from '../../forms/public.ts';
import { isSearch } from './list-search.ts';
import type { SortPlan } from './sort.ts';

/** A list that took as long is noted: with the way to the browser it would be felt. */
export const slowMs = 150;

/** How a list is filtered and ordered, without what it is compared with. */
export interface ListShape {
  filters: { field: string; operator: Operator }[];
  sort: { field: string; descending: boolean }[];
  readers: IndexReaders;
}

export interface NotedList extends ListShape {
  times: number;
  meanMs: number;
  maxMs: number;
  lastAt: string;
}

const mostFilters = 8;
const mostSorts = 5;
const writeAfterMs = 3_000;
const keptDays = 30;
/** Each form's slowest ways to look at it; whoever varies filters without end fills no table. */
const mostShapes = 200;

interface Note {
  spaceId: string;
  formId: string;
  shape: string;
  times: number;
  total: number;
  max: number;
}
interface Notes {
  waiting: Map<string, Note>;
  timer: NodeJS.Timeout | undefined;
}
const notesOf = new WeakMap<Platform, Notes>();

/** Remembers a slow list; written a little later and together with others, so that nobody waits for it. */
export function noteListTime(
  { platform, spaceId }: { platform: Platform; spaceId: string },
  formId: string,
  list: { filter: Condition | undefined; order: SortPlan; reach: Reach },
  ms: number,
): void {
  // a search goes by an index of its own
  if (ms < slowMs || isSearch(list.filter)) return;
  let notes = notesOf.get(platform);
  if (!notes) notesOf.set(platform, (notes = { waiting: new Map(), timer: undefined }));
  const shape = JSON.stringify(shapeOfList(list));
  const key = `${spaceId} ${formId} ${shape}`;
  const note = notes.waiting.get(key) ?? { spaceId, formId, shape, times: 0, total: 0, max: 0 };
  notes.waiting.set(key, { ...note, times: note.times + 1, total: note.total + ms, max: Math.max(note.max, ms) });
  notes.timer ??= setTimeout(
    () =>
      void writeListTimes(platform).catch((error: unknown) =>
        platform.log.warn({ err: error }, 'times of lists were not written'),
      ),
    writeAfterMs,
  ).unref();
}

export async function writeListTimes(platform: Platform): Promise<void> {
  const notes = notesOf.get(platform);
  if (!notes) return;
  const waiting = [...notes.waiting.values()];
  clearTimeout(notes.timer);
  notes.waiting.clear();
  notes.timer = undefined;
  for (const { spaceId, formId, shape, times, total, max } of waiting) {
    const table = `${spaceSchema(spaceId)}.records_list_time`;
    const id = createHash('sha1').update(shape).digest('hex').slice(0, 16);
    // asked before: a few too many, where two processes write at once, do no harm
    const { rows } = await spaceQuery<{ free: boolean }>(platform, {
      text: `select count(*) < ${mostShapes} or bool_or(id = $2) as free from ${table} where form_id = $1`,
      values: [formId, id],
    });
    if (!rows[0]?.free) continue;
    await spaceQuery(platform, {
      text: `insert into ${table} (form_id, id, shape, times, total_ms, max_ms, last_at) values ($1, $2, $3, $4, $5, $6, now())
             on conflict (form_id, id) do update set times = records_list_time.times + excluded.times, total_ms = records_list_time.total_ms + excluded.total_ms, max_ms = greatest(records_list_time.max_ms, excluded.max_ms), last_at = excluded.last_at`,
      values: [formId, id, shape, times, total, max],
    });
  }
}

/** The slow lists of a form, those that took most time first. */
export async function notedLists(
  { platform, spaceId }: { platform: Platform; spaceId: string },
  formId: string,
): Promise<NotedList[]> {
  const { rows } = await spaceQuery<{ shape: string; times: number; total_ms: number; max_ms: number; last_at: Date }>(
    platform,
    {
      text: `select shape, times, total_ms, max_ms, last_at from ${spaceSchema(spaceId)}.records_list_time where form_id = $1 and last_at > now() - interval '${keptDays} days' order by total_ms desc`,
      values: [formId],
    },
  );
  return rows.map(({ shape, times, total_ms: total, max_ms: max, last_at: last }) => ({
    ...(JSON.parse(shape) as ListShape),
    times,
    meanMs: Math.round(total / times),
    maxMs: Math.round(max),
    lastAt: last.toISOString(),
  }));
}

export const dropOldListTimes = inEverySpace('records.drop_old_list_times', '20 2 * * *', (platform, spaceId) =>
  spaceQuery(platform, {
    text: `delete from ${spaceSchema(spaceId)}.records_list_time where last_at < now() - interval '${keptDays} days'`,
  }),
);

function shapeOfList({
  filter,
  order,
  reach,
}: {
  filter: Condition | undefined;
  order: SortPlan;
  reach: Reach;
}): ListShape {
  const filters = filter
    ? allOf(filter)
        .map(({ field, operator }) => ({ field, operator }))
        .toSorted((a, b) => `${a.field} ${a.operator}`.localeCompare(`${b.field} ${b.operator}`))
    : [];
  return {
    filters: filters.slice(0, mostFilters),
    sort: order.keys.slice(0, mostSorts).map(({ column, descending }) => ({ field: column.id, descending })),
    readers: readersOf(reach),
  };
}

/** What every row must fit; of alternatives no index alone finds the rows. */
function allOf(condition: Condition): Comparison[] {
  if (isAll(condition)) return condition.all.flatMap(allOf);
  return isAny(condition) || isRows(condition) ? [] : [condition];
}

function readersOf(reach: Reach): IndexReaders {
  if (reach === 'all' || reach === null) return 'all';
  if (reach === 'own') return 'own';
  return reach.department || reach.below ? 'department' : reach.own ? 'own' : 'all';
}
