import type { Generated, Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Bus } from '../bus.ts';
import { asDispatcher, type ControlTables, type ControlTx } from '../db/db.ts';
import { toldInOrder } from '../told-in-order.ts';

/** Private addresses that the operator lets one enterprise reach, beside those of the installation. Always in memory. */
export interface AllowedRanges {
  of(spaceId: string): readonly string[];
  /** In the transaction of the change; `tell` follows its commit. */
  put(tx: ControlTx, spaceId: string, ranges: readonly string[], by: string): Promise<void>;
  tell(spaceId: string, ranges: readonly string[]): void;
}

export interface AllowedRangesTable {
  space_id: string;
  ranges: string[];
  changed_by: string;
  changed_at: Generated<Date>;
}

declare module '../db/db.ts' {
  interface ControlTables {
    'platform.outgoing_range': AllowedRangesTable;
  }
}

const changed = 'platform.outgoing_range';

export async function openAllowedRanges(
  facts: Kysely<ControlTables>,
  bus: Bus,
  log: Pick<Logger, 'error'>,
): Promise<AllowedRanges> {
  let known = new Map<string, readonly string[]>();
  let changes = 0;
  const read = async (): Promise<void> => {
    const before = changes;
    const rows = await asDispatcher(facts, (tx) =>
      tx.selectFrom('platform.outgoing_range').select(['space_id', 'ranges']).execute(),
    );
    // what was heard meanwhile may be newer than what was read
    if (before !== changes) return read();
    known = new Map(rows.map(({ space_id, ranges }) => [space_id, ranges]));
  };
  const told = toldInOrder<{ ranges: readonly string[] }>(bus, changed, (spaceId, { ranges }) => {
    changes += 1;
    known.set(spaceId, ranges);
  });
  bus.on(
    'reconnected',
    () => void read().catch((error: unknown) => log.error({ err: error }, 'the allowed addresses could not be read')),
  );
  await read();
  return {
    of: (spaceId) => known.get(spaceId) ?? [],
    async put(tx, spaceId, ranges, by) {
      const row = { ranges: [...ranges], changed_by: by, changed_at: new Date() };
      await tx
        .insertInto('platform.outgoing_range')
        .values({ space_id: spaceId, ...row })
        .onConflict((on) => on.column('space_id').doUpdateSet(row))
        .execute();
    },
    tell: (spaceId, ranges) => told.tell(spaceId, { ranges: [...ranges] }),
  };
}
