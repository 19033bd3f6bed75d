import type { Ctx } from '../../platform/context.ts';

/**
 * Administrators own every definition that has no owner of its own, and with it what comes of it; so does the house itself.
 * All other rights come from rules. The one place that asks for the role: who wants to know calls this.
 */
export function ownsAll({ role, system }: Pick<Ctx['user'], 'role' | 'system'>): boolean {
  return role === 'admin' || system !== undefined;
}
