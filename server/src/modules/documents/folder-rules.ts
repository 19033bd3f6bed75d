import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { DocumentRule, documentsApi, FolderRules } from '@formwork/contract/documents/api.ts';
import type { Ctx } from '../../platform/context.ts';
import type { RightsSubject } from '../../platform/http/http.ts';
import { newId } from '../../platform/ids.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { directoryOf, receiverName } from '../organization/public.ts';
import { accessTo, folderWith } from './access.ts';
import { changing } from './changes.ts';
import { namesOf } from './list.ts';

/** Bus message: rules of folders of a space. */
export const rulesChanged = 'documents.rules';

type Input<K extends keyof typeof documentsApi> = InputOf<(typeof documentsApi)[K]>;

export async function getRules(
  ctx: Ctx,
  { params, query }: Input<'getRules'>,
): Promise<FolderRules & { above: (DocumentRule & { folder: string | null })[]; names: Record<string, string> }> {
  const access = await accessTo(ctx, params.appId);
  const { id, way } = await folderWith(ctx, access, params.appId, query.folder ?? null, 'manage');
  const schema = spaceSchema(ctx.spaceId);
  const { rows } = await spaceQuery<DocumentRule & { folder_id: string | null }>(ctx.platform, {
    text: `select folder_id, subject, level from ${schema}.documents_rule where app_id = $1 and (folder_id is null or folder_id = any($2::uuid[])) order by id`,
    values: [params.appId, way],
  });
  const { rows: alone } = await spaceQuery<{ folder_id: string }>(ctx.platform, {
    text: `select folder_id from ${schema}.documents_alone where folder_id = any($1::uuid[])`,
    values: [way],
  });
  const cut = new Set(alone.map((row) => row.folder_id));
  // from the folder upwards, as far as something is taken over
  const over: (string | null)[] = [];
  for (let at = way.length - 1; at >= 0 && !cut.has(way[at]!); at -= 1) over.push(at === 0 ? null : way[at - 1]!);
  const names = new Map((await namesOf(ctx, way)).map((folder) => [folder.id, folder.name]));
  const above = rows
    .filter((row) => row.folder_id !== id && over.includes(row.folder_id))
    .map(({ folder_id: folder, subject, level }) => ({
      subject,
      level,
      folder: folder === null ? null : (names.get(folder) ?? ''),
    }));
  const own = rows.filter((row) => row.folder_id === id).map(({ subject, level }) => ({ subject, level }));
  return { rules: own, alone: id !== null && cut.has(id), above, names: await subjectNames(ctx, [...own, ...above]) };
}

export async function putRules(ctx: Ctx, { params, body }: Input<'putRules'>): Promise<null> {
  const access = await accessTo(ctx, params.appId);
  const { id } = await folderWith(ctx, access, params.appId, body.folder, 'manage');
  await changing(ctx, params.appId, async (tx) => {
    await tx.query({
      text: `delete from ${tx.schema}.documents_rule where app_id = $1 and folder_id is not distinct from $2::uuid`,
      values: [params.appId, id],
    });
    for (const { subject, level } of body.rules)
      await tx.query({
        text: `insert into ${tx.schema}.documents_rule (id, app_id, folder_id, subject, level) values ($1, $2, $3, $4, $5)`,
        values: [newId(), params.appId, id, JSON.stringify(subject), level],
      });
    if (id !== null)
      await tx.query(
        body.alone
          ? {
              text: `insert into ${tx.schema}.documents_alone (folder_id, app_id) values ($1, $2) on conflict do nothing`,
              values: [id, params.appId],
            }
          : { text: `delete from ${tx.schema}.documents_alone where folder_id = $1`, values: [id] },
      );
    await tx.event('documents.permission.changed', id ?? params.appId, {
      appId: params.appId,
      id: id ?? params.appId,
      rules: body.rules,
      alone: body.alone,
    });
  });
  ctx.platform.bus.publish({ kind: rulesChanged, spaceId: ctx.spaceId });
  return null;
}

/** For whoever has to judge it: the folder, and its rules as they are. */
export async function changeOfRules(ctx: Ctx, { params, body }: Input<'putRules'>): Promise<RightsSubject> {
  const { rules, alone } = await getRules(ctx, {
    params,
    query: { ...(body.folder !== null && { folder: body.folder }) },
    body: undefined,
  });
  const [folder] = body.folder === null ? [] : await namesOf(ctx, [body.folder]);
  return { name: folder?.name ?? '', before: { rules, alone }, after: { rules: body.rules, alone: body.alone } };
}

/** How subjects are called, by `kind:id`. */
async function subjectNames(ctx: Ctx, rules: readonly DocumentRule[]): Promise<Record<string, string>> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  return Object.fromEntries(
    rules.flatMap(({ subject }): [string, string][] => {
      if (subject.kind === 'everyone') return [];
      return [
        [
          `${subject.kind}:${subject.id}`,
          receiverName(directory, { kind: receiverKind[subject.kind], id: subject.id }) ?? '',
        ],
      ];
    }),
  );
}

const receiverKind = {
  person: 'people',
  department: 'departments',
  post: 'posts',
  group: 'groups',
  role: 'roles',
} as const;
