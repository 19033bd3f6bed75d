import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { FieldError } from '@formwork/contract/errors.ts';
import { formatDateTime } from '@formwork/contract/formats.ts';
import { signatureLetters, type Profile, type ProfileInput, type profileApi } from '@formwork/contract/profile/api.ts';
import { isIdNumber } from '@formwork/contract/registered-numbers.ts';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { TxCtx, VisitorTxCtx } from '../../platform/context.ts';
import { invalid } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { seal, unseal } from '../../platform/secrets.ts';
import { sealedAt } from './sealed.ts';
import type { ProfileTable } from './tables.ts';

/** A sealed number opens in its own row alone. */
const idCardPlace = (ctx: TxCtx) => sealedAt(ctx.spaceId, ctx.user.id);

export async function getProfile(ctx: TxCtx): Promise<Profile> {
  const row = await ctx.tx
    .selectFrom('profile.profile')
    .selectAll()
    .select([sql<string | null>`birthday::text`.as('birthday'), sql<string | null>`entry_date::text`.as('entry_date')])
    .where('account_id', '=', ctx.user.id)
    .executeTakeFirst();
  return viewOf(ctx, row);
}

/** The event names the fields that were sent, not what stands in them: it goes to the audit trail, which lasts. */
export async function updateProfile(ctx: TxCtx, { body }: InputOf<typeof profileApi.update>): Promise<Profile> {
  const problems = problemsOf(body);
  if (problems.length > 0) throw invalid('profile.invalid', problems);
  const { idCard, entryDate, jobDescription, ...plain } = body;
  await writeProfile(ctx, ctx.user.id, {
    ...textsOf(plain),
    entry_date: entryDate,
    job_description: jobDescription || null,
    ...(idCard === undefined
      ? {}
      : { id_card: idCard ? seal(ctx.platform.config, idCardPlace(ctx), idCard.toUpperCase()) : null }),
  });
  await record(ctx, 'profile.changed', { id: ctx.user.id, idCard: idCard !== undefined });
  return getProfile(ctx);
}

/** How somebody arranged their own start page is nothing for the audit trail. */
export async function closeSteps(ctx: TxCtx, { body }: InputOf<typeof profileApi.closeSteps>): Promise<Profile> {
  await writeProfile(ctx, ctx.user.id, { steps_closed: body.closed });
  return getProfile(ctx);
}

/** A person's row with these changes, whether there was one or not. */
export async function writeProfile(
  ctx: VisitorTxCtx,
  accountId: string,
  changes: Partial<Omit<Insertable<ProfileTable>, 'space_id' | 'account_id'>>,
): Promise<void> {
  const none = {
    gender: null,
    birthday: null,
    qq: null,
    id_card: null,
    address: null,
    signature: null,
    extension: null,
    entry_date: null,
    job_description: null,
    portrait: null,
    portrait_original: null,
    drawn_signature: null,
  };
  await ctx.tx
    .insertInto('profile.profile')
    .values({ space_id: ctx.spaceId, account_id: accountId, ...none, ...changes })
    .onConflict((on) => on.columns(['space_id', 'account_id']).doUpdateSet(changes))
    .execute();
}

function problemsOf(body: ProfileInput): FieldError[] {
  const tomorrow = formatDateTime(new Date(Date.now() + 86_400_000), 'UTC').slice(0, 10);
  const checks: [path: keyof ProfileInput, holds: boolean, code: string, data?: Record<string, unknown>][] = [
    ['birthday', !body.birthday || body.birthday <= tomorrow, 'profile.day_to_come'],
    ['qq', !body.qq || /^[1-9]\d{4,11}$/.test(body.qq), 'profile.not_a_qq'],
    ['idCard', !body.idCard || isIdNumber(body.idCard.toUpperCase()), 'profile.not_an_id_number'],
    [
      'signature',
      [...(body.signature ?? '')].length <= signatureLetters,
      'profile.signature_too_long',
      { max: signatureLetters },
    ],
    ['extension', !body.extension || /^[\d+*#-]+$/.test(body.extension), 'profile.not_an_extension'],
  ];
  return checks.filter(([, holds]) => !holds).map(([path, , code, data]) => ({ path, code, ...(data && { data }) }));
}

/** An empty text is nothing. */
function textsOf<T extends Record<string, string | null>>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value || null])) as T;
}

function viewOf(ctx: TxCtx, row: Selectable<ProfileTable> | undefined): Profile {
  const idCard = row?.id_card ? unseal(ctx.platform.config, idCardPlace(ctx), row.id_card) : null;
  return {
    gender: row?.gender ?? null,
    birthday: row?.birthday ?? null,
    qq: row?.qq ?? null,
    idCard: idCard && `${idCard.slice(0, 3)}${'*'.repeat(11)}${idCard.slice(-4)}`,
    address: row?.address ?? null,
    signature: row?.signature ?? null,
    extension: row?.extension ?? null,
    entryDate: row?.entry_date ?? null,
    jobDescription: row?.job_description ?? null,
    portrait: row?.portrait ?? null,
    portraitOriginal: row?.portrait_original ?? null,
    drawnSignature: row?.drawn_signature ?? null,
    stepsClosed: row?.steps_closed ?? false,
  };
}
