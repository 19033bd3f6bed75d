import type { Platform } from '../../platform/platform.ts';
import { directoryOf } from './directory.ts';

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The names of the people, roles and departments whose ids stand anywhere in what is to be shown: ids say nothing to a reader. */
export async function namesMentioned(platform: Platform, spaceId: string, shown: unknown): Promise<Record<string, string>> {
  const directory = await directoryOf(platform, spaceId);
  const names: Record<string, string> = {};
  for (const id of JSON.stringify(shown).match(uuids) ?? []) {
    const name = (directory.people.get(id) ?? directory.roles.get(id) ?? directory.departments.get(id))?.name;
    if (name !== undefined) names[id] = name;
  }
  return names;
}
