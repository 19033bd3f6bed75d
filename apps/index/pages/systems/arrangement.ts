import type { App } from '@formwork/contract/forms/api.ts';
import type { System } from '@formwork/contract/forms/systems.ts';
import type { Drop } from '@formwork/ui/drag/drag.tsx';
import { everySystem } from '@formwork/web/apps/by-system.ts';

/** The systems in their order, each with its applications, and the applications of none. */
export interface Arrangement {
  systems: { id: string; apps: string[] }[];
  loose: string[];
}

export const systemsList = 'systems';
/** Name of the list of a system's applications, for dragging. */
export const appsList = (systemId: string | null): string => `apps:${systemId ?? ''}`;

export function arrangementOf(apps: readonly App[], systems: readonly System[]): Arrangement {
  const groups = everySystem(apps, systems).map(({ system, apps: own }) => ({
    id: system?.id,
    apps: own.map(({ id }) => id),
  }));
  return {
    systems: groups.flatMap(({ id, apps: own }) => (id === undefined ? [] : [{ id, apps: own }])),
    loose: groups.at(-1)!.apps,
  };
}

/** After a drop; undefined where it changes nothing. */
export function dropped(before: Arrangement, { id, from, to, index }: Drop): Arrangement | undefined {
  if (from === systemsList) {
    // a system over the applications of another takes that one's place
    const over = to === systemsList ? index : before.systems.findIndex((system) => appsList(system.id) === to);
    return over < 0 ? undefined : systemMoved(before, id, over);
  }
  if (to === systemsList) return undefined;
  return appMoved(before, id, to.slice(appsList('').length) || null, index);
}

export function systemMoved(before: Arrangement, id: string, index: number): Arrangement {
  const system = before.systems.find((one) => one.id === id)!;
  return { ...before, systems: before.systems.filter((one) => one !== system).toSpliced(index, 0, system) };
}

export function appMoved(before: Arrangement, app: string, systemId: string | null, index: number): Arrangement {
  const without = (apps: readonly string[]) => apps.filter((id) => id !== app);
  const put = (apps: readonly string[], here: boolean) =>
    here ? without(apps).toSpliced(index, 0, app) : without(apps);
  return {
    systems: before.systems.map(({ id, apps }) => ({ id, apps: put(apps, id === systemId) })),
    loose: put(before.loose, systemId === null),
  };
}
