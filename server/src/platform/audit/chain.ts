import { inControl } from '../db/db.ts';
import { spaceQuery, spaceSchema } from '../db/space-data.ts';
import type { Platform } from '../platform.ts';
import { checkedOld, oldEnd, type Checked } from './old-trail.ts';
import { microsSql, trailHash, type TrailTexts } from './trail-hash.ts';

export interface ChainState {
  /** Rows that hold, and the hash of the last of them: written down elsewhere it proves later that the end was not cut off. */
  rows: number;
  lastHash: string;
  /** The number of the first row that was changed, or undefined when all holds. */
  firstBroken: number | undefined;
}

/** The number of the last row, which is how many there are. */
export async function lastOfTrail(
  platform: Pick<Platform, 'pool' | 'control'>,
  spaceId: string,
): Promise<{ seq: number }> {
  const { rows } = await spaceQuery<{ seq: number }>(platform, {
    text: `select seq from ${spaceSchema(spaceId)}.trail order by seq desc limit 1`,
  });
  return rows[0] ?? inControl(platform.control, spaceId, (tx) => oldEnd(tx, spaceId));
}

const checkedAtOnce = 5_000;

/** Reads a space's trail from the start, the old part first; `onward` hears how far it came and may end it early. */
export async function checkChain(
  platform: Pick<Platform, 'pool' | 'control'>,
  spaceId: string,
  onward: (rows: number) => boolean = () => true,
): Promise<ChainState> {
  const parts = [
    (end: { seq: number; hash: string }) =>
      inControl(platform.control, spaceId, (tx) => checkedOld(tx, spaceId, end, checkedAtOnce)),
    (end: { seq: number; hash: string }) => checkedOwn(platform, spaceId, end),
  ];
  let end = { seq: 0, hash: '' };
  for (const read of parts) {
    for (;;) {
      const rows = await read(end);
      if (rows.length === 0) break;
      for (const { seq, hash, expected } of rows) {
        if (seq !== end.seq + 1 || hash !== expected)
          return { rows: end.seq, lastHash: end.hash, firstBroken: end.seq + 1 };
        end = { seq, hash };
      }
      if (!onward(end.seq)) return { rows: end.seq, lastHash: end.hash, firstBroken: undefined };
    }
  }
  return { rows: end.seq, lastHash: end.hash, firstBroken: undefined };
}

async function checkedOwn(
  platform: Pick<Platform, 'pool'>,
  spaceId: string,
  { seq, hash }: { seq: number; hash: string },
): Promise<Checked[]> {
  const { rows } = await spaceQuery<[seq: number, hash: string, ...TrailTexts]>(platform, {
    text: `select seq, encode(hash, 'hex'), event_id, ${microsSql}, actor, type, subject, request_id, ip, data::text
      from ${spaceSchema(spaceId)}.trail where seq > $1 order by seq limit ${checkedAtOnce}`,
    values: [seq],
    rowMode: 'array',
  });
  let before = hash;
  return rows.map(([number, stored, ...texts]) => {
    const expected = trailHash(before, texts);
    before = stored;
    return { seq: number, hash: stored, expected };
  });
}
