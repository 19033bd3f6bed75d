import type { AuditFilter } from '@formwork/contract/audit/api.ts';
import type { AuditKind } from '@formwork/contract/audit/kinds.ts';
import { CompiledQuery } from 'kysely';
import { inControl } from '../../platform/db/db.ts';
import { reader } from '../../platform/db/space-data.ts';
import type { Platform } from '../../platform/platform.ts';

export interface TrailRow {
  seq: number;
  at: Date;
  /** The same in microseconds. */
  micros: number;
  actor: string | null;
  kind: AuditKind;
  type: string;
  subject: string;
  request_id: string;
  ip: string;
  data: Record<string, unknown>;
  hash: string;
}

export interface Asked extends Omit<AuditFilter, 'person'> {
  /** What they did in their own name, or for somebody as an agent or a trustee: each has an index of its own. */
  by?: { actor: string } | { deputy: string };
  after: Pick<TrailRow, 'micros' | 'seq'> | undefined;
  limit: number;
}

/** Whose trail. */
export interface TrailOf {
  platform: Platform;
  spaceId: string;
}

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const columns = `seq, at, (extract(epoch from at) * 1000000)::bigint as micros, actor, kind, type, subject, request_id, ip, data`;

/** Newest first, of the trail in the space's schema. Every condition has an index that ends with the order, so a page costs the same anywhere in the trail. */
export async function readOwn(trail: TrailOf, asked: Asked): Promise<TrailRow[]> {
  const space = reader(trail);
  const values: unknown[] = [];
  const conditions = conditionsOf(asked, values);
  const { rows } = await space.query<TrailRow>({
    text: `select ${columns}, encode(hash, 'hex') as hash from ${space.schema}.trail where ${conditions}`,
    values,
  });
  return rows;
}

/** The same of what was written before it lay there. */
export async function readOld({ platform, spaceId }: TrailOf, asked: Asked): Promise<TrailRow[]> {
  const values: unknown[] = [spaceId];
  const conditions = conditionsOf(asked, values);
  const text = `select ${columns}, hash from platform.audit where space_id = $1 and ${conditions}`;
  return inControl(
    platform.control,
    spaceId,
    async (tx) => (await tx.executeQuery(CompiledQuery.raw(text, values) as CompiledQuery<TrailRow>)).rows,
  );
}

function conditionsOf({ object, kind, from, to, by, after, limit }: Asked, values: unknown[]): string {
  const value = (given: unknown): string => `$${values.push(given)}`;
  const conditions = ['true'];
  if (by) conditions.push('actor' in by ? `actor = ${value(by.actor)}` : `data->>'deputy' = ${value(by.deputy)}`);
  if (kind !== undefined) conditions.push(`kind = ${value(kind)}`);
  if (from !== undefined) conditions.push(`at >= ${value(new Date(from))}`);
  if (to !== undefined) conditions.push(`at < ${value(new Date(to))}`);
  if (object && uuidShape.test(object)) conditions.push(`subject = ${value(object.toLowerCase())}`);
  else if (object)
    conditions.push(`about <> '' and about ilike ${value(`%${object.replace(/[%_\\]/g, String.raw`\$&`)}%`)}`);
  if (after)
    conditions.push(
      `(at, seq) < (timestamptz 'epoch' + ${value(after.micros)}::bigint * interval '1 microsecond', ${value(after.seq)}::bigint)`,
    );
  return `${conditions.join(' and ')} order by at desc, seq desc limit ${limit}`;
}
