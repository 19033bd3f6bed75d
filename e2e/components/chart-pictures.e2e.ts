import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { samples } from '@formwork/chart/testing/samples.ts';
import { chartKinds, type ChartKind } from '@formwork/contract/analytics/chart.ts';
import type { Page } from '@playwright/test';
import { fontSettings } from '../../server/src/modules/analytics/pictures/fonts.ts';
import type { Picture, PictureAnswer, PictureWork } from '../../server/src/modules/analytics/pictures/picture.ts';
import { expect, test } from './gallery.ts';

// What the server draws into a file is what a browser shows. Fonts differ, so both are compared from afar: as spots of colour.

/** Of 1: the mean difference of a spot. The grounds of a panel and of a picture differ by 0.02 in the black skin. */
const alike = 0.06;
/** A few words on much ground: from afar one looks like the other. */
const words: readonly ChartKind[] = ['table', 'pivot', 'kpi'];

for (const [skin, lang] of [
  ['white', 'zh-CN'],
  ['black', 'en'],
] as const)
  test(`the server's picture of each kind is that of the browser (${skin}, ${lang})`, async ({ scene }) => {
    const drawing = drawingProcess();
    try {
      const page = await scene('charts', { skin, lang });
      const shown: Spots[] = [];
      const drawn: Spots[] = [];
      for (const [at, kind] of chartKinds.entries()) {
        const place = page.locator('.gallery-panel').nth(at).locator(':scope > div');
        await place.scrollIntoViewIfNeeded();
        await expect(place.locator('[data-at-rest], table, .fw-kpi').first()).toBeVisible();
        const { width: w, height: h } = (await place.boundingBox())!;
        shown.push(await spotsOf(page, await place.screenshot(), { x: 0, y: 0, w, h }));
        const part = { x: 0, y: 0, w: w + 2 * pad, h: h + 2 * pad, title: '' };
        const png = await drawing.draw({
          title: '',
          note: '',
          dark: skin === 'black',
          locale: lang,
          width: part.w,
          scale: 1,
          pages: [{ title: '', parts: [{ ...part, content: { is: 'chart', ...samples[kind] } }] }],
        });
        drawn.push(await spotsOf(page, png, { x: margin + pad, y: margin + pad, w, h }));
      }
      for (const [at, kind] of chartKinds.entries()) {
        const far = drawn.map((one) => distance(shown[at]!, one));
        expect([kind, far[at]! < alike]).toEqual([kind, true]);
        const nearest = chartKinds[far.indexOf(Math.min(...far))];
        if (!words.includes(kind)) expect(nearest).toBe(kind);
      }
    } finally {
      drawing.end();
    }
  });

/** Around a picture, and within a part of it. */
const [margin, pad] = [16, 12];

/** The process that draws for the server. */
function drawingProcess() {
  const folder = mkdtempSync(path.join(tmpdir(), 'formwork-pictures-'));
  const child: ChildProcess = fork(
    path.join(import.meta.dirname, '../../server/src/modules/analytics/pictures/draw-child.ts'),
    { serialization: 'advanced', execArgv: [], env: { ...process.env, FONTCONFIG_FILE: fontSettings(folder) } },
  );
  let number = 0;
  let failed: (error: Error) => void = () => {};
  child.on('error', (error) => failed(error));
  return {
    draw: (picture: Picture) =>
      new Promise<Buffer>((resolve, reject) => {
        child.once('message', ({ bytes, error }: PictureAnswer) =>
          bytes ? resolve(Buffer.from(bytes)) : reject(new Error(error)),
        );
        failed = reject;
        child.send({ number: (number += 1), kind: 'png', picture } satisfies PictureWork);
      }),
    end() {
      child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Spots = number[];

/** The colours of a part of a picture, 48 by 32 of them. */
function spotsOf(page: Page, png: Buffer, part: { x: number; y: number; w: number; h: number }): Promise<Spots> {
  return page.evaluate(
    async ({ source, x, y, w, h }) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [48, 32];
      const pen = canvas.getContext('2d')!;
      pen.imageSmoothingQuality = 'high';
      pen.drawImage(image, x, y, w, h, 0, 0, 48, 32);
      return [...pen.getImageData(0, 0, 48, 32).data];
    },
    { source: `data:image/png;base64,${png.toString('base64')}`, ...part },
  );
}

function distance(one: Spots, other: Spots): number {
  return one.reduce((sum, value, at) => sum + Math.abs(value - other[at]!), 0) / one.length / 255;
}
