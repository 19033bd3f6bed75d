import type { Role } from '@formwork/contract/roles.ts';
import type { TxCtx } from '../../../platform/context.ts';
import { conflict } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { othersWithRole } from '../../identity/public.ts';
import type { DirectoryPerson } from '../directory/directory.ts';

type KeptRoles = (tx: TxCtx) => Promise<readonly Role[]>;
const kept = new WeakMap<Platform, KeptRoles>();

/** A module above says which roles somebody must go on holding, beside that of the administrator; called once, in its `start`. */
export function knowKeptRoles(platform: Platform, roles: KeptRoles): void {
  kept.set(platform, roles);
}

/** Before somebody loses their role or is shut out: a space without an administrator could never be managed again, one under three-admin management needs its reviewer and auditor too. */
export async function requireNotLast(tx: TxCtx, { id, role }: Pick<DirectoryPerson, 'id' | 'role'>): Promise<void> {
  if (await isLast(tx, id, role))
    throw conflict(role === 'admin' ? 'organization.person.last_administrator' : 'organization.person.last_officer');
}

/** Whether the space of the transaction would lose with this person the last one of a role that it must keep. */
export async function isLast(tx: TxCtx, id: string, role: Role): Promise<boolean> {
  if (role === 'user') return false;
  // counted, and locked, first: what is switched on meanwhile is seen then
  const others = await othersWithRole(tx.tx, tx.spaceId, role, id);
  return others === 0 && (role === 'admin' || ((await kept.get(tx.platform)?.(tx)) ?? []).includes(role));
}
