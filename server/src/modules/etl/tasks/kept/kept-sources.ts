import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isSource, type EtlTask, type SourceNode } from '@formwork/contract/etl/task.ts';
import { sourceTable } from '@formwork/etl/graph.ts';
import { literal, quoted } from '@formwork/etl/sql.ts';
import type { Ctx } from '../../../../platform/context.ts';
import { spaceQuery, spaceSchema } from '../../../../platform/db/space-data.ts';
import type { EngineSession, Ranges } from '../../../../platform/engine/port.ts';
import { FileMissing } from '../../../../platform/files/files.ts';
import type { OpenedFile } from '../../../connections/public.ts';
import type { TaskMemory } from '../memory.ts';
import type { TaskWork } from '../prepare.ts';

// What a source delivered is kept once it was read to its end: a run that lost its process in the midst of the next one goes on there.

/** What was read of a source. */
export interface ReadRows {
  rows: number;
  /** How far, where it says so. */
  position: string | undefined;
}

interface Kept extends ReadRows {
  columns: string;
  /** Of what is read range by range: those that were read to their end. */
  ranges?: KeptRanges;
  /** Of what is fetched part by part: those that came, by the names of the files. */
  files?: Record<string, KeptFile>;
}

export interface KeptRanges extends Pick<Ranges, 'key' | 'upTo'> {
  parts: KeptPart[];
  /** In the store, where one is being put there. */
  coming?: string | undefined;
  /** How many states of the database they show; undefined where each may be of its own. */
  states: number | undefined;
}

export interface KeptPart {
  /** In the store. */
  key: string;
  rows: number;
  bytes: number;
  upTo: string;
}

export interface KeptFile extends NonNullable<OpenedFile['facts']> {
  parts: KeptBytes[];
  /** In the store, where one is being put there. */
  coming?: string | undefined;
}

export type KeptBytes = Pick<KeptPart, 'key' | 'bytes'>;

export const isFetched = ({ size, parts }: KeptFile): boolean =>
  parts.reduce((sum, { bytes }) => sum + bytes, 0) === size;

export async function keepRows(
  work: TaskWork,
  session: EngineSession,
  node: SourceNode,
  read: ReadRows,
): Promise<void> {
  const { ctx, run, memory, payload, signal, moved } = work;
  const key = memory.keys[node.id];
  if (key === undefined || payload.sent) return;
  const files = await keptFiles(work, node);
  if (isNear(node, files)) return;
  const out = placeOf(session, node);
  try {
    await session.run(`attach ${literal(out)} as kept`);
    await session.run(`create table kept.rows as from ${quoted(sourceTable(node.id))}`, { signal });
    await session.run('detach kept');
    await ctx.platform.files.put(createReadStream(out), key);
  } catch (error) {
    signal.throwIfAborted();
    // the run does without: read once more it is only slower
    ctx.platform.log.warn({ err: error, run, node: node.id }, 'what a source delivered was not kept');
    return;
  } finally {
    await rm(out, { force: true });
  }
  await noteKept(ctx, run, node.id, { ...read, columns: columnsOf(node) });
  for (const part of keysOf({ files })) await ctx.platform.files.remove(part);
  await moved();
}

/** What an earlier try of the run read of a source, as its table in the session; undefined where it has to be read. */
export async function keptRows(
  { ctx, run, memory }: TaskWork,
  session: EngineSession,
  node: SourceNode,
): Promise<ReadRows | undefined> {
  const key = memory.keys[node.id];
  const kept = key === undefined ? undefined : await readKept(ctx, run, node.id);
  if (!kept || kept.ranges || kept.files || kept.columns !== columnsOf(node)) return undefined;
  const file = placeOf(session, node);
  try {
    await pipeline(await ctx.platform.files.open(key!), createWriteStream(file, { mode: 0o600 }));
  } catch (error) {
    // a backup takes none of it along
    if (error instanceof FileMissing) return undefined;
    throw error;
  }
  const name = quoted(`k_${node.id}`);
  await session.run(`attach ${literal(file)} as ${name} (read_only)`);
  await session.run(`create view ${quoted(sourceTable(node.id))} as select * from ${name}.rows`);
  return kept;
}

/** What was read of a source range by range so far. */
export async function keptRanges({ ctx, run }: TaskWork, node: SourceNode): Promise<KeptRanges | undefined> {
  const kept = await readKept(ctx, run, node.id);
  return kept?.columns === columnsOf(node) ? kept.ranges : undefined;
}

export async function noteRanges({ ctx, run }: TaskWork, node: SourceNode, ranges: KeptRanges): Promise<void> {
  const rows = ranges.parts.reduce((sum, part) => sum + part.rows, 0);
  await noteKept(ctx, run, node.id, { rows, position: undefined, columns: columnsOf(node), ranges });
}

/** What was fetched of the files of a source so far. */
export async function keptFiles({ ctx, run }: TaskWork, node: SourceNode): Promise<Record<string, KeptFile>> {
  return (await readKept(ctx, run, node.id))?.files ?? {};
}

export async function noteFile(
  work: TaskWork,
  node: SourceNode,
  name: string,
  file: KeptFile | undefined,
): Promise<void> {
  const { [name]: _, ...others } = await keptFiles(work, node);
  const files = file ? { ...others, [name]: file } : others;
  await noteKept(work.ctx, work.run, node.id, { rows: 0, position: undefined, columns: columnsOf(node), files });
}

/** Nobody goes on behind them any more: a run that begins anew reads what its sources have then. */
export async function dropKept(
  { platform, spaceId }: Ctx,
  run: string,
  task: EtlTask,
  memory: TaskMemory,
): Promise<void> {
  const keys = task.nodes.filter(isSource).flatMap(({ id }) => memory.keys[id] ?? []);
  if (keys.length === 0) return;
  const parts = await keysOfParts({ platform, spaceId }, [run]);
  await spaceQuery(platform, {
    text: `update ${spaceSchema(spaceId)}.etl_node set kept = null where run = $1 and kept is not null`,
    values: [run],
  });
  for (const key of [...keys, ...parts])
    await platform.files.remove(key).catch((error: unknown) => {
      platform.log.warn({ err: error, spaceId, key }, 'what a task had read was not removed');
    });
}

/** Where in the store that lies which runs read range by range or fetched part by part. */
export async function keysOfParts(
  { platform, spaceId }: Pick<Ctx, 'platform' | 'spaceId'>,
  runs: readonly string[],
): Promise<string[]> {
  const { rows } = await spaceQuery<{ kept: Kept }>(platform, {
    text: `select kept from ${spaceSchema(spaceId)}.etl_node where run = any($1::uuid[]) and (kept ? 'ranges' or kept ? 'files')`,
    values: [runs],
  });
  return rows.flatMap(({ kept }) => keysOf(kept));
}

function keysOf({ ranges, files = {} }: Pick<Kept, 'ranges' | 'files'>): string[] {
  return [...(ranges ? [ranges] : []), ...Object.values(files)].flatMap(({ parts, coming }) => [
    ...parts.map(({ key }) => key),
    ...(coming === undefined ? [] : [coming]),
  ]);
}

/** What lies with us already, or is kept as it arrives, is as near as what would be kept of it. */
function isNear(node: SourceNode, files: Record<string, KeptFile>): boolean {
  if (node.kind === 'mqttSource') return true;
  const file = node.kind === 'fileSource' ? files[node.fileName] : undefined;
  return (node.kind === 'fileSource' && node.connection === null) || (file !== undefined && isFetched(file));
}

const placeOf = ({ folder }: EngineSession, { id }: SourceNode): string => path.join(folder, `kept-${id}`);

const columnsOf = ({ columns }: SourceNode): string => columns.map(({ name, type }) => `${name} ${type}`).join('\n');

async function noteKept({ platform, spaceId }: Ctx, run: string, node: string, kept: Kept): Promise<void> {
  await spaceQuery(platform, {
    text: `update ${spaceSchema(spaceId)}.etl_node set kept = $3 where run = $1 and node = $2`,
    values: [run, node, JSON.stringify(kept)],
  });
}

async function readKept({ platform, spaceId }: Ctx, run: string, node: string): Promise<Kept | undefined> {
  const { rows } = await spaceQuery<{ kept: Kept | null }>(platform, {
    text: `select kept from ${spaceSchema(spaceId)}.etl_node where run = $1 and node = $2`,
    values: [run, node],
  });
  return rows[0]?.kept ?? undefined;
}
