import { escapedText } from '@formwork/etl/sql.ts';
import type { Cluster } from './cluster.ts';
import { makeNotes } from './notes.ts';

const idleMinutes = 30;

/** Tables that nobody asked for a while, the whole before what lies beside it, and those of makers that died. */
export async function sweep(cluster: Cluster): Promise<void> {
  if (Date.now() - (swept.get(cluster) ?? 0) < restMs) return;
  swept.set(cluster, Date.now());
  await makeNotes(cluster);
  const old = await cluster.ask(
    `select name from system.tables where database = currentDatabase() and (startsWith(name, 'room_') or startsWith(name, 'filling_'))
      and metadata_modification_time < now() - interval ${idleMinutes} minute
      and substring(name, 1, ${roomLength}) not in (select room from notes where what = 'asked' and at > now64(6) - interval ${idleMinutes} minute)
      order by name`,
  );
  for (const [name] of old) await cluster.ask(`drop table if exists ${name}`);
  const rooms = [...new Set(old.map(([name]) => name!.slice(0, roomLength)))];
  if (rooms.length === 0) return;
  const gone = rooms.map((room) => `startsWith(room, ${escapedText(room)})`).join(' or ');
  await cluster.ask(`delete from notes where what = 'changes' and (${gone})`);
}

/** `room_`, a digest and what parts it from the number behind. */
const roomLength = 'room_'.length + 32 + 1;

const restMs = 5 * 60_000;
const swept = new WeakMap<Cluster, number>();
