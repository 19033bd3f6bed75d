import { createHash } from 'node:crypto';
import {
  mostPackageBytes,
  mostUnpackedBytes,
  PackageManifest,
  packageFormat,
  PackageSignature,
  packageSignatureFile,
} from '@formwork/contract/packages/api.ts';
import type { FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { AppError, invalid, refuse } from '../../platform/errors.ts';
import { openZip } from '../../platform/sheet/read-zip.ts';
import type { PackagePart } from '../../platform/package-part.ts';
import { isSignedBy } from './signature.ts';

export interface ReadPackage {
  manifest: PackageManifest;
  /** In the order of the manifest. */
  bodies: unknown[];
  /** The key whose signature it bears; null where it bears none. */
  signedBy: string | null;
}

/** The package of a multipart call, checked against its own list and against the kinds that are known here. */
export async function receivePackage(
  ctx: Ctx,
  request: FastifyRequest,
  kinds: ReadonlyMap<string, PackagePart>,
): Promise<ReadPackage> {
  if (!request.isMultipart()) throw refuse('platform.bad_body');
  const part = await request.file({ limits: { files: 1, fileSize: mostPackageBytes } });
  if (!part) throw invalid('packages.file.none');
  const { files } = ctx.platform;
  const { key } = await files.put(part.file);
  try {
    if (part.file.truncated) throw refuse('packages.file.too_large');
    return await readPackage(ctx, key, kinds);
  } catch (error) {
    // whatever is wrong with a file that came from outside is the file's fault
    throw error instanceof AppError ? error : refuse('packages.file.broken');
  } finally {
    await files.remove(key);
  }
}

async function readPackage(
  { platform }: Ctx,
  key: string,
  kinds: ReadonlyMap<string, PackagePart>,
): Promise<ReadPackage> {
  const zip = await openZip(platform.files, key);
  if ([...zip.entries.values()].reduce((sum, { size }) => sum + size, 0) > mostUnpackedBytes)
    throw refuse('packages.file.too_large');
  const listText = (await zip.text('package.json')) ?? '';
  const list = JSON.parse(listText) as { format?: unknown };
  if (typeof list.format === 'number' && list.format > packageFormat) throw refuse('packages.file.newer');
  const manifest = PackageManifest.parse(list);
  const signature = await zip.text(packageSignatureFile);
  const beside = ['package.json', ...(signature === undefined ? [] : [packageSignatureFile])];
  const named = new Set([...beside, ...manifest.parts.map(({ path }) => path)]);
  const ids = new Set(manifest.parts.map(({ kind, id }) => `${kind}/${id}`));
  // what the list does not name was added later, what it names twice could be either
  if (
    named.size !== manifest.parts.length + beside.length ||
    ids.size !== manifest.parts.length ||
    zip.entries.size !== named.size
  )
    throw refuse('packages.file.changed');
  const bodies: unknown[] = [];
  for (const { kind, id, path, sha256 } of manifest.parts) {
    const text = await zip.text(path);
    if (text === undefined || createHash('sha256').update(text).digest('hex') !== sha256)
      throw refuse('packages.file.changed');
    const goesWith = kinds.get(kind)?.goesWith?.(id);
    if (goesWith !== undefined && !ids.has(goesWith))
      throw refuse('packages.part.invalid', { kind, id, path: goesWith });
    bodies.push(readBody(kinds, kind, id, JSON.parse(text)));
  }
  return { manifest, bodies, signedBy: signature === undefined ? null : signedBy(signature, listText) };
}

/** A signature that does not hold is worse than none. */
function signedBy(signature: string, list: string): string {
  const found = PackageSignature.safeParse(JSON.parse(signature));
  if (!found.success || !isSignedBy(found.data, list)) throw refuse('packages.file.signature');
  return found.data.key;
}

/** A part of a kind that is not known here is kept as it is: it is shown, and not placed. */
function readBody(kinds: ReadonlyMap<string, PackagePart>, kind: string, id: string, body: unknown): unknown {
  const part = kinds.get(kind);
  if (!part) return body;
  try {
    return part.read(body);
  } catch (error) {
    const path =
      error instanceof ZodError
        ? error.issues[0]?.path.join('.')
        : error instanceof AppError
          ? error.fields?.[0]?.path
          : undefined;
    throw refuse('packages.part.invalid', { kind, id, path: path ?? '' });
  }
}
