import type { InputOf } from '@formwork/contract/endpoint.ts';
import { mostArchived, type DocumentLevel, type documentsApi } from '@formwork/contract/documents/api.ts';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { inSpace } from '../../platform/db/space-data.ts';
import { disposition, openFileContent, readableFile, zipOfFiles } from '../files/public.ts';
import { accessTo, includes, levelOf, nodesWith, type AppAccess } from './access.ts';
import { withBelow } from './nodes.ts';
import type { NodeRow } from './rows.ts';

/** Folders and documents as one zip. */
export async function openArchive(
  ctx: Ctx,
  { params, query }: InputOf<typeof documentsApi.archive>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const access = await accessTo(ctx, params.appId);
  const chosen = await nodesWith(ctx, access, params.appId, query.ids.split(','), 'view');
  return sendArchive(ctx, access, chosen, 'download', reply, (documents) =>
    inSpace(ctx, (tx) =>
      tx.event('documents.archive.downloaded', params.appId, {
        appId: params.appId,
        id: params.appId,
        count: documents.length,
        files: documents.slice(0, 200),
      }),
    ),
  );
}

/** What the person has the right to of all that was chosen and what lies below it, written while it is sent. */
export async function sendArchive(
  ctx: Ctx,
  access: AppAccess,
  chosen: readonly NodeRow[],
  least: DocumentLevel,
  reply: FastifyReply,
  tell: (documents: { id: string; name: string }[]) => Promise<void>,
): Promise<FastifyReply> {
  const all = (await withBelow(ctx, chosen, mostArchived)).filter((node) => includes(levelOf(access, node), least));
  const tops = new Set(chosen.map(({ id }) => id));
  const names = new Map(all.map(({ id, name }) => [id, name]));
  const documents = all.flatMap((node) => {
    if (node.kind === 'folder' || node.file_id === null) return [];
    // as they lie below what was chosen
    const from = tops.has(node.id) ? [] : node.path.slice(node.path.findIndex((id) => tops.has(id)));
    const folders = from.map((id) => names.get(id));
    return folders.includes(undefined) ? [] : [{ node, fileId: node.file_id, name: [...folders, node.name].join('/') }];
  });
  const [first] = documents;
  if (!first) throw notFound('files.file.not_found');
  await tell(documents.map(({ node, name }) => ({ id: node.id, name })));
  const zip = zipOfFiles(
    documents.map(({ node, fileId, name }) => ({
      name,
      date: node.modified_at,
      open: async () => openFileContent(ctx.platform, await readableFile(ctx, fileId, 'download')),
    })),
    (error) => ctx.platform.log.error({ err: error }, 'an archive of documents broke off'),
  );
  const title = chosen.length === 1 ? chosen[0]!.name : first.node.name;
  return reply
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', disposition('attachment', `${title}.zip`))
    .type('application/zip')
    .send(zip);
}
