import { includesLevel, type AccessRule, type DefinitionLevel } from '@formwork/contract/definitions/level.ts';
import type { RuleSubject } from '@formwork/contract/forms/permission.ts';
import type { Selectable } from 'kysely';
import { inControl, type ControlTx } from '../../platform/db/db.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccessRuleTable } from './tables.ts';

/** Folders and rules of an area, as they are kept in memory. What is worked out from them hangs on this object. */
export interface AreaRules {
  folders: ReadonlyMap<string, FolderPlace>;
  /** By folder; '' for the whole area. */
  onFolders: ReadonlyMap<string, AccessRule[]>;
  /** By `kind/id`. */
  onDefinitions: ReadonlyMap<string, AccessRule[]>;
}

export interface FolderPlace {
  id: string;
  parent: string | null;
  /** The folders above, from the top. */
  path: string[];
  name: string;
  position: number;
}

/** Bus message: folders or rules of an area changed. */
export const rulesChanged = 'definitions.rules';

const caches = new WeakMap<Platform, Map<string, Promise<AreaRules>>>();

/** Rules are read once and dropped when any of the area changes. */
export async function areaRules(platform: Platform, spaceId: string, area: string): Promise<AreaRules> {
  const cache = cacheOf(platform);
  const key = `${spaceId}/${area}`;
  let found = cache.get(key);
  if (!found) {
    found = inControl(platform.facts, spaceId, (tx) => load(tx, area));
    cache.set(key, found);
    found.catch(() => {
      if (cache.get(key) === found) cache.delete(key);
    });
  }
  return found;
}

/** Call after the commit. */
export function forgetRules(platform: Platform, spaceId: string, area: string): void {
  cacheOf(platform).delete(`${spaceId}/${area}`);
  platform.bus.publish({ kind: rulesChanged, spaceId, area });
}

/** Once per process. */
export function listenForRules(platform: Platform): void {
  platform.bus.on(rulesChanged, ({ spaceId, area }) => cacheOf(platform).delete(`${String(spaceId)}/${String(area)}`));
  platform.bus.on('reconnected', () => cacheOf(platform).clear());
}

/** What rules come to along a way: the most that is granted, below the least that is refused. */
export interface Standing {
  granted: DefinitionLevel | null;
  refused: DefinitionLevel | null;
}

export const noStanding: Standing = { granted: null, refused: null };

export function standingOf(rules: readonly AccessRule[]): Standing {
  return rules.reduce<Standing>(
    (standing, { effect, level }) =>
      joinStandings(
        standing,
        effect === 'refuse' ? { granted: null, refused: level } : { granted: level, refused: null },
      ),
    noStanding,
  );
}

export function joinStandings(left: Standing, right: Standing): Standing {
  if (right === noStanding) return left;
  return { granted: most(left.granted, right.granted), refused: least(left.refused, right.refused) };
}

export function levelOfStanding({ granted, refused }: Standing): DefinitionLevel | null {
  if (granted === null || refused === null) return granted;
  return includesLevel(granted, refused) ? below[refused] : granted;
}

const below: Record<DefinitionLevel, DefinitionLevel | null> = { see: null, use: 'see', edit: 'use', own: 'edit' };

function most(left: DefinitionLevel | null, right: DefinitionLevel | null): DefinitionLevel | null {
  if (left === null || right === null) return left ?? right;
  return includesLevel(left, right) ? left : right;
}

function least(left: DefinitionLevel | null, right: DefinitionLevel | null): DefinitionLevel | null {
  if (left === null || right === null) return left ?? right;
  return includesLevel(left, right) ? right : left;
}

async function load(tx: ControlTx, area: string): Promise<AreaRules> {
  const folders = await tx
    .selectFrom('definitions.folder')
    .select(['id', 'parent', 'path', 'name', 'position'])
    .where('area', '=', area)
    .orderBy('position')
    .orderBy('name')
    .execute();
  const rules = await tx
    .selectFrom('definitions.access_rule')
    .selectAll()
    .where('area', '=', area)
    .orderBy('position')
    .execute();
  const ofDefinitions = Map.groupBy(
    rules.filter((row) => row.on_id !== null),
    (row) => `${row.on_kind}/${row.on_id}`,
  );
  const ofFolders = Map.groupBy(
    rules.filter((row) => row.on_id === null),
    (row) => row.on_folder ?? '',
  );
  const read = (rows: ReadonlyMap<string, Selectable<AccessRuleTable>[]>): Map<string, AccessRule[]> =>
    new Map([...rows].map(([key, found]) => [key, found.map(ruleOf)]));
  return {
    folders: new Map(folders.map((folder) => [folder.id, folder])),
    onFolders: read(ofFolders),
    onDefinitions: read(ofDefinitions),
  };
}

function ruleOf(row: Selectable<AccessRuleTable>): AccessRule {
  const subject = (
    row.subject_kind === 'everyone'
      ? { kind: 'everyone' }
      : { kind: row.subject_kind, id: row.subject_id, ...(row.subject_below && { below: true }) }
  ) as RuleSubject;
  return {
    subject,
    ...(row.effect === 'refuse' && { effect: 'refuse' }),
    level: row.level,
    ...(row.until && { until: row.until.toISOString() }),
  };
}

function cacheOf(platform: Platform): Map<string, Promise<AreaRules>> {
  let cache = caches.get(platform);
  if (!cache) caches.set(platform, (cache = new Map()));
  return cache;
}
