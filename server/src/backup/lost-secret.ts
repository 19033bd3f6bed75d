import type pg from 'pg';

/**
 * What was sealed with a secret that did not come along cannot be opened by anybody: two-step keys would refuse every sign-in. They
 * are reset, and whoever is touched is named, so that an operator can tell them. Row security is off while a restore is under way.
 */
export async function resetSealed(client: pg.Client): Promise<string[]> {
  const { rows: people } = await client.query<{ login: string }>(
    `update identity.account set two_step = null, totp_secret = null, totp_pending = null, totp_step = 0 where totp_secret is not null or totp_pending is not null returning login`);
  const { rowCount: codes } = await client.query('delete from identity.recovery_code');
  const { rowCount: cards } = await client.query('update profile.profile set id_card = null where id_card is not null');
  const { rowCount: passwords } = await client.query('update review.change set password = null, password_for = null where password is not null');
  const { rows: waiting } = await client.query<{ id: string }>(`select id from review.change where state in ('waiting', 'releasing') and jsonb_typeof(input->'body'->'password') = 'string'`);
  const lines = ['The secret did not come along (see --seal), so what was sealed with it is gone:'];
  if (people.length > 0) lines.push(`  the second step of ${people.length} people, who sign in by password alone until they set it up anew: ${people.map(({ login }) => login).sort().join(', ')}`);
  if (codes) lines.push(`  ${codes} recovery codes`);
  if (cards) lines.push(`  ${cards} numbers of identity cards`);
  if (passwords) lines.push(`  ${passwords} passwords of new accounts that nobody has opened yet`);
  if (waiting.length > 0) lines.push(`  the passwords in ${waiting.length} changes that wait for a review, which have to be refused: ${waiting.map(({ id }) => id).join(', ')}`);
  return lines.length === 1 ? [] : lines;
}
