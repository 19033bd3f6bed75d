import { basedataApi } from '@formwork/contract/basedata/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { iotApi } from '@formwork/contract/iot/api.ts';
import { nobody } from '@formwork/contract/nobody.ts';
import { useQueries } from '@tanstack/react-query';
import { batched } from '../http/batched.ts';
import { call } from '../http/call.ts';
import { keyOf, queryClient } from '../http/query.ts';
import { useT } from '../i18n/i18n.ts';

export type NameKind = 'people' | 'departments' | 'posts' | 'groups' | 'roles' | 'regions' | 'devices';

type Named = { id: string; name: string };
type ByIds = { ids: string[]; limit: number };

/** Where names of a kind come from. They are kept under this endpoint: whoever changes such a thing names it in `refresh`, and its name is asked for again. */
const sources = {
  people: { of: organizationApi.pickPeople, read: (query: ByIds) => call(organizationApi.pickPeople, { query }) },
  departments: {
    of: organizationApi.pickDepartments,
    read: (query: ByIds) => call(organizationApi.pickDepartments, { query }),
  },
  posts: { of: organizationApi.pickPosts, read: (query: ByIds) => call(organizationApi.pickPosts, { query }) },
  groups: { of: organizationApi.pickGroups, read: (query: ByIds) => call(organizationApi.pickGroups, { query }) },
  roles: { of: organizationApi.pickRoles, read: (query: ByIds) => call(organizationApi.pickRoles, { query }) },
  devices: { of: iotApi.findDevices, read: ({ ids }: ByIds) => call(iotApi.findDevices, { query: { ids } }) },
  regions: {
    of: basedataApi.findRegions,
    read: ({ ids }: ByIds) => call(basedataApi.findRegions, { query: { codes: ids } }),
  },
} satisfies Record<NameKind, { of: object; read: (query: ByIds) => Promise<Named[]> }>;

/** null: asked for, and nobody of that id may be seen. */
type Name = string | null;

const readers = new Map<NameKind, (id: string) => Promise<Name>>(
  (Object.keys(sources) as NameKind[]).map((kind) => [
    kind,
    batched(
      async (ids) =>
        new Map(
          (await sources[kind].read({ ids, limit: ids.length })).map(({ id, name }): [string, Name] => [id, name]),
        ),
      null as Name,
    ),
  ]),
);

/** Names change seldom: a page that is opened again asks for those it shows when they are older. */
const freshMs = 30_000;

/** Names by id, undefined until they are there; what was deleted is called so, and the house itself. A list of a hundred rows asks once. */
export function useNames(kind: NameKind, ids: readonly string[]): (id: string) => string | undefined {
  const t = useT();
  const asked = [...new Set(ids)].filter((id) => id !== '' && id !== nobody);
  const names = useQueries({
    queries: asked.map((id) => nameQuery(kind, id)),
    combine: (found) => found.map(({ data }) => data),
  });
  return (id) => {
    if (id === nobody) return t('shell.name.system');
    const at = asked.indexOf(id);
    const name = at < 0 ? queryClient.getQueryData<Name>(nameKey(kind, id)) : names[at];
    return name === null ? t('shell.name.deleted') : name;
  };
}

/** Whether there is nobody and nothing of that id any more; false as well while it is being asked. */
export function useIsDeleted(kind: NameKind, id: string | undefined): boolean {
  useNames(kind, id === undefined ? [] : [id]);
  return id !== undefined && queryClient.getQueryData<Name>(nameKey(kind, id)) === null;
}

/** A picker has seen these already. */
export function rememberNames(kind: NameKind, named: readonly Named[]): void {
  for (const { id, name } of named) queryClient.setQueryData<Name>(nameKey(kind, id), name);
}

function nameQuery(kind: NameKind, id: string) {
  return { queryKey: nameKey(kind, id), queryFn: () => readers.get(kind)!(id), staleTime: freshMs };
}

function nameKey(kind: NameKind, id: string): readonly unknown[] {
  const [endpoint, space] = keyOf(sources[kind].of);
  return [endpoint, space, 'name', id];
}
