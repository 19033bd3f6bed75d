import { sql } from 'kysely';
import type { ControlTx } from '../../platform/db/db.ts';

/** What the operator roles of somebody give together; undefined for those who hold everything. In the operator's space. */
export async function grantsOf(tx: ControlTx, accountId: string): Promise<readonly string[] | undefined> {
  const staff = await tx
    .selectFrom('identity.operator_staff')
    .select('everything')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!staff || staff.everything) return undefined;
  const rows = await tx
    .selectFrom('identity.operator_role as r')
    .innerJoin('identity.operator_role_holder as h', 'h.role_id', 'r.id')
    .select('r.grants')
    .where('h.account_id', '=', accountId)
    .execute();
  return [...new Set(rows.flatMap(({ grants }) => grants))];
}

export interface RoleRow {
  id: string;
  name: string;
  description: string;
  grants: string[];
  holders: number;
}

export async function operatorRoles(tx: ControlTx): Promise<RoleRow[]> {
  return tx
    .selectFrom('identity.operator_role as r')
    .leftJoin('identity.operator_role_holder as h', 'h.role_id', 'r.id')
    .select(['r.id', 'r.name', 'r.description', 'r.grants', sql<number>`count(h.account_id)::int`.as('holders')])
    .groupBy(['r.space_id', 'r.id'])
    .orderBy(sql`r.name collate platform.by_name`)
    .execute();
}

export async function insertOperatorRole(
  tx: ControlTx,
  spaceId: string,
  role: { id: string; name: string; description: string; grants: string[] },
): Promise<void> {
  await tx
    .insertInto('identity.operator_role')
    .values({ space_id: spaceId, ...role })
    .execute();
}

export async function changeOperatorRole(
  tx: ControlTx,
  id: string,
  role: { name: string; description: string; grants: string[] },
): Promise<void> {
  await tx.updateTable('identity.operator_role').set(role).where('id', '=', id).execute();
}

export async function removeOperatorRole(tx: ControlTx, id: string): Promise<void> {
  await tx.deleteFrom('identity.operator_role').where('id', '=', id).execute();
}

export interface StaffRow {
  id: string;
  login: string;
  name: string;
  disabled: boolean;
  everything: boolean;
  roles: { id: string; name: string }[];
  lastSeenAt: Date | null;
}

/** The operator's staff by name. */
export async function operatorStaff(
  tx: ControlTx,
  spaceId: string,
  { search, id }: { search?: string | undefined; id?: string },
  page: { offset: number; limit: number },
): Promise<{ rows: StaffRow[]; total: number }> {
  let found = tx
    .selectFrom('identity.membership as m')
    .innerJoin('identity.account as a', 'a.id', 'm.account_id')
    .where('m.space_id', '=', spaceId)
    .where('m.role', '=', 'root');
  if (id) found = found.where('a.id', '=', id);
  if (search) {
    const part = `%${search.replace(/[%_\\]/g, String.raw`\$&`)}%`;
    found = found.where((eb) => eb.or([eb('m.name', 'ilike', part), eb('a.login', 'ilike', part)]));
  }
  const { total } = await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .leftJoin('identity.operator_staff as s', 's.account_id', 'a.id')
    .select((eb) => [
      'a.id',
      'a.login',
      'm.name',
      sql<boolean>`m.disabled or a.disabled`.as('disabled'),
      sql<boolean>`coalesce(s.everything, true)`.as('everything'),
      eb
        .selectFrom('identity.session as e')
        .select(sql<Date | null>`max(e.last_seen_at)`.as('last'))
        .whereRef('e.account_id', '=', 'a.id')
        .as('lastSeenAt'),
    ])
    .orderBy(sql`m.name collate platform.by_name`)
    .orderBy('a.id')
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  const held =
    rows.length === 0
      ? []
      : await tx
          .selectFrom('identity.operator_role_holder as h')
          .innerJoin('identity.operator_role as r', 'r.id', 'h.role_id')
          .select(['h.account_id', 'r.id', 'r.name'])
          .where(
            'h.account_id',
            'in',
            rows.map((row) => row.id),
          )
          .orderBy('r.name')
          .execute();
  return {
    rows: rows.map((row) => ({
      ...row,
      roles: held
        .filter(({ account_id }) => account_id === row.id)
        .map(({ id: roleId, name }) => ({ id: roleId, name })),
    })),
    total,
  };
}

export async function setStaffRoles(
  tx: ControlTx,
  spaceId: string,
  accountId: string,
  { everything, roleIds }: { everything: boolean; roleIds: readonly string[] },
): Promise<void> {
  await tx
    .insertInto('identity.operator_staff')
    .values({ space_id: spaceId, account_id: accountId, everything })
    .onConflict((on) => on.columns(['space_id', 'account_id']).doUpdateSet({ everything }))
    .execute();
  await tx.deleteFrom('identity.operator_role_holder').where('account_id', '=', accountId).execute();
  if (roleIds.length > 0)
    await tx
      .insertInto('identity.operator_role_holder')
      .values(roleIds.map((role_id) => ({ space_id: spaceId, role_id, account_id: accountId })))
      .execute();
}

/** Who holds everything and is let in, beside this one. Locks the staff against each other's changes. */
export async function othersWithEverything(tx: ControlTx, spaceId: string, accountId: string): Promise<number> {
  await tx
    .selectFrom('identity.membership')
    .select('account_id')
    .where('space_id', '=', spaceId)
    .where('role', '=', 'root')
    .forUpdate()
    .execute();
  const { rows } = await operatorStaff(tx, spaceId, {}, { offset: 0, limit: 100_000 });
  return rows.filter(({ id, everything, disabled }) => everything && !disabled && id !== accountId).length;
}
