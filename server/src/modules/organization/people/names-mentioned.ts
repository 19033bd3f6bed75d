import type { Platform } from '../../../platform/platform.ts';
import { directoryOf } from '../directory/directory.ts';

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The names of the people, roles, departments, posts, groups and suppliers whose ids stand anywhere in what is to be shown: ids say nothing to a reader. */
export async function namesMentioned(
  platform: Platform,
  spaceId: string,
  shown: unknown,
): Promise<Record<string, string>> {
  const { people, roles, departments, posts, groups, suppliers } = await directoryOf(platform, spaceId);
  const names: Record<string, string> = {};
  for (const id of JSON.stringify(shown).match(uuids) ?? []) {
    const name = [people, roles, departments, posts, groups, suppliers].find((those) => those.has(id))?.get(id)?.name;
    if (name !== undefined) names[id] = name;
  }
  return names;
}
