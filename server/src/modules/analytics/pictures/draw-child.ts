import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { PictureAnswer, PictureWork } from './picture.ts';
import { picturePdf } from './picture-pdf.ts';
import { pictureSvg } from './picture-svg.ts';

// The process that draws: it has the one font by its settings, and what it takes in memory ends with it.

const fontFile = (weight: string) =>
  fileURLToPath(new URL(`../fonts/NotoSansHans-${weight}.otf`, import.meta.resolve('@embedpdf/fonts-sc')));

const family = 'Noto Sans Hans';
/** Twice as many dots as the page has, as long as the picture stays one that programs open. */
const mostDots = 60_000_000;

process.on('message', (work: PictureWork) => {
  void answer(work).then((said) => process.send?.(said));
});
process.on('disconnect', () => process.exit(0));

async function answer({ number, kind, picture }: PictureWork): Promise<PictureAnswer> {
  try {
    if (kind === 'pdf')
      return { number, bytes: await picturePdf(picture, { normal: fontFile('Regular'), bold: fontFile('Bold') }) };
    const { svg, width, height } = pictureSvg(picture, family);
    if (kind === 'svg') return { number, bytes: Buffer.from(svg) };
    const scale = Math.min(picture.scale ?? 2, Math.sqrt(mostDots / (width * height)));
    const png = await sharp(Buffer.from(svg), { density: 72 * scale, unlimited: true })
      .png({ compressionLevel: 7 })
      .toBuffer();
    return { number, bytes: png };
  } catch (error) {
    return { number, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
