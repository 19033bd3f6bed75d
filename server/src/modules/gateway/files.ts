import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { FilePlace, GatewayApi, Operation, Source } from '@formwork/contract/gateway/definition.ts';
import type { DefinitionProblem } from '@formwork/contract/definitions/kind.ts';
import { documentsApi } from '@formwork/contract/documents/api.ts';
import { inlineTypes } from '@formwork/contract/files/api.ts';
import { pathNames } from '@formwork/contract/gateway/definition.ts';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import type { ReleaseChange } from '../../platform/definition-kind.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import type { Subscriber } from '../../platform/events/events.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireOn } from '../definitions/public.ts';
import { documentNamed, documentToSend, listNodes, requireFolder } from '../documents/public.ts';
import { keepsFile, newestFile } from '../etl/public.ts';
import {
  attachedFiles,
  attachFilesIn,
  disposition,
  dropAttached,
  guardFiles,
  judge,
  openFileContent,
  readableFile,
} from '../files/public.ts';
import { checked } from './checked.ts';

type FileSource = Extract<Source, { is: 'file' }>;
type FileRow = Awaited<ReturnType<typeof readableFile>>;

/** What the files of an API's releases are attached to. */
const attachment = (api: string) => ({ kind: 'gateway.file', id: api });

/** What a call asks of a file, as the gateway hands it on. */
export interface FileCall {
  api: string;
  method: string;
  params: Record<string, string>;
  query: Record<string, string>;
  conditions: Record<string, string>;
}

interface FileToSend {
  row: FileRow;
  name: string;
  /** Since when it has been this content that is served there. */
  at: Date;
}

/** Whoever sees the API sees what was uploaded for it. */
export function guardGatewayFiles(platform: Platform): void {
  guardFiles(platform, attachment('').kind, (ctx, api) =>
    requireOn(ctx, 'gateway_api', api, 'see').then(
      () => true,
      () => false,
    ),
  );
}

/** Uploads that were an API's alone go with it. */
export const dropGatewayFiles: Subscriber = {
  name: 'gateway.files',
  start: 'now',
  types: ['definitions.purged'],
  async handle(platform, spaceId, events) {
    for (const { subject, data } of events)
      if (data.kind === 'gateway_api' && subject !== null)
        await dropAttached(platform, spaceId, attachment(subject), []);
  },
};

/** Nobody puts before others what they may not have themselves. */
export async function problemsOfFiles(ctx: Ctx, { source }: GatewayApi, { id }: { id: string }) {
  if (source.is !== 'file') return [];
  try {
    await requireOwn(ctx, source.place, id);
    return [];
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const problem: DefinitionProblem = { code: 'gateway.problem.file_unread', level: 'error', at: ['source', 'place'] };
    return [problem];
  }
}

async function requireOwn(ctx: Ctx, place: FilePlace, api: string): Promise<void> {
  switch (place.of) {
    case 'file':
      await fileOfApi(ctx, place.file!, api);
      return;
    case 'document':
      await documentToSend(ctx, place.app!, place.node!, place.version);
      return;
    case 'folder':
      return requireFolder(ctx, place.app!, place.folder);
    case 'output':
      // the first run may be still to come
      if (!(await keepsFile(ctx, place.task!, place.node))) throw notFound('etl.result.none');
  }
}

/** An upload becomes part of the API with its release, and stays as long. */
export async function keepFiles(ctx: TxCtx, { id, after: { source } }: ReleaseChange<GatewayApi>): Promise<void> {
  if (source.is === 'file' && source.place.of === 'file' && source.place.file !== null)
    await attachFilesIn(ctx.tx, ctx.user.id, [source.place.file], attachment(id));
}

async function fileOfApi(ctx: Ctx, file: string, api: string): Promise<FileRow> {
  const [own] = await attachedFiles(ctx.platform, ctx.spaceId, [file], attachment(api));
  return own ?? readableFile(ctx, file, 'download');
}

/** What lies in a folder, or a file with its facts, for the person of the API. */
export async function fileAnswer(
  ctx: Ctx,
  { place }: FileSource,
  operation: Operation,
  call: FileCall,
): Promise<FileToSend | { list: unknown }> {
  switch (place.of) {
    case 'file': {
      const row = await fileOfApi(ctx, place.file!, call.api);
      return { row, name: row.name, at: row.created_at };
    }
    case 'document':
      return ofDocument(ctx, place.app!, place.node!, place.version);
    case 'output': {
      const newest = await newestFile(ctx, place.task!, place.node);
      if (!newest) throw notFound('etl.result.none');
      return { row: await readableFile(ctx, newest.file, 'download'), name: newest.name, at: newest.at };
    }
    case 'folder': {
      const names = pathNames(operation.path).map((name) => call.params[name] ?? '');
      const found = await documentNamed(ctx, place.app!, place.folder, names);
      return operation.action === 'list'
        ? { list: await listOf(ctx, place.app!, found, call.query) }
        : ofDocument(ctx, place.app!, found!, null);
    }
  }
}

async function ofDocument(ctx: Ctx, app: string, node: string, version: number | null): Promise<FileToSend> {
  const { file, name, at } = await documentToSend(ctx, app, node, version);
  return { row: await readableFile(ctx, file, 'download'), name, at };
}

async function listOf(ctx: Ctx, appId: string, folder: string | null, query: Record<string, string>): Promise<unknown> {
  const { limit, cursor } = query;
  const asked = checked(documentsApi.list.query!, {
    ...(folder !== null && { folder }),
    ...(cursor !== undefined && { cursor }),
    ...(limit !== undefined && { limit: Number(limit) }),
  });
  const { rows, next } = await listNodes(ctx, { params: { appId }, query: asked, body: undefined });
  return {
    files: rows.map(({ kind, name, size, type, version, modifiedAt }) =>
      kind === 'folder' ? { kind, name, modifiedAt } : { kind, name, size, type, version, modifiedAt },
    ),
    next,
  };
}

/** Sends it as it is asked for: whole, one range of it, or that nothing changed. The caller's pace is that of the socket. */
export async function sendFileTo(
  platform: Platform,
  { row, name, at }: FileToSend,
  { inline: mayShow }: FileSource,
  { method, conditions }: FileCall,
  response: ServerResponse,
): Promise<void> {
  const { sha256, size } = row;
  const type = typeOf(row.media_type, name);
  const tag = `"${sha256}"`;
  const judged = judge({ tag, modified: at, size }, method, (header) => conditions[header]);
  response.setHeader('etag', tag);
  response.setHeader('last-modified', at.toUTCString());
  response.setHeader('accept-ranges', 'bytes');
  // to be asked about again, as it may be another one by then; answers of the gateway's own cache are not meant
  response.setHeader('cache-control', 'max-age=0, must-revalidate');
  if (judged.status === 304) return end(response, 304);
  if (judged.status === 412) return refuse(response, 412, 'gateway.file.changed');
  if (judged.status === 416) {
    response.setHeader('content-range', `bytes */${size}`);
    return refuse(response, 416, 'gateway.file.range');
  }
  const range = judged.status === 206 ? judged.range : undefined;
  const inline = mayShow && inlineTypes.includes(type);
  response.setHeader('content-type', type);
  response.setHeader('content-disposition', disposition(inline ? 'inline' : 'attachment', name));
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('content-length', range ? range.end - range.start + 1 : size);
  if (range) response.setHeader('content-range', `bytes ${range.start}-${range.end}/${size}`);
  if (method === 'HEAD' || size === 0) return end(response, judged.status);
  const content = await openFileContent(platform, row, range);
  response.writeHead(judged.status);
  try {
    await pipeline(content, response);
  } catch (error) {
    // a caller that goes away is no failure; whoever waits for the rest sees that the connection ends
    if ((error as { code?: string }).code !== 'ERR_STREAM_PREMATURE_CLOSE')
      platform.log.error({ err: error }, 'a file of an API could not be sent to its end');
    response.destroy();
  }
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status);
  response.end();
}

function refuse(response: ServerResponse, status: number, code: 'gateway.file.changed' | 'gateway.file.range'): void {
  const text = JSON.stringify({ code });
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

/** What tasks write is not looked into: its name says what it is, and so it does of what looks like any text. */
function typeOf(type: string, name: string): string {
  if (type !== 'application/octet-stream' && type !== 'text/plain' && type !== 'text/csv') return type;
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return dataTypes[ending] ?? type;
}

const dataTypes: Record<string, string> = {
  csv: 'text/csv',
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
