import type { InputOf } from '@formwork/contract/endpoint.ts';
import { mostArchived, type documentsApi } from '@formwork/contract/documents/api.ts';
import type { Ctx } from '../../platform/context.ts';
import { conflict } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { SpaceTx } from '../../platform/db/space-data.ts';
import { addFiles, attachFiles, openFileContent, readableFile, storeContent, uniqueNames } from '../files/public.ts';
import { accessTo, folderWith, includes, levelOf, nodesWith } from './access.ts';
import { changing } from './changes.ts';
import { documentKind, documentThing } from './file-guard.ts';
import { withBelow } from './nodes.ts';
import { nameKey, type NodeRow } from './rows.ts';
import { insertDocument } from './versions.ts';

/** Contents are copied as well: what is deleted for good in one place stays in the other. What the person may not download is left out. */
export async function copyNodes(ctx: Ctx, { params, body }: InputOf<typeof documentsApi.copy>): Promise<null> {
  const access = await accessTo(ctx, params.appId);
  const chosen = await nodesWith(ctx, access, params.appId, body.nodes, 'download');
  const target = await folderWith(ctx, access, params.appId, body.folder, 'edit');
  if (chosen.some(({ id }) => target.way.includes(id))) throw conflict('documents.node.in_itself');
  const all = (await withBelow(ctx, chosen, mostArchived)).filter((node) =>
    includes(levelOf(access, node), 'download'),
  );
  const contents = new Map<string, { id: string; name: string; size: number; type: string }>();
  for (const node of all) if (node.file_id !== null) contents.set(node.id, await copyFile(ctx, node, node.file_id));
  const tops = new Set(chosen.map(({ id }) => id));
  const attached = await changing(ctx, params.appId, async (tx) => {
    const taken = await namesIn(tx, params.appId, target.id);
    const places = new Map<string, { id: string; way: string[] }>();
    const made: { document: string; file: string }[] = [];
    for (const node of all) {
      const top = tops.has(node.id);
      const place = top ? target : places.get(node.parent_id ?? '');
      // it lies in a folder that was left out
      if (!place) continue;
      const name = top ? freeName(node.name, taken) : node.name;
      if (node.kind === 'folder') {
        const id = newId();
        await tx.query({
          text: `insert into ${tx.schema}.documents_node (id, app_id, parent_id, path, kind, name, name_key, created_by, modified_by) values ($1, $2, $3, $4, 'folder', $5, $6, $7, $7)`,
          values: [id, params.appId, place.id, place.way, name, nameKey(name), ctx.user.id],
        });
        await tx.event('documents.node.copied', id, { appId: params.appId, id, name, from: node.id });
        places.set(node.id, { id, way: [...place.way, id] });
      } else {
        const file = contents.get(node.id)!;
        made.push({
          document: await insertDocument(tx, ctx, params.appId, place.id, place.way, { ...file, name }),
          file: file.id,
        });
      }
    }
    return made;
  });
  for (const { document, file } of attached)
    await attachFiles(ctx.platform, ctx.spaceId, ctx.user.id, [file], {
      kind: documentKind,
      id: documentThing(params.appId, document),
    });
  return null;
}

/** Names in a folder, to which those that are given out are added. */
export async function namesIn(tx: SpaceTx, appId: string, folder: string | null): Promise<string[]> {
  const { rows } = await tx.query<{ name: string }>({
    text: `select name from ${tx.schema}.documents_node where app_id = $1 and parent_id is not distinct from $2::uuid and removed_at is null`,
    values: [appId, folder],
  });
  return rows.map(({ name }) => name);
}

/** `a.txt`, else `a (2).txt`. */
export function freeName(name: string, taken: string[]): string {
  const free = uniqueNames([...taken.map(nameKey), name]).at(-1)!;
  taken.push(free);
  return free;
}

async function copyFile(
  ctx: Ctx,
  { name }: NodeRow,
  fileId: string,
): Promise<{ id: string; name: string; size: number; type: string }> {
  const file = await readableFile(ctx, fileId);
  const stored = await storeContent(ctx.platform, await openFileContent(ctx.platform, file));
  const [added] = await addFiles(ctx, [{ ...stored, name, purpose: 'document' }]);
  return { id: added!.id, name, size: added!.size, type: added!.type };
}
