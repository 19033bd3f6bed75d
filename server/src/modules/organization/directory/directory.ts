import type { GroupKind, GroupPart } from '@formwork/contract/organization/groups.ts';
import type { Role } from '@formwork/contract/roles.ts';
import type { Subscriber } from '../../../platform/events/events.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { DelegatedGrants } from '../delegated/delegated-facts.ts';
import type { ConsoleGrants } from '../roles/console-facts.ts';
import { loadDirectory, patchDirectory } from './directory-load.ts';
import type { DirectoryRoles } from '../roles/role-facts.ts';
import { joined, touchedBy, type Touched } from '../departments/touched.ts';

export interface DirectoryPerson {
  id: string;
  login: string;
  name: string;
  role: Role;
  disabled: boolean;
  atHome: boolean;
  departmentId: string | null;
  postId: string | null;
  superiorId: string | null;
  /** Works for a supplier. */
  supplierId: string | null;
  partTime: readonly { departmentId: string; postId: string | null }[];
  roleIds: readonly string[];
}

export interface DirectoryDepartment {
  id: string;
  parentId: string | null;
  name: string;
  position: number;
  headId: string | null;
  virtual: boolean;
  disabled: boolean;
}

export interface DirectoryPost {
  id: string;
  name: string;
  description: string;
  gradeId: string | null;
  disabled: boolean;
}

export interface DirectoryGrade {
  id: string;
  name: string;
  rank: number;
}

export interface DirectorySupplier {
  id: string;
  name: string;
  disabled: boolean;
}

export interface DirectoryGroup {
  id: string;
  name: string;
  kind: GroupKind;
  ownerId: string;
  appIds: readonly string[];
  scope: readonly GroupPart[];
}

/** Everybody and everything of one space's organization, as it was when it was read. Maps are in the order of display. */
export interface Directory extends DirectoryRoles {
  people: ReadonlyMap<string, DirectoryPerson>;
  departments: ReadonlyMap<string, DirectoryDepartment>;
  /** The highest grade first. */
  grades: ReadonlyMap<string, DirectoryGrade>;
  posts: ReadonlyMap<string, DirectoryPost>;
  suppliers: ReadonlyMap<string, DirectorySupplier>;
  groups: ReadonlyMap<string, DirectoryGroup>;
  /** Administrators who do not hold the whole console. */
  consoleGrants: ConsoleGrants;
  /** Who looks after departments without being administrator. */
  delegated: DelegatedGrants;
}

/** Messages of changes arrive at once; should one be lost with its repetition, this is how long it stays unnoticed. */
const freshMs = 600_000;

interface Entry {
  directory: Directory | undefined;
  loading: Promise<Directory> | undefined;
  /** What has changed since it was read. */
  stale: Touched | undefined;
  readAt: number;
}

interface Cache {
  entries: Map<string, Entry>;
  /** Tells our own messages from those of other processes. */
  origin: string;
}

const caches = new WeakMap<Platform, Cache>();

/** From memory, or a promise of it: permission checks on the hot path ask at every request. */
export function directoryOf(platform: Platform, spaceId: string): Directory | Promise<Directory> {
  const { entries: cache } = cacheOf(platform);
  let entry = cache.get(spaceId);
  if (!entry) {
    entry = { directory: undefined, loading: undefined, stale: undefined, readAt: 0 };
    cache.set(spaceId, entry);
  }
  if (!entry.stale) {
    if (entry.loading) return entry.directory ?? entry.loading;
    if (entry.directory && Date.now() - entry.readAt < freshMs) return entry.directory;
  }
  const changes = entry.stale;
  const reading = read(platform, spaceId, entry);
  if (entry.directory === undefined || changes) return reading;
  // merely old: it is read again behind those who use it, and should that fail, by the next who asks
  reading.catch(() => undefined);
  return entry.directory;
}

/** To be called after the commit of a change; other processes hear of it at once, and again from the event log. */
export function forgetDirectory(platform: Platform, spaceId: string, touched: Touched): void {
  const cache = cacheOf(platform);
  markStale(cache.entries, spaceId, touched);
  platform.bus.publish({ kind: changed, spaceId, touched, origin: cache.origin });
}

/** A process that ends between commit and message leaves the others with the old picture: the event log does not. */
export const directorySubscriber: Subscriber = {
  name: 'organization.directory',
  start: 'now',
  types: ['organization.', 'identity.membership.', 'identity.account.'],
  handle(platform, spaceId, events) {
    platform.bus.publish({ kind: changed, spaceId, touched: touchedBy(events) });
    return Promise.resolve();
  },
};

/** Bus message: people, units or roles of a space are others now. */
export const changed = 'organization.changed';

/** Behind a reading that is under way already: that one may have begun before the change. */
function read(platform: Platform, spaceId: string, entry: Entry): Promise<Directory> {
  const { stale, loading, directory } = entry;
  entry.stale = undefined;
  // who asks from now on waits for the change
  if (stale) entry.directory = undefined;
  const before = loading ? loading.catch(() => undefined) : Promise.resolve(stale ? directory : undefined);
  const mine: Promise<Directory> = before
    .then((known) =>
      known && stale && !stale.all ? patchDirectory(platform, spaceId, known, stale) : loadDirectory(platform, spaceId),
    )
    .then(
      (now) => {
        if (entry.loading === mine) {
          entry.directory = now;
          entry.loading = undefined;
          entry.readAt = Date.now();
        }
        return now;
      },
      (error: unknown) => {
        if (entry.loading === mine) entry.loading = undefined;
        entry.stale = { all: true };
        throw error;
      },
    );
  entry.loading = mine;
  return mine;
}

function markStale(cache: Map<string, Entry>, spaceId: string, touched: Touched): void {
  const entry = cache.get(spaceId);
  if (entry) entry.stale = joined(entry.stale, touched);
}

function cacheOf(platform: Platform): Cache {
  let cache = caches.get(platform);
  if (!cache) {
    const entries = new Map<string, Entry>();
    const origin = newId();
    caches.set(platform, (cache = { entries, origin }));
    platform.bus.on(changed, (message) => {
      if (message.origin !== origin) markStale(entries, message.spaceId as string, message.touched as Touched);
    });
    platform.bus.on('reconnected', () => entries.clear());
  }
  return cache;
}
