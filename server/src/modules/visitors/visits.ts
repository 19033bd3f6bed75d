import type { Visit } from '@formwork/contract/visitors/visit.ts';
import type { Ctx, VisitorCtx } from '../../platform/context.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { newId } from '../../platform/ids.ts';
import { inEverySpace } from '../../platform/jobs/jobs-retention.ts';
import { directoryOf } from '../organization/public.ts';

/** Who opened a link of any kind, the last ones first. Whether the caller may know is theirs to ask who call this. */
export async function visitsOf(ctx: Ctx, linkId: string): Promise<Visit[]> {
  const { rows } = await spaceQuery<{ id: string; at: Date; address: string; person_id: string | null }>(ctx.platform, {
    text: `select id, at, address, person_id from ${spaceSchema(ctx.spaceId)}.visitors_visit where link_id = $1 order by id desc limit 200`,
    values: [linkId],
  });
  const { people } = await directoryOf(ctx.platform, ctx.spaceId);
  return rows.map(({ id, at, address, person_id: person }) => ({
    id,
    at: at.toISOString(),
    from: address,
    person: person === null ? null : (people.get(person)?.name ?? null),
  }));
}

/** A visit that counts: from where, and who it was where it is somebody of the space. */
export async function keepVisit(visitor: VisitorCtx, spaceId: string, linkId: string): Promise<void> {
  await spaceQuery(visitor.platform, {
    text: `insert into ${spaceSchema(spaceId)}.visitors_visit (link_id, id, address, person_id) values ($1, $2, $3, $4)`,
    values: [linkId, newId(), visitor.ip, visitorIn(visitor, spaceId)],
  });
}

/** Somebody of the space who is signed in. */
export function visitorIn(visitor: VisitorCtx, spaceId: string): string | null {
  return visitor.user && visitor.spaceId === spaceId ? visitor.user.id : null;
}

/** From where somebody looked is kept for half a year; the audit trail has its own time. */
export const forgetOldVisits = inEverySpace('visitors.forget_old', '25 3 * * *', (platform, spaceId) =>
  spaceQuery(platform, {
    text: `delete from ${spaceSchema(spaceId)}.visitors_visit where at < $1`,
    values: [new Date(Date.now() - 180 * 86_400_000)],
  }),
);
