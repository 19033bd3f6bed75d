import { documentLevels, type DocumentLevel, type DocumentRule } from '@formwork/contract/documents/api.ts';
import type { Ctx } from '../../platform/context.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { isInScope } from '../agents/public.ts';
import { ownsAll } from '../definitions/public.ts';
import { fileAppIds, subjectsOf, type Subjects } from '../forms/public.ts';
import { nodeColumns, type NodeRow } from './rows.ts';

type Level = DocumentLevel | null;

/** What one person may do in the folders of an application. */
export interface AppAccess {
  /** In a folder reached by these folders, itself the last; the empty way is the top. */
  levelAt(way: readonly string[]): Level;
  /** Folders that may be passed on the way to one that may be seen. */
  passed: ReadonlySet<string>;
  /** Every folder with rules of its own. */
  special: readonly string[];
  /** Whether there is anything to see at all. */
  any: boolean;
}

interface Rule extends DocumentRule {
  folder: string | null;
  /** The folders above that folder. */
  path: string[];
}

/** Rules of the application as the person meets them; 404 for what is none, or shows nothing to them. */
export async function accessTo(ctx: Ctx, appId: string): Promise<AppAccess> {
  const access =
    (await fileAppIds(ctx)).includes(appId) && isInScope(ctx.user, appId) ? await readAccess(ctx, appId) : undefined;
  if (!access?.any) throw notFound('forms.app.not_found');
  return access;
}

export async function readAccess(ctx: Pick<Ctx, 'platform' | 'spaceId' | 'user'>, appId: string): Promise<AppAccess> {
  if (ownsAll(ctx.user)) return { levelAt: () => 'manage', passed: new Set(), special: [], any: true };
  const schema = spaceSchema(ctx.spaceId);
  const { rows } = await spaceQuery<Rule & { alone: boolean }>(ctx.platform, {
    text: `select r.folder_id as folder, coalesce(n.path, '{}') as path, r.subject, r.level, false as alone from ${schema}.documents_rule r left join ${schema}.documents_node n on n.id = r.folder_id where r.app_id = $1
      union all select a.folder_id, n.path, null, null, true from ${schema}.documents_alone a join ${schema}.documents_node n on n.id = a.folder_id where a.app_id = $1`,
    values: [appId],
  });
  return accessBy(rows, await subjectsOf(ctx));
}

/** The document or folder with access, or the same 404 as for one that is not there. */
export async function nodeWith(
  ctx: Ctx,
  access: AppAccess,
  appId: string,
  nodeId: string,
  least: DocumentLevel,
): Promise<NodeRow> {
  const [node] = await nodesWith(ctx, access, appId, [nodeId], least);
  if (!node) throw notFound('documents.node.not_found');
  return node;
}

/** All of them, or a refusal. */
export async function nodesWith(
  ctx: Ctx,
  access: AppAccess,
  appId: string,
  ids: readonly string[],
  least: DocumentLevel,
): Promise<NodeRow[]> {
  const schema = spaceSchema(ctx.spaceId);
  const { rows } = await spaceQuery<NodeRow>(ctx.platform, {
    // what lies in a removed folder is gone with it
    text: `select ${nodeColumns} from ${schema}.documents_node n where app_id = $1 and id = any($2::uuid[]) and removed_at is null
      and not exists (select 1 from ${schema}.documents_node above where above.id = any(n.path) and above.removed_at is not null)`,
    values: [appId, ids],
  });
  const seen = rows.filter((row) => levelOf(access, row) !== null);
  if (seen.length < new Set(ids).size) throw notFound('documents.node.not_found');
  if (!seen.every((row) => includes(levelOf(access, row), least))) throw forbidden('documents.node.no_right');
  return seen;
}

/** A folder to put something into; null: the top. */
export async function folderWith(
  ctx: Ctx,
  access: AppAccess,
  appId: string,
  folder: string | null,
  least: DocumentLevel,
): Promise<{ id: string | null; way: string[] }> {
  if (folder === null) {
    if (!includes(access.levelAt([]), least)) throw forbidden('documents.node.no_right');
    return { id: null, way: [] };
  }
  const node = await nodeWith(ctx, access, appId, folder, least);
  if (node.kind !== 'folder') throw notFound('documents.node.not_found');
  return { id: node.id, way: [...node.path, node.id] };
}

export function levelOf(access: AppAccess, { kind, id, path }: Pick<NodeRow, 'kind' | 'id' | 'path'>): Level {
  return access.levelAt(kind === 'folder' ? [...path, id] : path);
}

export function includes(level: Level, least: DocumentLevel): boolean {
  return level !== null && documentLevels.indexOf(level) >= documentLevels.indexOf(least);
}

function accessBy(rows: readonly (Rule & { alone: boolean })[], subjects: Subjects): AppAccess {
  const given = new Map<string, Level>();
  const alone = new Set<string>();
  const passed = new Set<string>();
  for (const row of rows) {
    if (row.alone) alone.add(row.folder ?? '');
    else if (means(row.subject, subjects)) {
      given.set(row.folder ?? '', stronger(given.get(row.folder ?? '') ?? null, row.level));
      for (const id of row.path) passed.add(id);
    }
  }
  const levelAt = (way: readonly string[]): Level =>
    way.reduce(
      (level: Level, id) => stronger(alone.has(id) ? null : level, given.get(id) ?? null),
      given.get('') ?? null,
    );
  return {
    levelAt,
    passed,
    special: [...new Set([...given.keys(), ...alone, ...passed])].filter(Boolean),
    any: given.size > 0,
  };
}

function means(subject: DocumentRule['subject'], { userId, roles, belongs }: Subjects): boolean {
  if (subject.kind === 'everyone') return true;
  if (subject.kind === 'person') return subject.id === userId;
  return subject.kind === 'role' ? roles.includes(subject.id) : belongs(subject);
}

function stronger(a: Level, b: Level): Level {
  return b !== null && includes(b, a ?? 'view') ? b : a;
}
