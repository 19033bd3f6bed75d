import type { Ctx } from '../../platform/context.ts';
import { AppError, refuse } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { asPerson, asSystem } from '../identity/public.ts';
import type { LiveRule } from './live.ts';

/** As whom a rule acts, with the rights that they have now. `person` is who caused it, where it is somebody. */
export async function actingFor(
  where: { platform: Platform; spaceId: string },
  { id, rule, author }: Pick<LiveRule, 'id' | 'rule' | 'author'>,
  caused: Pick<Ctx, 'user' | 'requestId' | 'ip'> | { person: string | null },
): Promise<Ctx> {
  const reason = `rule ${id}`;
  const behind = 'user' in caused ? { requestId: caused.requestId, ip: caused.ip } : {};
  if (rule.runsAs === 'system') return { ...asSystem(where.platform, where.spaceId, reason), ...behind };
  if (rule.runsAs === 'author')
    try {
      return await asPerson({ ...where, ...behind }, author, reason);
    } catch (error) {
      if (error instanceof AppError && error.code === 'identity.account.disabled') throw refuse('rules.author_gone');
      throw error;
    }
  if ('user' in caused && !caused.user.system) return withNothingMissing(where, caused);
  const person = 'user' in caused ? null : caused.person;
  // nobody did it: there are no rights to act with
  if (person === null) throw refuse('rules.no_person');
  return asPerson({ ...where, ...behind }, person, reason);
}

/** Whoever saves, as a call has them: a save in a job or a process knows less of them. */
function withNothingMissing(
  where: { platform: Platform; spaceId: string },
  caused: Pick<Ctx, 'user' | 'requestId' | 'ip'>,
): Ctx {
  const { user, requestId, ip } = caused;
  return { userAgent: '', locale: 'zh-CN', ...where, requestId, ip, user };
}

/** The house itself, where it keeps account of rules. */
export const systemFor = ({ platform, spaceId }: { platform: Platform; spaceId: string }, rule: string): Ctx =>
  asSystem(platform, spaceId, `rule ${rule}`);
