import { hash } from 'node:crypto';
import type { Appearance } from '@formwork/contract/enterprise/appearance.ts';
import type { enterpriseApi } from '@formwork/contract/enterprise/api.ts';
import { readStyleSheet } from '@formwork/contract/enterprise/style-sheet.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { FastifyReply } from 'fastify';
import type { Ctx, VisitorCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { openSpaceName } from '../identity/public.ts';
import { changeAppearance } from './appearance.ts';
import { readSettings, writeSetting } from './settings.ts';
import { nameOfSheet } from './style-name.ts';
import type { Settings } from './tables.ts';

type Input<Name extends keyof typeof enterpriseApi> = InputOf<(typeof enterpriseApi)[Name]>;

export async function getStyleSheet(ctx: Ctx): Promise<{ text: string }> {
  return { text: (await sheetOf(ctx.platform, ctx.spaceId))?.text ?? '' };
}

export async function setStyleSheet(ctx: Ctx, { body: { text } }: Input<'setStyleSheet'>): Promise<Appearance> {
  const { css, problems } = readStyleSheet(text);
  const [first] = problems;
  if (first)
    throw invalid('enterprise.style.refused', [
      { path: 'body.text', code: 'enterprise.style.refused', data: { line: first.line, what: first.what } },
    ]);
  const style = { text, css, hash: hash('sha256', css, 'hex').slice(0, 16) };
  return changeAppearance(ctx, (tx) => writeSetting(tx, 'style', style));
}

/** Of an enterprise that is open; a name of an earlier sheet is answered with the one of now, and that is not kept. */
export async function sendStyleSheet(
  { platform }: VisitorCtx,
  { params: { sheetName } }: Input<'styleSheet'>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const spaceId = sheetName.slice(0, sheetName.lastIndexOf('-'));
  const isOpen = (await openSpaceName(platform, spaceId)) !== undefined;
  const sheet = isOpen ? await sheetOf(platform, spaceId) : undefined;
  if (!sheet?.css) throw notFound('enterprise.style.not_found');
  const isOfNow = nameOfSheet(spaceId, sheet.hash) === sheetName;
  return reply
    .header('cache-control', isOfNow ? 'public, max-age=31536000, immutable' : 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type('text/css; charset=utf-8')
    .send(sheet.css);
}

/** The name of the sheet that visitors get with what an enterprise shows them; undefined where it has none. */
export async function styleSheetOf(platform: Platform, spaceId: string): Promise<string | undefined> {
  const sheet = await sheetOf(platform, spaceId);
  return sheet?.css ? nameOfSheet(spaceId, sheet.hash) : undefined;
}

async function sheetOf(platform: Platform, spaceId: string): Promise<Settings['style'] | undefined> {
  return inControl(platform.control, spaceId, async (tx) => (await readSettings(tx, spaceId, ['style'])).style);
}
