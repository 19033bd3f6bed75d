import type { FileGuard } from '../files/public.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { isInScope } from '../agents/public.ts';
import { includes, readAccess } from './access.ts';

export const documentKind = 'documents';

/** What the file guard gets back. */
export function documentThing(appId: string, nodeId: string): string {
  return `${appId}/${nodeId}`;
}

/** Whoever may view the document sees its versions; to have them as files takes the right to download. What is in the bin is seen by nobody. */
export const maySeeDocument: FileGuard = async (ctx, id, _fileId, use) => {
  const [appId = '', nodeId = ''] = id.split('/');
  if (!isInScope(ctx.user, appId)) return false;
  const schema = spaceSchema(ctx.spaceId);
  const { rows } = await spaceQuery<{ path: string[] }>(ctx.platform, {
    text: `select path from ${schema}.documents_node n where id = $1 and app_id = $2 and removed_at is null and not exists (select 1 from ${schema}.documents_node above where above.id = any(n.path) and above.removed_at is not null)`,
    values: [nodeId, appId],
  });
  if (!rows[0]) return false;
  return includes((await readAccess(ctx, appId)).levelAt(rows[0].path), use === 'download' ? 'download' : 'view');
};
