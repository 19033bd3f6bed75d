import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { ControlTables } from '../../../platform/db/db.ts';

/** What is shown of a session: its cookie, the one of an application's host, or its own id in a ticket. */
export type By = { tokenHash: string } | { hostHash: string } | { id: string };

export function shownBy(
  is: ExpressionBuilder<ControlTables & { s: ControlTables['identity.session'] }, 's'>,
  by: By,
): Expression<SqlBool> {
  if ('id' in by) return is('s.id', '=', by.id);
  if ('tokenHash' in by) return is('s.token_hash', '=', by.tokenHash);
  return is(
    's.id',
    '=',
    is.selectFrom('identity.session_host as h').select('h.session_id').where('h.token_hash', '=', by.hostHash),
  );
}
