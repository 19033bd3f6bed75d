import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  packageEnding,
  packageFormat,
  packageSignatureFile,
  type PackageManifest,
  type packagesApi,
} from '@formwork/contract/packages/api.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { record } from '../../platform/events/events.ts';
import { disposition, zipOfFiles } from '../files/public.ts';
import { collectParts, nameOf, type Collected } from './collect.ts';
import { needsOf } from './needs.ts';
import { allParts, partsByKind } from './parts.ts';
import { signed } from './signature.ts';

/** The application as a file; what it brings stands in `package.json`, each part in a file of its own. */
export async function writePackage(
  ctx: Ctx,
  { params: { appId }, body }: InputOf<typeof packagesApi.write>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const samples = await samplesOf(ctx, body.samples ?? []);
  const { manifest, texts } = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const at = { ...ctx, tx };
    const left = new Set(body.leaveOut.map(({ kind, id }) => `${kind}/${id}`));
    // what is the application's own always goes along, or what is left would not hold together
    const collected = (await collectParts(at, appId)).filter(({ own, kind, id }) => own || !left.has(`${kind}/${id}`));
    const forms = new Set(collected.flatMap(({ kind, id, own }) => (kind === 'form' && own ? [id] : [])));
    const parts = [...collected, ...samples.filter(({ id }) => forms.has(id))];
    const written = parts.map((part) => ({ part, text: canonical(part.body) }));
    const made: PackageManifest = {
      format: packageFormat,
      key: body.key,
      version: body.version,
      name: nameOf(parts),
      madeAt: new Date().toISOString(),
      needs: await needsOf(at, partsByKind(ctx.platform), parts),
      parts: written.map(({ part: { kind, id, name, released }, text }) => ({
        kind,
        id,
        name,
        path: `parts/${kind}/${encodeURIComponent(id)}.json`,
        sha256: createHash('sha256').update(text).digest('hex'),
        released,
      })),
    };
    const packed = { key: body.key, version: body.version, packed_by: ctx.user.id, packed_at: new Date() };
    await tx
      .insertInto('packages.packed')
      .values({ space_id: ctx.spaceId, app_id: appId, ...packed })
      .onConflict((on) => on.columns(['space_id', 'app_id']).doUpdateSet(packed))
      .execute();
    await record(at, 'packages.written', {
      id: appId,
      name: made.name.zh,
      key: body.key,
      version: body.version,
      count: parts.length,
      // records leave the house with it
      ...(samples.length > 0 && { samples: samples.map(({ id, body: part }) => `${id}: ${rowsIn(part)}`).join(', ') }),
    });
    return { manifest: made, texts: written.map(({ text }) => text) };
  });
  const list = canonical(manifest);
  const entries = [
    { name: 'package.json', text: list },
    { name: packageSignatureFile, text: canonical(signed(ctx, list)) },
    ...manifest.parts.map(({ path }, at) => ({ name: path, text: texts[at]! })),
  ];
  const zip = zipOfFiles(
    entries.map(({ name, text }) => ({ name, open: () => Promise.resolve(Readable.from([Buffer.from(text)])) })),
    (error) => ctx.platform.log.error({ err: error }, 'a package broke off as it was written'),
  );
  return reply
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', disposition('attachment', `${body.key}-${body.version}${packageEnding}`))
    .type('application/zip')
    .send(zip);
}

const rowsIn = (body: unknown): number => (body as { rows?: unknown[] }).rows?.length ?? 0;

/** Records are beside the definitions: they are read before the transaction. */
async function samplesOf(ctx: Ctx, forms: readonly string[]): Promise<Collected[]> {
  const found: Collected[] = [];
  if (forms.length > 0)
    for (const { kind, chosen } of allParts(ctx.platform))
      if (chosen) found.push(...(await chosen(ctx, forms)).map((part) => ({ ...part, kind, own: true })));
  return found;
}

/** JSON with its properties in order: the same content is the same text, so that versions can be compared line by line. */
function canonical(value: unknown): string {
  return `${JSON.stringify(ordered(value), null, 2)}\n`;
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, inner]) => [key, ordered(inner)]),
  );
}
