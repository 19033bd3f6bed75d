import { buffer } from 'node:stream/consumers';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import {
  croppedPixels,
  drawnSignatureBytes,
  portraitBytes,
  portraitPixels,
  portraitTypes,
  type Profile,
  type profileApi,
} from '@formwork/contract/profile/api.ts';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { invalid } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  attachFiles,
  dropAttached,
  guardFiles,
  imageSize,
  openFileContent,
  readableFile,
  type ImageSize,
} from '../files/public.ts';
import { getProfile, writeProfile } from './profiles.ts';

/** Who may open which picture: avatars are for everybody in the space, what they were cut from and signatures for their owner. */
const kinds = {
  portrait: 'profile.portrait',
  original: 'profile.portrait_original',
  signature: 'profile.drawn_signature',
} as const;

export function guardPictures(platform: Platform): void {
  guardFiles(platform, kinds.portrait, () => true);
  guardFiles(platform, kinds.original, (ctx, owner) => owner === ctx.user.id);
  guardFiles(platform, kinds.signature, (ctx, owner) => owner === ctx.user.id);
}

export async function setPortrait(ctx: Ctx, { body }: InputOf<typeof profileApi.setPortrait>): Promise<Profile> {
  const whole = await picture(ctx, body.original, 'original', portraitTypes, portraitBytes);
  if (whole.width < portraitPixels.width || whole.height < portraitPixels.height)
    throw refused('original', 'profile.picture_too_few_pixels', portraitPixels);
  const cut = await picture(ctx, body.cropped, 'cropped', ['image/png', 'image/jpeg'], portraitBytes);
  if (cut.width !== croppedPixels || cut.height !== croppedPixels)
    throw refused('cropped', 'profile.picture_not_cropped');
  await attach(ctx, body.original, 'original');
  await attach(ctx, body.cropped, 'portrait');
  return change(ctx, { portrait: body.cropped, portrait_original: body.original }, 'profile.portrait.changed');
}

export function removePortrait(ctx: Ctx): Promise<Profile> {
  return change(ctx, { portrait: null, portrait_original: null }, 'profile.portrait.removed');
}

export async function setDrawnSignature(
  ctx: Ctx,
  { body }: InputOf<typeof profileApi.setDrawnSignature>,
): Promise<Profile> {
  await picture(ctx, body.file, 'file', ['image/png'], drawnSignatureBytes);
  await attach(ctx, body.file, 'signature');
  return change(ctx, { drawn_signature: body.file }, 'profile.signature.drawn');
}

export function removeDrawnSignature(ctx: Ctx): Promise<Profile> {
  return change(ctx, { drawn_signature: null }, 'profile.signature.removed');
}

/** The pixels of an uploaded picture, whose type the upload has read from its content. */
async function picture(ctx: Ctx, id: string, path: string, types: readonly string[], most: number): Promise<ImageSize> {
  const file = await readableFile(ctx, id);
  if (!types.includes(file.media_type)) throw refused(path, 'profile.picture_wrong_type');
  if (file.size > most) throw refused(path, 'profile.picture_too_large', { maxMb: most / 1024 / 1024 });
  const size = imageSize(await buffer(await openFileContent(ctx.platform, file)));
  if (!size) throw refused(path, 'profile.picture_wrong_type');
  return size;
}

function refused(
  path: string,
  code:
    | 'profile.picture_wrong_type'
    | 'profile.picture_too_large'
    | 'profile.picture_too_few_pixels'
    | 'profile.picture_not_cropped',
  data?: Record<string, unknown>,
) {
  return invalid(code, [{ path, code, ...(data && { data }) }], data);
}

async function attach(ctx: Ctx, id: string, kind: keyof typeof kinds): Promise<void> {
  const [left] = await attachFiles(ctx.platform, ctx.spaceId, ctx.user.id, [id], {
    kind: kinds[kind],
    id: ctx.user.id,
  });
  if (left !== undefined) throw invalid('profile.picture_wrong_type');
}

/** Points the profile at its pictures; those it no longer points at go. */
async function change(ctx: Ctx, columns: Parameters<typeof writeProfile>[2], event: string): Promise<Profile> {
  const profile = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const inTx: TxCtx = { ...ctx, tx };
    await writeProfile(inTx, ctx.user.id, columns);
    await record(inTx, event, { id: ctx.user.id });
    return getProfile(inTx);
  });
  const keep = [profile.portrait, profile.portraitOriginal, profile.drawnSignature].filter((id) => id !== null);
  for (const kind of Object.values(kinds))
    await dropAttached(ctx.platform, ctx.spaceId, { kind, id: ctx.user.id }, keep);
  return profile;
}
