import { mostReturnedNames, type Returned } from '@formwork/contract/operations/hold.ts';
import type pg from 'pg';

/**
 * What was sealed with a secret that did not come along cannot be opened by anybody: two-step keys would refuse every sign-in. They
 * are reset, and whoever is touched is named, so that an operator can tell them. Row security is off while a restore is under way.
 */
export async function resetSealed(client: pg.Client): Promise<Returned[]> {
  const { rows: people } = await client.query<{ login: string }>(
    `update identity.account set two_step = null, totp_secret = null, totp_pending = null, totp_step = 0 where totp_secret is not null or totp_pending is not null returning login`,
  );
  const { rowCount: codes } = await client.query('delete from identity.recovery_code');
  const { rowCount: cards } = await client.query('update profile.profile set id_card = null where id_card is not null');
  const { rowCount: passwords } = await client.query(
    'update review.change set password = null, password_for = null where password is not null',
  );
  const { rows: connections } = await client.query<{ name: string }>(
    `update connections.connection set sealed = null, key_id = null, secrets = '{}', state = 'untested' where sealed is not null returning name`,
  );
  const { rows: waiting } = await client.query<{ id: string }>(
    `select id from review.change where state in ('waiting', 'releasing') and jsonb_typeof(input->'body'->'password') = 'string'`,
  );
  const all: Returned[] = [
    { kind: 'secondStep', count: people.length, names: people.map(({ login }) => login).sort() },
    { kind: 'recoveryCode', count: codes ?? 0, names: [] },
    { kind: 'idCard', count: cards ?? 0, names: [] },
    { kind: 'givenPassword', count: passwords ?? 0, names: [] },
    { kind: 'connectionSecret', count: connections.length, names: connections.map(({ name }) => name).sort() },
    { kind: 'waitingPassword', count: waiting.length, names: waiting.map(({ id }) => id) },
  ];
  return all.filter(({ count }) => count > 0).map((one) => ({ ...one, names: one.names.slice(0, mostReturnedNames) }));
}
