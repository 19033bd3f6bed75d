import { createRequire } from 'node:module';
import path from 'node:path';
import { watermarkLines } from '@formwork/contract/enterprise/watermark-lines.ts';
import { wallText } from '@formwork/contract/forms/values/dates.ts';
import sharp from 'sharp';
import type { Ctx } from '../../../platform/context.ts';
import type { WorkbookLook } from '../../../platform/sheet/write-xlsx.ts';
import { appearanceOf, zoneOf } from '../../enterprise/public.ts';
import { phonesOf, spaceNames } from '../../identity/public.ts';

const fontFile = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@embedpdf/fonts-sc')),
  '../fonts/NotoSansHans-Regular.otf',
);

/** The enterprise's watermark with the words of whoever exports: behind the cells on the screen, above each page on paper. */
export async function watermarkOf(ctx: Ctx): Promise<WorkbookLook['watermark']> {
  const { watermark } = await appearanceOf(ctx.platform, ctx.spaceId);
  if (!watermark.enabled) return undefined;
  const { parts } = watermark;
  const lines = watermarkLines(watermark, {
    enterprise: (await spaceNames(ctx.platform, [ctx.spaceId])).get(ctx.spaceId) ?? '',
    name: ctx.user.name,
    login: ctx.user.login,
    phone: (await phonesOf(ctx.platform, parts.includes('phone') ? [ctx.user.id] : [])).get(ctx.user.id),
    time: wallText(new Date().toISOString(), zoneOf(ctx.platform, ctx.spaceId)).slice(0, 16),
  });
  return { text: lines.join('  '), picture: await tile(lines, watermark) };
}

/** One tile, which spreadsheet programs repeat: the words turned across it, as on the pages of the product. */
async function tile(
  lines: readonly string[],
  { strength, distance }: { strength: number; distance: number },
): Promise<Buffer> {
  const escaped = lines
    .join('\n')
    .replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '');
  const grey = Math.round(255 - (255 * Math.min(60, strength * 2)) / 100)
    .toString(16)
    .padStart(2, '0');
  const words = await sharp({
    text: {
      text: `<span foreground="#${grey}${grey}${grey}">${escaped}</span>`,
      font: 'Noto Sans Hans 14',
      fontfile: fontFile,
      rgba: true,
      align: 'centre',
      dpi: 96,
    },
  })
    .png()
    .toBuffer();
  const turned = await sharp(words).rotate(-22, { background: '#ffffff00' }).png().toBuffer();
  const { width, height } = await sharp(turned).metadata();
  const edge = Math.max(distance, width, height);
  return sharp({ create: { width: edge, height: edge, channels: 3, background: '#ffffff' } })
    .composite([{ input: turned, gravity: 'centre' }])
    .png()
    .toBuffer();
}
