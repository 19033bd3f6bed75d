import { sql } from 'kysely';
import type { VisitorTxCtx } from '../../platform/context.ts';
import type { ControlTx } from '../../platform/db/db.ts';
import { record } from '../../platform/events/events.ts';
import { writeProfile } from './profiles.ts';

/** What of a profile stands on a contact card, and may be written by those who keep the organization. */
export interface CardProfile {
  gender: 'male' | 'female' | null;
  birthday: string | null;
  extension: string;
  entryDate: string | null;
  jobDescription: string;
  portrait: string | null;
}

/** Who has said nothing of themselves is not among them. */
export async function profilesOf(tx: ControlTx, ids: readonly string[]): Promise<Map<string, CardProfile>> {
  const rows = await tx
    .selectFrom('profile.profile')
    .select([
      'account_id',
      'gender',
      'extension',
      'job_description',
      'portrait',
      sql<string | null>`birthday::text`.as('birthday'),
      sql<string | null>`entry_date::text`.as('entry_date'),
    ])
    .where('account_id', 'in', [...ids])
    .execute();
  return new Map(
    rows.map((row) => [
      row.account_id,
      {
        gender: row.gender,
        birthday: row.birthday,
        extension: row.extension ?? '',
        entryDate: row.entry_date,
        jobDescription: row.job_description ?? '',
        portrait: row.portrait,
      },
    ]),
  );
}

/** What is left out stays as it is; an empty text is nothing. */
export async function writeProfileOf(
  ctx: VisitorTxCtx,
  id: string,
  {
    gender,
    birthday,
    entryDate,
    jobDescription,
    extension,
  }: { [K in Exclude<keyof CardProfile, 'portrait'>]?: CardProfile[K] | undefined },
): Promise<void> {
  const given = {
    gender,
    birthday,
    entry_date: entryDate,
    extension: extension === undefined ? undefined : extension || null,
    job_description: jobDescription === undefined ? undefined : jobDescription || null,
  };
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  if (Object.keys(changes).length === 0) return;
  await writeProfile(ctx, id, changes);
  await record(ctx, 'profile.changed', { id, idCard: false });
}
