import type { EtlTask, TaskNodeOf } from '@formwork/contract/etl/task.ts';
import type { Ctx } from '../../../platform/context.ts';
import { engineOf } from '../../../platform/engine/engine.ts';
import type { Endpoint, TableName } from '../../../platform/engine/port.ts';
import { conflict } from '../../../platform/errors.ts';
import type { UsedBy } from '../../connections/public.ts';
import { releasedOf, requireOn } from '../../definitions/public.ts';
import { zoneOf } from '../../enterprise/public.ts';
import { attachedFiles, openFileContent } from '../../files/public.ts';
import { nameOfFile } from '../tasks/file-name.ts';
import { taskFiles } from '../tasks/files.ts';
import { newestFile } from '../tasks/results.ts';
import { filesEndpoint, wholeFile, type FileShelf, type ShelfFile } from './files.ts';
import { openShelf } from './open.ts';

/** A file that a task writes at a node. */
export interface MadeFile {
  task: string;
  node: string;
}

/**
 * The file as it was written last, as a table: for whoever may use the task, and the connection where it lies. It is refused when it
 * has more than `most` bytes.
 */
export async function openMadeFile(
  ctx: Ctx,
  { task, node }: MadeFile,
  usedBy: UsedBy,
  most: number,
): Promise<{ endpoint: Endpoint; table: TableName }> {
  await requireOn(ctx, 'etl_task', task, 'use');
  const released = await releasedOf<EtlTask>(ctx.platform, ctx.spaceId, 'etl_task', task);
  const target = released?.body.nodes.find(({ id }) => id === node);
  if (target?.kind !== 'fileTarget') throw conflict('etl.file.not_written');
  const shelf = target.connection === null ? await kept(ctx, { task, node }) : await lying(ctx, target, usedBy);
  const endpoint = filesEndpoint(engineOf(ctx.platform, 'etl'), shelf, zoneOf(ctx.platform, ctx.spaceId), most);
  try {
    const [table] = await endpoint.tables('');
    if (!table) throw conflict('etl.file.not_written');
    return { endpoint, table };
  } catch (error) {
    await endpoint.close();
    throw error;
  }
}

/** With the run that made it. */
async function kept(ctx: Ctx, { task, node }: MadeFile): Promise<FileShelf> {
  const newest = await newestFile(ctx, task, node);
  const [file] = newest ? await attachedFiles(ctx.platform, ctx.spaceId, [newest.file], taskFiles) : [];
  if (!file) throw conflict('etl.file.not_written');
  return {
    list: () => Promise.resolve([{ name: file.name, size: file.size }]),
    open: () => Promise.resolve(wholeFile(() => openFileContent(ctx.platform, file))),
    close: () => Promise.resolve(),
  };
}

/** Where a connection leads: of files with a day in their names the last one. */
async function lying(ctx: Ctx, target: TaskNodeOf<'fileTarget'>, usedBy: UsedBy): Promise<FileShelf> {
  const shelf = await openShelf(ctx, target.connection!, usedBy);
  try {
    const found = lastOf(await shelf.list(), target);
    if (!found) throw conflict('etl.file.not_written');
    return { list: () => Promise.resolve([found]), open: (name) => shelf.open(name), close: () => shelf.close() };
  } catch (error) {
    await shelf.close();
    throw error;
  }
}

function lastOf(files: readonly ShelfFile[], target: TaskNodeOf<'fileTarget'>): ShelfFile | undefined {
  // what runs put in the place of their parameters is not known here
  const parts = nameOfFile(target, '{date}').split(/(\{[\p{L}_][\p{L}\p{N}_]*\})/u);
  const shapes = parts.map((part, at) => {
    if (at % 2 === 0) return part.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
    return part === '{date}' ? String.raw`\d{4}-\d{2}-\d{2}` : '[^/]*';
  });
  const named = new RegExp(`^${shapes.join('')}$`, 'u');
  return files.filter(({ name }) => named.test(name)).toSorted((a, b) => (a.name < b.name ? 1 : -1))[0];
}
