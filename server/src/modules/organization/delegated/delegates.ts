import type { DelegatedPart } from '@formwork/contract/delegated.ts';
import { roleHolds, type Permission } from '@formwork/contract/permissions.ts';
import type { Ctx } from '../../../platform/context.ts';
import { directoryOf, type Directory, type DirectoryPerson } from '../directory/directory.ts';
import { delegatedPartsOf } from './administered.ts';
import { grantsInForce } from './delegated-facts.ts';

/** Whether somebody whose role does not let them call an endpoint looks after what it is for. A program does not. */
export function delegates(ctx: Ctx, parts: readonly DelegatedPart[]): boolean | Promise<boolean> {
  const { user } = ctx;
  if (user.role !== 'user' || user.byToken) return false;
  const has = (directory: Directory) => delegatedPartsOf(directory, user).some((part) => parts.includes(part));
  const directory = directoryOf(ctx.platform, ctx.spaceId);
  return directory instanceof Promise ? directory.then(has) : has(directory);
}

/** The same for somebody in whose name something is done later. */
export function mayStillCall(
  directory: Directory,
  person: DirectoryPerson,
  { permission, delegable = [] }: { permission: string; delegable?: readonly DelegatedPart[] },
): boolean {
  if (roleHolds(person.role, permission as Permission)) return true;
  return grantsInForce(directory, person.id).some(({ may }) => may.some((part) => delegable.includes(part)));
}
