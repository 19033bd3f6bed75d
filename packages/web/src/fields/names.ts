import { basedataApi } from '@formwork/contract/basedata/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { iotApi } from '@formwork/contract/iot/api.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { call, spacePath } from '../http/call.ts';
import { useT } from '../i18n/i18n.ts';

export type NameKind = 'people' | 'departments' | 'posts' | 'groups' | 'roles' | 'regions' | 'devices';

/** null: asked for, and nobody of that id may be seen. */
const known = new Map<string, string | null>();
const wanted: Record<NameKind, Set<string>> = { people: new Set(), departments: new Set(), posts: new Set(), groups: new Set(), roles: new Set(), regions: new Set(), devices: new Set() };
const listeners = new Set<() => void>();
const mostIds = 100;
let version = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

type ByIds = { ids: string[]; limit: number };
const answers = {
  people: (query: ByIds) => call(organizationApi.pickPeople, { query }),
  departments: (query: ByIds) => call(organizationApi.pickDepartments, { query }),
  posts: (query: ByIds) => call(organizationApi.pickPosts, { query }),
  groups: (query: ByIds) => call(organizationApi.pickGroups, { query }),
  roles: (query: ByIds) => call(organizationApi.pickRoles, { query }),
  devices: ({ ids }: ByIds) => call(iotApi.findDevices, { query: { ids } }),
  regions: ({ ids }: ByIds) => call(basedataApi.findRegions, { query: { codes: ids } }),
} satisfies Record<NameKind, (query: ByIds) => Promise<{ id: string; name: string }[]>>;

/** Names by id, undefined until they are there; what was deleted is called so. A list of a hundred rows asks once: ids are collected for a moment and fetched together. */
export function useNames(kind: NameKind, ids: readonly string[]): (id: string) => string | undefined {
  const t = useT();
  useSyncExternalStore(subscribe, () => version);
  const missing = ids.filter((id) => id !== '' && !known.has(keyOf(kind, id))).join();
  useEffect(() => {
    for (const id of missing === '' ? [] : missing.split(',')) wanted[kind].add(id);
    if (missing !== '') timer ??= setTimeout(fetchWanted, 10);
  }, [kind, missing]);
  return (id) => {
    const name = known.get(keyOf(kind, id));
    return name === null ? t('shell.name.deleted') : name;
  };
}

/** Whether there is nobody and nothing of that id any more; false as well while it is being asked. */
export function useIsDeleted(kind: NameKind, id: string | undefined): boolean {
  useNames(kind, id === undefined ? [] : [id]);
  return id !== undefined && known.get(keyOf(kind, id)) === null;
}

/** A picker has seen these already. */
export function rememberNames(kind: NameKind, named: readonly { id: string; name: string }[]): void {
  for (const { id, name } of named) known.set(keyOf(kind, id), name);
  version += 1;
  for (const listener of listeners) listener();
}

function fetchWanted(): void {
  timer = undefined;
  for (const kind of Object.keys(wanted) as NameKind[]) {
    const ids = [...wanted[kind]];
    wanted[kind].clear();
    for (let from = 0; from < ids.length; from += mostIds) void fetchNames(kind, ids.slice(from, from + mostIds));
  }
}

async function fetchNames(kind: NameKind, ids: string[]): Promise<void> {
  try {
    const found = await answers[kind]({ ids, limit: mostIds });
    for (const id of ids) known.set(keyOf(kind, id), null);
    rememberNames(kind, found);
  } catch {
    // a name that did not come is asked for again by whoever shows it next
  }
}

function keyOf(kind: NameKind, id: string): string {
  return `${spacePath()} ${kind} ${id}`;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
