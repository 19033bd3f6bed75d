import type { SpaceTx } from '../../../platform/db/space-data.ts';
import { prepared } from '../plan/columns.ts';
import type { RecordGrant } from '../write/process-types.ts';

type Granter = { user: { id: string } };

/** Gives people a right on one record; the same origin changes what it gave before. */
export function grantRecord(tx: SpaceTx, ctx: Granter, { formId, recordId, ...grant }: RecordGrant): void {
  grantAll(tx, ctx, { formId, recordId }, [grant]);
}

/** Several at once. Two of the same origin to the same person: the last one counts. */
export function grantAll(
  tx: SpaceTx,
  ctx: Granter,
  { formId, recordId }: Pick<RecordGrant, 'formId' | 'recordId'>,
  grants: readonly Omit<RecordGrant, 'formId' | 'recordId'>[],
): void {
  const rows = new Map(
    grants.flatMap(({ users, origin, level, hidden = [] }) =>
      users.map((user) => [`${user} ${origin}`, { user, origin, level, hidden }] as const),
    ),
  );
  if (rows.size === 0) return;
  // in one order, so that two who give to the same people wait for each other
  const inOrder = [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  tx.later({
    ...prepared(`insert into ${tx.schema}.records_grant (record_id, user_id, origin, form_id, level, granted_by, hidden, granted_at)
      select $1::uuid, g."user", g.origin, $2::text, g.level, $3::uuid, g.hidden, now() from json_to_recordset($4::json) as g ("user" uuid, origin text, level text, hidden text[])
      on conflict (record_id, user_id, origin) do update set level = excluded.level, hidden = excluded.hidden, granted_by = excluded.granted_by, granted_at = excluded.granted_at`),
    values: [recordId, formId, ctx.user.id, JSON.stringify(inOrder)],
  });
}

/** Takes back what an origin gave, from the people named or from all. */
export async function revokeRecord(
  tx: SpaceTx,
  { recordId, users, origin }: { recordId: string; users?: string[]; origin: string },
): Promise<void> {
  await tx.query({
    ...prepared(
      `delete from ${tx.schema}.records_grant where record_id = $1 and origin = $2 and ($3::uuid[] is null or user_id = any($3))`,
    ),
    values: [recordId, origin, users ?? null],
  });
}
