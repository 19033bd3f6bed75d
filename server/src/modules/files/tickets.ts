import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { PreviewTicket, filesApi } from '@formwork/contract/files/api.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Config } from '../../platform/config.ts';
import type { Ctx, VisitorCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { isOneOf, keyedHash, keyedHashes } from '../../platform/secrets.ts';
import { openSpaceName } from '../identity/public.ts';
import { readableFile } from './access.ts';
import { sendFile } from './download.ts';
import { viewOf } from './store.ts';
import type { FileTable } from './tables.ts';

const minutes = 10;
const Claim = z.object({ space: z.string(), file: z.uuid(), until: z.number() });

/** Whoever may see a file may let it be seen for some minutes: by a page of another space, or by the preview server. */
export async function makeTicket(ctx: Ctx, { params }: InputOf<typeof filesApi.makeTicket>): Promise<PreviewTicket> {
  // whoever holds it may take the content along
  const file = await readableFile(ctx, params.fileId, 'download');
  const until = Date.now() + minutes * 60_000;
  await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    record({ ...ctx, tx }, 'files.ticket.made', { id: file.id, name: file.name }),
  );
  const ticket = written(ctx.platform.config, { space: ctx.spaceId, file: file.id, until });
  return {
    ticket,
    expiresAt: new Date(until).toISOString(),
    external: externalAddress(ctx.platform.config, ticket, file.name),
  };
}

export async function viewByTicket(
  ctx: VisitorCtx,
  { params }: InputOf<typeof filesApi.viewByTicket>,
): Promise<ResponseOf<typeof filesApi.viewByTicket>> {
  const file = await fileOf(ctx, params.ticket);
  return { ...viewOf(file), external: externalAddress(ctx.platform.config, params.ticket, file.name) };
}

export async function openByTicket(
  ctx: VisitorCtx,
  { params, query }: InputOf<typeof filesApi.openByTicket>,
  reply: FastifyReply,
  request: FastifyRequest,
): Promise<FastifyReply> {
  const file = await fileOf(ctx, params.ticket);
  // whoever holds the ticket may show it, also a page of ours on another host
  if (ctx.platform.config.baseAddresses.fileIo) void reply.header('cross-origin-resource-policy', 'cross-origin');
  return sendFile(ctx.platform, file, query.inline !== undefined, reply, request);
}

async function fileOf({ platform }: VisitorCtx, ticket: string): Promise<Selectable<FileTable>> {
  const claim = read(platform.config, ticket);
  const open = claim && (await openSpaceName(platform, claim.space)) !== undefined;
  const file =
    open &&
    (await inControl(platform.control, claim.space, (tx) =>
      tx
        .selectFrom('files.file')
        .selectAll()
        .where('id', '=', claim.file)
        .where('removing', '=', false)
        .executeTakeFirst(),
    ));
  if (!file) throw refuse('files.ticket.expired');
  return file;
}

function written(config: Config, claim: z.infer<typeof Claim>): string {
  const text = Buffer.from(JSON.stringify(claim)).toString('base64url');
  return `${text}.${keyedHash(config, 'files.ticket', text)}`;
}

function read(config: Config, ticket: string): z.infer<typeof Claim> | undefined {
  const [text = '', signature = ''] = ticket.split('.');
  if (!isOneOf(signature, keyedHashes(config, 'files.ticket', text))) return undefined;
  const claim = Claim.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  return claim.until > Date.now() ? claim : undefined;
}

/** kkFileView takes the address of the file in base64 and fetches it itself; it judges by the name at its end. */
function externalAddress(
  { baseAddresses, previewServer, previewPort, publicUrl, host, port }: Config,
  ticket: string,
  name: string,
): string | null {
  const address = previewServer || baseAddresses.preview;
  if (!address) return null;
  const server = new URL(address);
  if (server.port === '' && server.protocol === 'http:') server.port = String(previewPort);
  const own = baseAddresses.fileIo ?? (publicUrl || `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`);
  const content = `${own.replace(/\/$/, '')}/api/files/tickets/${ticket}/content?fullfilename=${encodeURIComponent(name)}`;
  return `${server.href.replace(/\/$/, '')}/onlinePreview?url=${encodeURIComponent(Buffer.from(content).toString('base64'))}`;
}
