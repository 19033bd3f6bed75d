import { hash as hashText } from 'node:crypto';
import type { AuditKind } from '@formwork/contract/audit/kinds.ts';
import type { ControlTx } from '../db/db.ts';

/** The trail of all spaces as it was written before it moved into their schemas. It is read, and never grows. */
export interface AuditTable {
  space_id: string;
  seq: number;
  event_id: string;
  at: Date;
  actor: string | null;
  type: string;
  subject: string;
  request_id: string;
  ip: string;
  data: unknown;
  kind: AuditKind;
  about: string;
  hash: string;
}

declare module '../db/db.ts' {
  interface ControlTables {
    'platform.audit': AuditTable;
  }
}

/** Its last number and hash, from which the space's own goes on. */
export async function oldEnd(tx: ControlTx, spaceId: string): Promise<{ seq: number; hash: string }> {
  const last = await tx
    .selectFrom('platform.audit')
    .select(['seq', 'hash'])
    .where('space_id', '=', spaceId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ?? { seq: 0, hash: '' };
}

export interface Checked {
  seq: number;
  /** What stands in the row, and what it must be. */
  hash: string;
  expected: string;
}

/** The next rows behind a number, with the hashes they must have behind that of the row before. */
export async function checkedOld(
  tx: ControlTx,
  spaceId: string,
  { seq, hash }: { seq: number; hash: string },
  limit: number,
): Promise<Checked[]> {
  const rows = await tx
    .selectFrom('platform.audit')
    .selectAll()
    .where('space_id', '=', spaceId)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute();
  let before = hash;
  return rows.map((row) => {
    const expected = hashOf(before, row);
    before = row.hash;
    return { seq: row.seq, hash: row.hash, expected };
  });
}

function hashOf(before: string, row: AuditTable): string {
  const { event_id: id, at, actor, type, subject, request_id: requestId, ip, data } = row;
  return hashText(
    'sha256',
    JSON.stringify([before, id, at.toISOString(), actor, type, subject, requestId, ip, sorted(data)]),
    'hex',
  );
}

/** jsonb does not keep the order of keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
