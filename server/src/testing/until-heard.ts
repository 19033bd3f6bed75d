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
      const { rows: cursors } = await platform.owner.query<{ xid: string; id: string }>(
        'select xid::text, id from platform.event_cursor where subscriber = $1 and stream = $2',
        [subscriber, space],
      );
      const { xid = '0', id = '00000000-0000-0000-0000-000000000000' } = cursors[0] ?? {};
      const { rows } = await platform.owner.query<{ left: number }>(
        `select count(*)::int as left from space_${space}.event e where starts_with(e.type, $1) and (e.xid, e.id) > ($2::xid8, $3::uuid)`,
        [types, xid, id],
      );
      return rows[0]!.left;
    })
    .toBe(0);
}
