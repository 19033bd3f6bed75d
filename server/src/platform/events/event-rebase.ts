import type pg from 'pg';
import { spaceSchema } from '../db/space-data.ts';

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * A dump restored into another cluster brings positions of the old one, which counts its transactions by itself: readers whose
 * cursor is ahead of the new cluster would never hear of anything again. Where the cluster has changed, streams that are ahead
 * are numbered anew, so that everybody stands where they stood. As the owner, before anything reads or writes events.
 */
export async function rebaseEvents(owner: pg.ClientBase): Promise<void> {
  const {
    rows: [cluster],
  } = await owner.query<{ same: boolean; identifier: string }>(
    `select system_identifier::text as identifier, system_identifier::text = (select c.system_identifier from platform.event_cluster c) is true as same from pg_control_system()`,
  );
  if (cluster!.same) return;
  const { rows: spaces } = await owner.query<{ id: string }>('select id from identity.space order by id');
  const trails = spaces.map(({ id }) => `${spaceSchema(id)}.trail_position`);
  await rebaseStream(owner, '', 'platform.event', ['platform.event_cursor', ...trails]);
  for (const { id } of spaces)
    await rebaseStream(owner, id, `${spaceSchema(id)}.event`, [
      'platform.event_cursor',
      `${spaceSchema(id)}.trail_position`,
    ]);
  await owner.query(
    'insert into platform.event_cluster (system_identifier) values ($1) on conflict (id) do update set system_identifier = excluded.system_identifier',
    [cluster!.identifier],
  );
}

/**
 * Events up to the first cursor become those of transaction 1, up to the second of transaction 2 and so on; the cursors, and the
 * trails' own places, stand behind theirs. Among what a reader has still to hear the order is that of the ids, which is the order of time.
 */
async function rebaseStream(
  owner: pg.ClientBase,
  stream: string,
  table: string,
  placed: readonly string[],
): Promise<void> {
  await owner.query('begin');
  try {
    // the owner of the platform's own stream is held to row security as well
    if (stream === '') await owner.query(`alter table ${table} no force row level security`);
    const {
      rows: [found],
    } = await owner.query<{ ahead: boolean }>(
      `select coalesce(greatest((select e.xid from ${table} e order by e.xid desc, e.id desc limit 1),
          (select c.xid from platform.event_cursor c where c.stream = $1 order by c.xid desc limit 1)) >= pg_snapshot_xmax(pg_current_snapshot()), false) as ahead`,
      [stream],
    );
    if (found!.ahead) await number(owner, stream, table, placed);
    if (stream === '') await owner.query(`alter table ${table} force row level security`);
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
}

async function number(owner: pg.ClientBase, stream: string, table: string, placed: readonly string[]): Promise<void> {
  const { rows: marks } = await owner.query<{ position: string; id: string }>(
    `select distinct c.xid as number, c.xid::text as position, c.id from (${placed.map((place) => `select xid, id from ${place} where stream = $1`).join(' union all ')}) c order by number, c.id`,
    [stream],
  );
  const places = [marks.map(({ position }) => position), marks.map(({ id }) => id)];
  await owner.query(
    `update ${table} e set xid = (1 + (select count(*) from unnest($1::xid8[], $2::uuid[]) as mark (xid, id) where (mark.xid, mark.id) < (e.xid, e.id)))::text::xid8`,
    places,
  );
  for (const place of placed)
    await owner.query(
      `update ${place} c set xid = mark.n::text::xid8, id = '${lastId}'
        from unnest($1::xid8[], $2::uuid[]) with ordinality as mark (xid, id, n) where c.stream = $3 and (c.xid, c.id) = (mark.xid, mark.id)`,
      [...places, stream],
    );
}
