import type { PageRight, RoleGroup, RoleHolder } from '@formwork/contract/organization/api.ts';
import { sql } from 'kysely';
import type { ControlTx } from '../../../platform/db/db.ts';

export interface DirectoryRole {
  id: string;
  name: string;
  description: string;
  groupId: string | null;
  systemId: string | null;
  /** People who hold it by name. */
  namedIds: readonly string[];
  holders: readonly RoleHolder[];
}

export interface DirectoryRoles {
  roles: ReadonlyMap<string, DirectoryRole>;
  roleGroups: ReadonlyMap<string, RoleGroup>;
  /** Only of pages that anything is said about. */
  pageRights: ReadonlyMap<string, PageRight>;
}

/** The roles of a space, yet without those who hold them. */
export async function readRoles(tx: ControlTx): Promise<DirectoryRoles> {
  const roles = await tx
    .selectFrom('organization.role')
    .select(['id', 'name', 'description', 'group_id', 'system_id'])
    .orderBy(sql`name collate platform.by_name`)
    .execute();
  const named = Map.groupBy(
    await tx.selectFrom('organization.role_member').select(['role_id', 'account_id']).execute(),
    (row) => row.role_id,
  );
  const holders = Map.groupBy(
    await tx.selectFrom('organization.role_holder').select(['role_id', 'kind', 'id', 'below']).execute(),
    (row) => row.role_id,
  );
  const groups = await tx
    .selectFrom('organization.role_group')
    .select(['id', 'name', 'position'])
    .orderBy('position')
    .execute();
  const pages = await tx.selectFrom('organization.page_right').select(['page', 'role_id', 'effect']).execute();
  return {
    roles: new Map(
      roles.map(({ id, name, description, group_id, system_id }) => [
        id,
        {
          id,
          name,
          description,
          groupId: group_id,
          systemId: system_id,
          namedIds: (named.get(id) ?? []).map((row) => row.account_id),
          holders: (holders.get(id) ?? []).map(({ kind, id: unit, below }) => ({ kind, id: unit, below })),
        },
      ]),
    ),
    roleGroups: new Map(groups.map((group) => [group.id, group])),
    pageRights: new Map(
      [...Map.groupBy(pages, ({ page }) => page)].map(([page, rows]) => [page, pageRight(page, rows)]),
    ),
  };
}

function pageRight(
  page: string,
  rows: readonly { role_id: string | null; effect: 'grant' | 'refuse' | 'closed' }[],
): PageRight {
  const rolesWith = (effect: 'grant' | 'refuse'): string[] =>
    rows.flatMap((row) => (row.effect === effect && row.role_id !== null ? [row.role_id] : []));
  return {
    page,
    closed: rows.some(({ effect }) => effect === 'closed'),
    grantedTo: rolesWith('grant'),
    refusedTo: rolesWith('refuse'),
  };
}
