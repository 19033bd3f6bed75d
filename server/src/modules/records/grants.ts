import type { SpaceTx } from '../../platform/space-data.ts';
import { prepared } from './columns.ts';
import type { RecordGrant } from './process-types.ts';

type Granter = { user: { id: string } };

/** Gives people a right on one record; the same origin changes what it gave before. */
export async function grantRecord(tx: SpaceTx, ctx: Granter, { formId, recordId, users, level, origin, hidden = [] }: RecordGrant): Promise<void> {
  const people = [...new Set(users)].sort();
  if (people.length === 0) return;
  await tx.query({
    ...prepared(`insert into ${tx.schema}.records_grant (record_id, user_id, origin, form_id, level, granted_by, hidden)
      select $1::uuid, unnest($2::uuid[]), $3::text, $4::text, $5::text, $6::uuid, $7::text[]
      on conflict (record_id, user_id, origin) do update set level = excluded.level, hidden = excluded.hidden, granted_by = excluded.granted_by, granted_at = now()`),
    values: [recordId, people, origin, formId, level, ctx.user.id, hidden],
  });
}

/** Takes back what an origin gave, from the people named or from all. */
export async function revokeRecord(tx: SpaceTx, { recordId, users, origin }: { recordId: string; users?: string[]; origin: string }): Promise<void> {
  await tx.query({
    ...prepared(`delete from ${tx.schema}.records_grant where record_id = $1 and origin = $2 and ($3::uuid[] is null or user_id = any($3))`),
    values: [recordId, origin, users ?? null],
  });
}
