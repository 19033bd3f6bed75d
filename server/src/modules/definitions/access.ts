import {
  includesLevel,
  levelsUpTo,
  type AccessRule,
  type DefinitionLevel,
} from '@formwork/contract/definitions/level.ts';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { inControl, withControl, type ControlTx } from '../../platform/db/db.ts';
import type { AnyDefinitionKind, DefinitionPlace } from '../../platform/definition-kind.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import { gatheredBySpace } from '../../platform/gathered.ts';
import { directoryOf, type Directory } from '../organization/public.ts';
import { meansPerson } from './subjects.ts';
import { ownsAll } from './owns-all.ts';
import { requireArea, requireKind } from './registry.ts';
import {
  areaRules,
  joinStandings,
  levelOfStanding,
  noStanding,
  standingOf,
  type AreaRules,
  type Standing,
} from './rules.ts';
import type { DefinitionRow } from './tables.ts';

export type AccessCtx = Ctx & { tx?: ControlTx };

export interface Access {
  kind: AnyDefinitionKind;
  row: DefinitionRow;
  can: DefinitionLevel[];
}

/** What one person sees of an area. */
export interface Visible {
  /** By rules, by having made it, as its owner, as an administrator. */
  levelOf(place: DefinitionPlace): DefinitionLevel | null;
  /** In a folder, null for the top. */
  levelIn(folder: string | null): DefinitionLevel | null;
  /** Whether it lies on the way to something that may be seen. */
  passes(folder: string): boolean;
  /** Of `definitions.definition`, rows of the kind that may be seen. */
  where(kind: string): RawBuilder<SqlBool>;
}

export interface RequireOptions {
  /** Waits for others who change it, until the transaction ends. */
  lock?: true;
  /** Finds it in the bin too, for those who own it. */
  archived?: true;
}

/** The definition with what the caller may do: 404 where they may not see it, 403 below the level. */
export async function requireOn(
  ctx: AccessCtx,
  kind: string,
  id: string,
  level: DefinitionLevel,
  options: RequireOptions = {},
): Promise<Access> {
  const spec = requireKind(ctx, kind);
  const row = ctx.tx || options.lock ? await rowIn(ctx, kind, id, options.lock) : await rowAmong({ ctx, kind, id });
  const [mine = null] = row ? await levelsOn(ctx, spec, [row]) : [];
  const gone = row?.archived_at && !(options.archived && includesLevel(mine, 'own'));
  if (!row || mine === null || gone) throw notFound('definitions.definition.not_found');
  if (!includesLevel(mine, level)) throw forbidden('definitions.definition.no_right', { level });
  return { kind: spec, row, can: levelsUpTo(mine) };
}

function rowIn(ctx: AccessCtx, kind: string, id: string, lock?: true): Promise<DefinitionRow | undefined> {
  return withControl(ctx, (tx) => {
    const found = tx.selectFrom('definitions.definition').selectAll().where('kind', '=', kind).where('id', '=', id);
    return (lock ? found.forUpdate() : found).executeTakeFirst();
  });
}

/** Many who ask at the same time share a transaction: what is called hundreds of times a second is asked for as often. */
const rowAmong = gatheredBySpace<{ ctx: Ctx; kind: string; id: string }, DefinitionRow | undefined>(
  ({ ctx }) => ctx,
  async (asked) => {
    const { platform, spaceId } = asked[0]!.ctx;
    const rows = await inControl(platform.control, spaceId, (tx) =>
      tx
        .selectFrom('definitions.definition')
        .selectAll()
        .where(
          sql<SqlBool>`(kind, id) in (select * from unnest(${asked.map(({ kind }) => kind)}::text[], ${asked.map(({ id }) => id)}::text[]))`,
        )
        .execute(),
    );
    const known = new Map(rows.map((row) => [`${row.kind}/${row.id}`, row]));
    return asked.map(({ kind, id }) => ({ value: known.get(`${kind}/${id}`) }));
  },
);

/** What of an area the caller may see, worked out once for a person and the rules of the moment. */
export async function visibleIn(ctx: AccessCtx, area: string): Promise<Visible> {
  requireArea(ctx, area);
  const rules = await areaRules(ctx.platform, ctx.spaceId, area);
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  if (ctx.user.system) return everything;
  const key = `${ctx.user.id} ${ctx.user.role}`;
  let known = worked.get(rules);
  if (!known) worked.set(rules, (known = new Map()));
  const kept = known.get(key);
  if (kept?.directory === directory && Date.now() < kept.until) return kept.visible;
  const made = { directory, until: nextEnd(rules), visible: visibleBy(ctx, rules, directory) };
  known.set(key, made);
  return made.visible;
}

/** Of each of the rows, which are of one kind. */
export async function levelsOn(
  ctx: AccessCtx,
  kind: AnyDefinitionKind,
  rows: readonly DefinitionRow[],
): Promise<(DefinitionLevel | null)[]> {
  if (ctx.user.system) return rows.map(() => 'own');
  const places = rows.map(placeOf);
  if (kind.levelOf) return kind.levelOf(ctx, places);
  const visible = await visibleIn(ctx, kind.area);
  return places.map(visible.levelOf);
}

/** What the system sees, for whatever reason it acts. */
const everything: Visible = {
  levelOf: () => 'own',
  levelIn: () => 'own',
  passes: () => true,
  where: () => sql<SqlBool>`true`,
};

interface Worked {
  directory: Directory;
  until: number;
  visible: Visible;
}
const worked = new WeakMap<AreaRules, Map<string, Worked>>();

function placeOf(row: DefinitionRow): DefinitionPlace {
  return {
    kind: row.kind,
    id: row.id,
    appId: row.app_id,
    folder: row.folder,
    owner: row.owner,
    createdBy: row.created_by,
  };
}

/** When the first rule ends that holds now. */
function nextEnd({ onFolders, onDefinitions }: AreaRules): number {
  const ends = [...onFolders.values(), ...onDefinitions.values()].flatMap((rules) =>
    rules.flatMap(({ until }) => (until !== undefined && Date.parse(until) > Date.now() ? Date.parse(until) : [])),
  );
  return ends.reduce((first, end) => Math.min(first, end), Infinity);
}

function visibleBy({ user }: Ctx, rules: AreaRules, directory: Directory): Visible {
  const now = Date.now();
  const mine = ({ subject, until }: AccessRule): boolean =>
    (until === undefined || Date.parse(until) > now) && meansPerson(directory, user, subject);
  const standings = (all: ReadonlyMap<string, AccessRule[]>): Map<string, Standing> =>
    new Map(
      [...all].flatMap(([key, list]): [string, Standing][] => {
        const meant = list.filter(mine);
        return meant.length === 0 ? [] : [[key, standingOf(meant)]];
      }),
    );
  const own = standings(rules.onFolders);
  const onDefinitions = standings(rules.onDefinitions);
  const admin = ownsAll(user);
  const top = own.get('') ?? noStanding;
  const inFolder = new Map<string, Standing>();
  for (const { id, path } of rules.folders.values())
    inFolder.set(
      id,
      [...path, id].reduce((standing, folder) => joinStandings(standing, own.get(folder) ?? noStanding), top),
    );
  const at = (folder: string | null): Standing => (folder === null ? top : (inFolder.get(folder) ?? top));
  const levelIn = (folder: string | null): DefinitionLevel | null => (admin ? 'own' : levelOfStanding(at(folder)));
  const passed = new Set<string>();
  for (const { id, path } of rules.folders.values())
    if (levelIn(id) !== null) for (const above of path) passed.add(above);

  return {
    levelIn,
    passes: (folder) => passed.has(folder),
    levelOf({ kind, id, folder, owner, createdBy }) {
      const particular = onDefinitions.get(`${kind}/${id}`) ?? noStanding;
      if (owner !== null) return owner === user.id ? 'own' : levelOfStanding(particular);
      if (admin || createdBy === user.id) return 'own';
      return levelOfStanding(joinStandings(at(folder), particular));
    },
    where: (kind) => whereOf(kind, user.id, admin, at, inFolder, onDefinitions),
  };
}

/** The same as `levelOf` says of each row: see or more. */
function whereOf(
  kind: string,
  userId: string,
  admin: boolean,
  at: (folder: string | null) => Standing,
  inFolder: ReadonlyMap<string, Standing>,
  onDefinitions: ReadonlyMap<string, Standing>,
): RawBuilder<SqlBool> {
  const particular = [...onDefinitions].flatMap(([key, standing]) =>
    key.startsWith(`${kind}/`) ? [{ id: key.slice(kind.length + 1), standing }] : [],
  );
  const given = particular.filter(({ standing }) => levelOfStanding(standing) !== null).map(({ id }) => id);
  const refused = particular.filter(({ standing }) => standing.refused === 'see').map(({ id }) => id);
  const owned = sql<SqlBool>`(owner = ${userId} or (owner is not null and id = any(${given}::text[])))`;
  if (admin) return sql<SqlBool>`(owner is null or ${owned})`;
  const seen = [...inFolder.keys()].filter((folder) => levelOfStanding(at(folder)) !== null);
  const shut = [...inFolder.keys()].filter((folder) => at(folder).refused === 'see');
  const topSeen = levelOfStanding(at(null)) !== null;
  const topShut = at(null).refused === 'see';
  const everywhere = topSeen && shut.length === 0;
  const lying = everywhere
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(folder = any(${seen}::uuid[]) or (folder is null and ${topSeen}))`;
  const notShut = sql<SqlBool>`not coalesce(folder = any(${shut}::uuid[]), ${topShut})`;
  return sql<SqlBool>`(${owned} or (owner is null and (created_by = ${userId}
    or (${lying} and not id = any(${refused}::text[])) or (id = any(${given}::text[]) and ${notShut}))))`;
}
