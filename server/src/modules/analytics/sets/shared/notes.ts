import { escapedText } from '@formwork/etl/sql.ts';
import type { Cluster } from './cluster.ts';
import type { SharedTable } from './tables.ts';

// What processes tell each other of rooms over there. It is no harm when it is lost: rooms are made anew.

/** From how many changes to how many: what lies beside the whole holds all of these. */
export interface Stretch {
  from: number;
  to: number;
}

export async function makeNotes(cluster: Cluster): Promise<void> {
  await cluster.ask(
    `create table if not exists notes (room String, what LowCardinality(String), of String, at DateTime64(6, 'UTC') default now64(6)) engine = MergeTree order by (room, what) ttl toDateTime(at) + interval 7 day`,
  );
}

export async function noteStretch(cluster: Cluster, table: SharedTable, { from, to }: Stretch): Promise<void> {
  await note(cluster, roomOf(table), 'changes', `${from}-${to}`);
}

export async function stretchesOf(cluster: Cluster, table: SharedTable): Promise<Stretch[]> {
  const rows = await cluster.ask(
    `select of from notes where room = ${escapedText(roomOf(table))} and what = 'changes'`,
  );
  return rows.map(([of]) => {
    const [from = 0, to = 0] = (of ?? '').split('-').map(Number);
    return { from, to };
  });
}

const roomOf = ({ name, made }: SharedTable): string => `${name} ${made}`;

/** Somebody asks a room now and then; what nobody asks any more goes. */
export async function noteAsked(cluster: Cluster, room: string): Promise<void> {
  await note(cluster, room, 'asked', '');
}

/** Whoever began first and still says so makes it; with two of them it is made twice, and one is kept. */
export async function claim(cluster: Cluster, room: string, maker: string): Promise<boolean> {
  await note(cluster, room, 'making', maker);
  const [[first] = []] = await cluster.ask(
    `select of from notes where room = ${escapedText(room)} and what = 'making'
      and of not in (select of from notes where room = ${escapedText(room)} and what = 'left') group by of having max(at) > now64(6) - interval ${restMs / 1_000} second order by min(at), of limit 1`,
  );
  return first === undefined || first === maker;
}

/** How often a maker says that it is still there, and how long it is believed. */
export const beatMs = 5_000;
const restMs = 20_000;

export async function beat(cluster: Cluster, room: string, maker: string): Promise<void> {
  await note(cluster, room, 'making', maker);
}

/** It is there, or could not be made: nobody waits for this maker any more. */
export async function leave(cluster: Cluster, room: string, maker: string): Promise<void> {
  await note(cluster, room, 'left', maker);
}

async function note(cluster: Cluster, room: string, what: string, of: string): Promise<void> {
  await cluster.ask(`insert into notes (room, what, of) values (${[room, what, of].map(escapedText).join(', ')})`);
}
