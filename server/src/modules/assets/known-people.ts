import type { Ctx } from '../../platform/context.ts';
import { invalid } from '../../platform/errors.ts';
import { directoryOf } from '../organization/public.ts';

/** One or nobody, as a list. */
export const named = (id: string | null | undefined): string[] => (id ? [id] : []);

/** Owners, stewards and the like are people of the space. Whoever is named already may have left meanwhile. */
export async function requirePeople(
  { platform, spaceId }: Pick<Ctx, 'platform' | 'spaceId'>,
  path: string,
  ids: readonly string[] | undefined,
  before: readonly (string | null)[] = [],
): Promise<void> {
  const others = (ids ?? []).filter((id) => !before.includes(id));
  if (others.length === 0) return;
  const { people } = await directoryOf(platform, spaceId);
  const code = 'organization.person.not_found';
  if (others.some((id) => !people.has(id))) throw invalid(code, [{ path, code }]);
}
