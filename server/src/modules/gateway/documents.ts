import { same } from '@formwork/contract/definitions/diff.ts';
import type { gatewayApi } from '@formwork/contract/gateway/api.ts';
import {
  completeApi,
  completeOperation,
  emptyApi,
  formOperations,
  type GatewayApi,
} from '@formwork/contract/gateway/definition.ts';
import type { gatewayPortalApi } from '@formwork/contract/gateway/portal-api.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { FastifyReply } from 'fastify';
import { placeOf } from '../../gateway/state.ts';
import type { Ctx } from '../../platform/context.ts';
import { inControl, type ControlTx } from '../../platform/db/db.ts';
import { AppError, invalid, notFound, refuse } from '../../platform/errors.ts';
import type { JsonText } from '../../platform/http/http.ts';
import { newId } from '../../platform/ids.ts';
import { OutgoingError } from '../../platform/outbox/outgoing.ts';
import { addDefinition, requireOn, saveDefinition } from '../definitions/public.ts';
import { seenDefinition } from '../records/public.ts';
import { apiKind } from './api-kind.ts';
import { requireListed, servedRelease } from './listings.ts';
import { patchedLong, readLong, servedLong } from './long-texts.ts';
import type { ReadDescription } from './openapi-in.ts';
import { descriptionOf } from './openapi-out.ts';

type Input<Name extends keyof typeof gatewayApi> = InputOf<(typeof gatewayApi)[Name]>;
type Answer<Name extends keyof typeof gatewayApi> = Promise<ResponseOf<(typeof gatewayApi)[Name]>>;

/** What the API was made of the description: as long as it is that still, the bytes are the description. */
interface Made {
  operations: GatewayApi['operations'];
  version: string;
  about: string;
}

export async function apiOfForm(ctx: Ctx, { body }: Input<'apiOfForm'>): Answer<'apiOfForm'> {
  const { title } = await seenDefinition(ctx, body.form);
  const draft: GatewayApi = {
    ...emptyApi(),
    basePath: body.basePath,
    source: { is: 'form', form: body.form, person: body.person },
    operations: formOperations(),
  };
  const id = newId();
  await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    addDefinition({ ...ctx, tx }, apiKind, { id, name: title, draft }),
  );
  return { id };
}

export async function importApi(ctx: Ctx, { body }: Input<'importApi'>, reply: FastifyReply): Answer<'importApi'> {
  const text = body.text ?? (await fetched(ctx, body.address));
  const read = await readLong({ ...ctx, signal: leaving(reply) }, text);
  const id = body.apiId ?? newId();
  const done = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const at = { ...ctx, tx };
    let tell = (): void => {};
    if (body.apiId === undefined) {
      await addDefinition(at, apiKind, { id, name: { zh: read.title.slice(0, 200) }, draft: madeOf(emptyApi(), read) });
    } else {
      const { row: there } = await requireOn(at, 'gateway_api', id, 'own', { lock: true });
      const draft = madeOf(there.draft as GatewayApi, read);
      const { name, enabled } = there;
      ({ done: tell } = await saveDefinition(at, 'gateway_api', id, { name, enabled, draft }));
    }
    const row = {
      body: text,
      format: read.format,
      made: JSON.stringify(madeFrom(madeOf(emptyApi(), read))),
      at: new Date(),
    };
    await tx
      .insertInto('gateway.document')
      .values({ space_id: ctx.spaceId, api: id, ...row })
      .onConflict((on) => on.columns(['space_id', 'api']).doUpdateSet(row))
      .execute();
    return tell;
  });
  done();
  return { id, operations: read.operations.length, unsupported: read.unsupported.slice(0, 5_000) };
}

export async function exportApi(ctx: Ctx, { params }: Input<'exportApi'>, reply: FastifyReply): Answer<'exportApi'> {
  const { row, kept } = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => ({
    row: (await requireOn({ ...ctx, tx }, 'gateway_api', params.apiId, 'see')).row,
    kept: await keptDocument(ctx, tx, params.apiId),
  }));
  // one that was kept before operations had all they have now is no other one for it
  const body = completeApi(row.draft);
  const { gatewayPath, publicUrl } = ctx.platform.config;
  if (!kept) {
    const text = descriptionOf(row.name.zh, body, `${publicUrl.replace(/\/$/, '')}${gatewayPath}/${ctx.spaceId}`);
    return { text, format: 'json', unchanged: false };
  }
  const { format } = kept;
  const made = { ...kept.made, operations: kept.made.operations.map(completeOperation) };
  if (same(made, madeFrom(body))) return { text: kept.body, format, unchanged: true };
  const was = { body: kept.body, format, operations: made.operations };
  return { text: await patchedLong({ ...ctx, signal: leaving(reply) }, was, body), format, unchanged: false };
}

/** The reference of the portal: what an environment serves, in the words of what was imported. */
export async function portalReference(
  ctx: Ctx,
  { params, query }: InputOf<typeof gatewayPortalApi.reference>,
  reply: FastifyReply,
): Promise<JsonText> {
  const { release, kept } = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    await requireListed({ ...ctx, tx }, params.apiId);
    return {
      release: await servedRelease({ ...ctx, tx }, params.apiId, query.environment),
      kept: await keptDocument(ctx, tx, params.apiId),
    };
  });
  if (!release) throw notFound('gateway.api.not_found');
  const { gatewayPath, publicUrl } = ctx.platform.config;
  const address = `${publicUrl.replace(/\/$/, '')}${gatewayPath}/${placeOf(ctx.spaceId, query.environment)}`;
  const document = await servedLong(
    { ...ctx, signal: leaving(reply) },
    release.name.zh,
    release.body,
    address,
    kept && { body: kept.body, format: kept.format, operations: kept.made.operations },
  );
  return { jsonText: `{"document":${document}}` };
}

async function keptDocument({ spaceId }: Ctx, tx: ControlTx, apiId: string) {
  const kept = await tx
    .selectFrom('gateway.document')
    .select(['body', 'format', 'made'])
    .where('space_id', '=', spaceId)
    .where('api', '=', apiId)
    .executeTakeFirst();
  return kept && { ...kept, made: kept.made as Made };
}

/** A long text is read for who waits for it; what they are answered nobody hears. */
function leaving({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  raw.once('close', () => left.abort(refuse('platform.bad_request')));
  return left.signal;
}

function madeOf(before: GatewayApi, read: ReadDescription): GatewayApi {
  const basePath = read.basePath || before.basePath || `/${slug(read.title)}`;
  return {
    ...before,
    basePath,
    version: read.version,
    about: read.about,
    operations: read.operations,
    source:
      before.source.is === 'mock' && read.targets.length > 0
        ? { is: 'upstream', targets: read.targets, health: null, canary: null, mirror: null }
        : before.source,
  };
}

function madeFrom({ operations, version, about }: GatewayApi): Made {
  return { operations, version, about };
}

async function fetched(ctx: Ctx, address: string | undefined): Promise<string> {
  if (address === undefined)
    throw invalid('gateway.document.unreadable', [{ path: 'text', code: 'gateway.document.unreadable' }], {
      message: '',
    });
  try {
    const { status, body } = await ctx.platform.outgoing.call(address, { spaceId: ctx.spaceId, mostBytes: 7_000_000 });
    if (status === 200) return body.toString();
    throw new AppError('gateway.document.address', { status });
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    throw new AppError('gateway.document.address', { status: error.reason }, [
      { path: 'address', code: 'gateway.document.address' },
    ]);
  }
}

function slug(title: string): string {
  return (
    title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'api'
  );
}
