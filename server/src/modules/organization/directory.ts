import type { Role } from '@formwork/contract/roles.ts';
import { inControl } from '../../platform/db.ts';
import type { Subscriber } from '../../platform/events.ts';
import type { Platform } from '../../platform/platform.ts';
import { membersOf } from '../identity/public.ts';
import { byName } from './pinyin.ts';
import './tables.ts';

export interface DirectoryPerson {
  id: string;
  login: string;
  name: string;
  role: Role;
  disabled: boolean;
  atHome: boolean;
  departmentId: string | null;
  superiorId: string | null;
  roleIds: readonly string[];
}

export interface DirectoryDepartment {
  id: string;
  parentId: string | null;
  name: string;
  position: number;
  headId: string | null;
  disabled: boolean;
}

export interface DirectoryRole {
  id: string;
  name: string;
  description: string;
  memberIds: readonly string[];
}

/** Everybody and everything of one space's organization, as it was when it was read. Maps are in the order of display. */
export interface Directory {
  people: ReadonlyMap<string, DirectoryPerson>;
  departments: ReadonlyMap<string, DirectoryDepartment>;
  roles: ReadonlyMap<string, DirectoryRole>;
}

/** Whoever misses a message reads again after this long. */
const freshMs = 60_000;

interface Entry {
  directory: Directory | undefined;
  loading: Promise<Directory> | undefined;
  readAt: number;
}

const caches = new WeakMap<Platform, Map<string, Entry>>();

/** From memory, or a promise of it: permission checks on the hot path ask at every request. */
export function directoryOf(platform: Platform, spaceId: string): Directory | Promise<Directory> {
  const cache = cacheOf(platform);
  const entry = cache.get(spaceId);
  if (entry?.directory && Date.now() - entry.readAt < freshMs) return entry.directory;
  if (entry?.loading) return entry.loading;
  const mine: Entry = { directory: entry?.directory, loading: undefined, readAt: Date.now() };
  mine.loading = load(platform, spaceId).then(
    (directory) => {
      mine.directory = directory;
      mine.loading = undefined;
      return directory;
    },
    (error: unknown) => {
      if (cache.get(spaceId) === mine) cache.delete(spaceId);
      throw error;
    },
  );
  cache.set(spaceId, mine);
  return mine.loading;
}

/** To be called after the commit of a change; other processes hear of it at once, and again from the event log. */
export function forgetDirectory(platform: Platform, spaceId: string): void {
  cacheOf(platform).delete(spaceId);
  platform.bus.publish({ kind: changed, spaceId });
}

/** A process that ends between commit and message leaves the others with the old picture: the event log does not. */
export const directorySubscriber: Subscriber = {
  name: 'organization.directory',
  types: ['organization.', 'identity.membership.', 'identity.account.'],
  handle(platform, spaceId) {
    platform.bus.publish({ kind: changed, spaceId });
    return Promise.resolve();
  },
};

const changed = 'organization.changed';

function cacheOf(platform: Platform): Map<string, Entry> {
  let cache = caches.get(platform);
  if (!cache) {
    const made = new Map<string, Entry>();
    cache = made;
    caches.set(platform, made);
    // An entry that is being read at this moment goes too: its reader keeps the promise, nobody else gets it.
    platform.bus.on(changed, (message) => { made.delete(message.spaceId as string); });
    platform.bus.on('reconnected', () => made.clear());
  }
  return cache;
}

function load(platform: Platform, spaceId: string): Promise<Directory> {
  return inControl(platform.control, spaceId, async (tx) => {
    const members = await membersOf(tx, spaceId);
    const persons = await tx.selectFrom('organization.person').select(['account_id', 'department_id', 'superior_id']).execute();
    const departments = await tx.selectFrom('organization.department').select(['id', 'parent_id', 'name', 'position', 'head_id', 'disabled']).execute();
    const roles = await tx.selectFrom('organization.role').select(['id', 'name', 'description']).execute();
    const memberships = await tx.selectFrom('organization.role_member').select(['role_id', 'account_id']).execute();

    const byAccount = new Map(persons.map((row) => [row.account_id, row]));
    const rolesByAccount = Map.groupBy(memberships, (row) => row.account_id);
    const membersByRole = Map.groupBy(memberships, (row) => row.role_id);
    const people = members.sort(byName).map((member): DirectoryPerson => ({
      ...member,
      departmentId: byAccount.get(member.id)?.department_id ?? null,
      superiorId: byAccount.get(member.id)?.superior_id ?? null,
      roleIds: (rolesByAccount.get(member.id) ?? []).map((row) => row.role_id),
    }));
    return {
      people: new Map(people.map((person) => [person.id, person])),
      departments: inTreeOrder(departments.map(({ parent_id, head_id, ...row }) => ({ ...row, parentId: parent_id, headId: head_id }))),
      roles: new Map(roles.sort(byName).map((role) => [role.id, { ...role, memberIds: (membersByRole.get(role.id) ?? []).map((row) => row.account_id) }])),
    };
  });
}

/** Parents before their children, siblings by position and name. */
function inTreeOrder(rows: DirectoryDepartment[]): Map<string, DirectoryDepartment> {
  const children = Map.groupBy(rows, (row) => row.parentId);
  const ordered = new Map<string, DirectoryDepartment>();
  const add = (parentId: string | null) => {
    for (const row of (children.get(parentId) ?? []).sort((a, b) => a.position - b.position || byName(a, b))) {
      ordered.set(row.id, row);
      add(row.id);
    }
  };
  add(null);
  return ordered;
}
