import type { App } from '@formwork/contract/forms/api.ts';
import type { System } from '@formwork/contract/forms/systems.ts';

export interface SystemApps {
  /** Absent for applications of no system, which come last. */
  system: System | undefined;
  apps: App[];
}

/** The applications under their systems, both in the order that administrators gave them; systems without any are left out. */
export function appsBySystem(apps: readonly App[], systems: readonly System[]): SystemApps[] {
  return everySystem(apps, systems).filter((group) => group.apps.length > 0);
}

/** The same with empty systems. */
export function everySystem(apps: readonly App[], systems: readonly System[]): SystemApps[] {
  const known = new Set(systems.map(({ id }) => id));
  const groups: SystemApps[] = systems.map((system) => ({
    system,
    apps: apps.filter(({ systemId }) => systemId === system.id),
  }));
  return [
    ...groups,
    { system: undefined, apps: apps.filter(({ systemId }) => systemId === null || !known.has(systemId)) },
  ];
}

/** Applications with the forms that are released and may be seen; those without any are left out, but for applications of files. */
export function usableApps(apps: readonly App[]): App[] {
  return apps
    .map((app) => ({ ...app, forms: app.forms.filter((form) => form.release !== null && form.can.view) }))
    .filter((app) => app.kind === 'files' || app.forms.length > 0);
}
