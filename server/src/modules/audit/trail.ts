import type { auditApi, AuditFilter, AuditRow } from '@formwork/contract/audit/api.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { sql, type Selectable } from 'kysely';
import type { AuditTable } from '../../platform/audit.ts';
import type { TxCtx } from '../../platform/context.ts';
import type { ControlTx } from '../../platform/db.ts';
import { namesMentioned } from '../organization/public.ts';

export async function listTrail(ctx: TxCtx, { query }: InputOf<typeof auditApi.list>): Promise<ResponseOf<typeof auditApi.list>> {
  const { limit, after, ...filter } = query;
  const found = await readTrail(ctx.tx, ctx.spaceId, filter, { after: readCursor(after), limit: limit + 1 });
  const rows = found.slice(0, limit).map(rowOf);
  return { rows, names: await namesMentioned(ctx.platform, ctx.spaceId, rows), next: found.length > limit ? cursorAt(found[limit - 1]!) : null };
}

export interface TrailCursor {
  at: Date;
  seq: number;
}

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Newest first, behind a cursor. Every condition has an index that ends with the order, so a page costs the same anywhere in the trail. */
export async function readTrail(tx: ControlTx, spaceId: string, filter: AuditFilter, page: { after: TrailCursor | undefined; limit: number }): Promise<Selectable<AuditTable>[]> {
  const { person, ...rest } = filter;
  if (person === undefined) return readWhere(tx, spaceId, rest, page);
  // what they did in their own name, and for somebody as an agent or a trustee: each has an index of its own
  const [own, asDeputy] = [await readWhere(tx, spaceId, rest, page, { actor: person }), await readWhere(tx, spaceId, rest, page, { deputy: person })];
  return [...own, ...asDeputy].sort((a, b) => b.at.getTime() - a.at.getTime() || b.seq - a.seq).slice(0, page.limit);
}

async function readWhere(tx: ControlTx, spaceId: string, { object, kind, from, to }: Omit<AuditFilter, 'person'>, page: { after: TrailCursor | undefined; limit: number }, by?: { actor: string } | { deputy: string }): Promise<Selectable<AuditTable>[]> {
  let select = tx.selectFrom('platform.audit').selectAll().where('space_id', '=', spaceId).orderBy('at', 'desc').orderBy('seq', 'desc').limit(page.limit);
  if (by) select = 'actor' in by ? select.where('actor', '=', by.actor) : select.where(sql<boolean>`data->>'deputy' = ${by.deputy}`);
  if (kind !== undefined) select = select.where('kind', '=', kind);
  if (from !== undefined) select = select.where('at', '>=', new Date(from));
  if (to !== undefined) select = select.where('at', '<', new Date(to));
  if (object && uuidShape.test(object)) select = select.where('subject', '=', object.toLowerCase());
  else if (object) select = select.where('about', '<>', '').where('about', 'ilike', `%${object.replace(/[%_\\]/g, String.raw`\$&`)}%`);
  if (page.after) select = select.where(sql<boolean>`(at, seq) < (${page.after.at}, ${page.after.seq})`);
  return select.execute();
}

/** Rows are numbered without gaps, so the last number is how many there are. */
export async function lastNumber(tx: ControlTx, spaceId: string): Promise<number> {
  const last = await tx.selectFrom('platform.audit').select('seq').where('space_id', '=', spaceId).orderBy('seq', 'desc').limit(1).executeTakeFirst();
  return last?.seq ?? 0;
}

export function rowOf(row: Selectable<AuditTable>): AuditRow {
  return {
    seq: row.seq, at: row.at.toISOString(), actor: row.actor, kind: row.kind, type: row.type, subject: row.subject,
    requestId: row.request_id, ip: row.ip, data: row.data as Record<string, unknown>,
  };
}

function cursorAt({ at, seq }: TrailCursor): string {
  return `${at.getTime()}.${seq}`;
}

/** What is no cursor of ours begins at the top. */
function readCursor(text: string | undefined): TrailCursor | undefined {
  const match = /^(\d{1,15})\.(\d{1,15})$/.exec(text ?? '');
  return match ? { at: new Date(Number(match[1])), seq: Number(match[2]) } : undefined;
}
