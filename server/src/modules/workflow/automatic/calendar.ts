import { usualWorkTime, type WorkTime } from '@formwork/contract/enterprise/work-time.ts';
import type { GraphIndex } from '@formwork/process/graph-index.ts';
import { inControl } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { workTimeOf, zoneOf } from '../../enterprise/public.ts';

/** Holidays change a few times a year; a due time may follow a minute behind. */
const keptMs = 60_000;

const memories = new WeakMap<Platform, Map<string, { until: number; time: Promise<WorkTime> }>>();

/** The calendar of the enterprise, read only where a process counts in hours of work. */
export async function calendarOf(
  { platform, spaceId }: { platform: Platform; spaceId: string },
  index: GraphIndex,
): Promise<WorkTime> {
  const timeZone = zoneOf(platform, spaceId);
  if (!countsWork(index)) return { ...usualWorkTime, timeZone };
  let memory = memories.get(platform);
  if (!memory) memories.set(platform, (memory = new Map()));
  const known = memory.get(spaceId);
  if (known && known.until > Date.now()) return { ...(await known.time), timeZone };
  const time = inControl(platform.facts, spaceId, (tx) => workTimeOf(tx, spaceId));
  memory.set(spaceId, { until: Date.now() + keptMs, time });
  time.catch(() => memory.delete(spaceId));
  return { ...(await time), timeZone };
}

function countsWork({ graph }: GraphIndex): boolean {
  return graph.nodes.some((node) =>
    node.kind === 'timer'
      ? node.wait.by === 'field' || node.wait.span.working
      : 'due' in node && node.due?.within.working === true,
  );
}
