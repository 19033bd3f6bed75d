import { formActions, type FormAction, type PermissionRule } from '@formwork/contract/forms/permission.ts';
import type { Role } from '@formwork/contract/roles.ts';
import type { Ctx } from '../../platform/context.ts';
import { roleIdsOf } from '../organization/public.ts';

/** How far each action reaches for one person: every record, their own, or null for not at all. */
export type Rights = Record<FormAction, 'all' | 'own' | null>;

/** What rules can name a person by. */
export interface Subjects {
  userId: string;
  /** The outer role and the ids of the space's own roles. */
  roles: readonly string[];
}

export const fullRights: Rights = { view: 'all', create: 'all', edit: 'all', delete: 'all', import: 'all', export: 'all' };

/** Rules add up; the administrators of the space need none. */
export function rightsOf(rules: readonly PermissionRule[], { userId, roles }: Subjects): Rights {
  if (roles.includes('admin')) return fullRights;
  const rights: Rights = { view: null, create: null, edit: null, delete: null, import: null, export: null };
  for (const { subject, actions, scope } of rules) {
    const meant = subject.kind === 'everyone' || (subject.kind === 'person' ? subject.id === userId : roles.includes(subject.id));
    if (!meant) continue;
    for (const action of actions) if (rights[action] !== 'all') rights[action] = scope;
  }
  // what one may change one may see
  for (const action of formActions) {
    if (rights.view !== 'all' && rights[action] !== null && action !== 'create' && action !== 'import') rights.view = rights[action];
  }
  // whoever fills in a form sees what they filled in
  if (rights.view === null && rights.create !== null) rights.view = 'own';
  return rights;
}

export function seesForm(rights: Rights): boolean {
  return rights.view !== null || rights.create !== null;
}

export function mayDesign(role: Role): boolean {
  return role === 'admin' || role === 'safe' || role === 'audit';
}

export async function subjectsOf(ctx: Pick<Ctx, 'platform' | 'spaceId' | 'user'>): Promise<Subjects> {
  return { userId: ctx.user.id, roles: [ctx.user.role, ...(await roleIdsOf(ctx.platform, ctx.spaceId, ctx.user.id))] };
}
