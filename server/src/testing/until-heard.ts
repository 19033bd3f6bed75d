import { expect } from 'vitest';
import type { TestServer } from './server.ts';

/** Waits until a subscriber has heard all events of a space whose types begin so: what it does because of them is done. */
export async function untilHeard(
  { platform }: Pick<TestServer, 'platform'>,
  subscriber: string,
  types: string,
  space = 'demo',
): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await platform.owner.query<{ left: number }>(
        `select count(*)::int as left from space_${space}.event e
         where starts_with(e.type, $2) and not exists (select 1 from platform.event_cursor c where c.subscriber = $1 and c.stream = $3 and (c.xid, c.id) >= (e.xid, e.id))`,
        [subscriber, types, space],
      );
      return rows[0]!.left;
    })
    .toBe(0);
}
