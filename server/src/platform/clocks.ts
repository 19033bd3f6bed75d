import { sql } from 'kysely';
import type { Platform } from './platform.ts';

const mostApartMs = 5_000;
const everyMs = 10 * 60_000;

/** Times of ours and times of the database stand side by side: in events, in limits, in what has expired. Says so when the clocks differ, by how much. */
export async function compareClocks(
  { control, log }: Pick<Platform, 'control' | 'log'>,
  now = () => Date.now(),
): Promise<number> {
  const before = now();
  const {
    rows: [row],
  } = await sql<{ at: string }>`select (extract(epoch from clock_timestamp()) * 1000)::text as at`.execute(control);
  // as if the database had looked in the middle of the question
  const apart = Math.round((before + now()) / 2 - Number(row!.at));
  if (Math.abs(apart) > mostApartMs)
    log.warn(
      { aheadOfDatabaseMs: apart },
      'the clocks of this machine and of the database differ: both should follow the same time server',
    );
  return apart;
}

/** Now and again; clocks wander. */
export function watchClocks(platform: Pick<Platform, 'control' | 'log'>): { stop: () => void } {
  const look = () =>
    void compareClocks(platform).catch((error: unknown) =>
      platform.log.debug({ err: error }, 'the clocks could not be compared'),
    );
  look();
  const timer = setInterval(look, everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
