import type { auditApi, AuditFilter, AuditRow } from '@formwork/contract/audit/api.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Ctx } from '../../platform/context.ts';
import { namesMentioned } from '../organization/public.ts';
import { readOld, readOwn, type Asked, type TrailOf, type TrailRow } from './rows.ts';

export async function listTrail(
  ctx: Ctx,
  { query }: InputOf<typeof auditApi.list>,
): Promise<ResponseOf<typeof auditApi.list>> {
  const { limit, after, ...filter } = query;
  const found = await readTrail(ctx, filter, { after: readCursor(after), limit: limit + 1 });
  const rows = found.slice(0, limit).map(rowOf);
  return {
    rows,
    names: await namesMentioned(ctx.platform, ctx.spaceId, rows),
    next: found.length > limit ? cursorAt(found[limit - 1]!) : null,
  };
}

export type TrailCursor = Pick<TrailRow, 'micros' | 'seq'>;

/** Newest first, behind a cursor: of the trail beside the data, and of what was written before. */
export async function readTrail(
  trail: TrailOf,
  { person, ...filter }: AuditFilter,
  page: { after: TrailCursor | undefined; limit: number },
): Promise<TrailRow[]> {
  const asked: Asked[] =
    person === undefined
      ? [{ ...filter, ...page }]
      : [
          { ...filter, ...page, by: { actor: person } },
          { ...filter, ...page, by: { deputy: person } },
        ];
  const found: TrailRow[] = [];
  for (const one of asked) found.push(...(await readOwn(trail, one)), ...(await readOld(trail, one)));
  return found.sort((a, b) => b.micros - a.micros || b.seq - a.seq).slice(0, page.limit);
}

export function rowOf(row: TrailRow): AuditRow {
  return {
    seq: row.seq,
    at: row.at.toISOString(),
    actor: row.actor,
    kind: row.kind,
    type: row.type,
    subject: row.subject,
    requestId: row.request_id,
    ip: row.ip,
    data: row.data,
  };
}

function cursorAt({ micros, seq }: TrailCursor): string {
  return `${micros}.${seq}`;
}

/** What is no cursor of ours begins at the top. */
function readCursor(text: string | undefined): TrailCursor | undefined {
  const match = /^(\d{1,16})\.(\d{1,15})$/.exec(text ?? '');
  return match ? { micros: Number(match[1]), seq: Number(match[2]) } : undefined;
}
