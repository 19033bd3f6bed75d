import type { App } from '@formwork/contract/forms/api.ts';
import type { AppMenu, AppMenuEntry, AppMenuTarget } from '@formwork/contract/forms/app-menu.ts';
import type { Drop } from '@formwork/ui/drag/drag.tsx';

/** The menu to be arranged: what is there, with forms that it does not name yet; of an application without one its forms in their order. */
export function menuDraft(app: App): AppMenu {
  const named = new Set(
    (app.menu ?? []).flatMap(({ entries }) =>
      entries.flatMap(({ target }) => (target.kind === 'form' ? target.formId : [])),
    ),
  );
  const forms = app.forms
    .filter(({ id, release }) => release !== null && !named.has(id))
    .toSorted((a, b) => a.position - b.position)
    .map(({ id }) => entryOf({ kind: 'form', formId: id }));
  const menu = app.menu ?? [];
  if (menu.length === 0) return [{ ...newGroup(), title: null, entries: forms }];
  return menu.map((group, at) =>
    at === menu.length - 1 ? { ...group, entries: [...group.entries, ...forms] } : group,
  );
}

export function newGroup(): AppMenu[number] {
  return { id: crypto.randomUUID(), title: { zh: '' }, entries: [] };
}

export function entryOf(target: AppMenuTarget): AppMenuEntry {
  return { id: crypto.randomUUID(), target, title: null, icon: null, hidden: false, roles: [] };
}

export function withEntry(
  menu: AppMenu,
  id: string,
  change: (entry: AppMenuEntry) => AppMenuEntry | undefined,
): AppMenu {
  return menu.map((group) => ({
    ...group,
    entries: group.entries.flatMap((entry) => (entry.id === id ? (change(entry) ?? []) : [entry])),
  }));
}

/** An entry dropped into a group; lists have the ids of their groups. */
export function dropped(menu: AppMenu, { id, to, index }: Drop): AppMenu {
  const entry = menu.flatMap(({ entries }) => entries).find((each) => each.id === id);
  if (!entry) return menu;
  return withEntry(menu, id, () => undefined).map((group) =>
    group.id === to ? { ...group, entries: group.entries.toSpliced(index, 0, entry) } : group,
  );
}

/** A group goes; what was in it goes on in the one above, or the one below. */
export function withoutGroup(menu: AppMenu, id: string): AppMenu {
  const at = menu.findIndex((group) => group.id === id);
  const gone = menu[at];
  const rest = menu.filter((group) => group.id !== id);
  if (!gone || rest.length === 0) return menu;
  const heir = Math.max(0, at - 1);
  return rest.map((group, each) =>
    each === heir ? { ...group, entries: [...group.entries, ...gone.entries] } : group,
  );
}
