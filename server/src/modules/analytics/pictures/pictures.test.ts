import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { emptyScreen } from '@formwork/contract/analytics/screen.ts';
import { samples } from '@formwork/chart/testing/samples.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { draw } from './draw.ts';
import type { Picture, PicturePart } from './picture.ts';
import { bandsOf, pictureSvg } from './picture-svg.ts';
import { screenPicture } from './screen-parts.ts';
import { bordersBelow, fitted, linesOf, widthOf } from './svg-text.ts';
import { readPdf } from '../testing/read-pdf.ts';
import { chartPicture } from './parts-of.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const kinds = Object.entries(samples);
const parts = kinds.map(([title, { settings, result }], at): PicturePart => ({
  x: (at % 3) * 480,
  y: Math.floor(at / 3) * 300,
  w: 470,
  h: 292,
  title,
  content: { is: 'chart', settings, result },
}));
const picture = (more: Partial<Picture> = {}): Picture => ({
  title: '车间看板 & <b>',
  note: '2026-01-01 08:00',
  dark: false,
  locale: 'zh-CN',
  width: 1_440,
  pages: [{ title: '', parts }],
  ...more,
});
const kept = process.env.FORMWORK_KEEP_PICTURES;
function keep(name: string, bytes: Buffer): void {
  if (kept === undefined) return;
  mkdirSync(kept, { recursive: true });
  writeFileSync(path.join(kept, name), bytes);
}

describe('a picture', () => {
  test('has every kind of chart: each has more than its frame', async () => {
    const png = await draw(server.platform, 'png', picture());
    keep('all.png', png);
    const { width, height } = await sharp(png).metadata();
    expect([width > 1_500, height > 1_500]).toEqual([true, true]);
    const scale = width / (1_440 + 32);
    for (const [at, part] of parts.entries()) {
      const region = {
        left: Math.round((part.x + 16 + 14) * scale),
        top: Math.round((part.y + 16 + 48 + 44) * scale),
        width: Math.round((part.w - 28) * scale),
        height: Math.round((part.h - 60) * scale),
      };
      const { entropy } = await sharp(png).extract(region).stats();
      expect([kinds[at]![0], entropy > 0.02]).toEqual([kinds[at]![0], true]);
    }
  }, 120_000);

  test('has the black skin and the other language where they are asked for', async () => {
    const few = picture({ dark: true, locale: 'en', pages: [{ title: '', parts: parts.slice(0, 3) }] });
    const png = await draw(server.platform, 'png', few);
    const [ground] = await sharp(png).extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer();
    expect(ground).toBeLessThan(60);
    expect(pictureSvg(few, 'sans-serif').svg).toMatch(/ up on /);
  }, 60_000);

  test('has digits, rankings and borders of a screen as the screen has them', () => {
    const { result } = samples.area;
    const slots = { x: samples.area.settings.slots.x, y: [{ id: 'output', field: 'output', fn: 'sum' as const }] };
    const settings = { ...samples.area.settings, slots };
    const box = { x: 0, y: 0, w: 400, h: 200, title: '' };
    const { svg } = pictureSvg(
      picture({
        pages: [
          {
            title: '',
            parts: [
              { ...box, content: { is: 'digits', settings, result, size: 72 } },
              { ...box, y: 200, content: { is: 'ranking', settings, result, rows: 2, hue: 'teal' } },
              { ...box, y: 400, title: '边框', content: { is: 'border', look: 'corners' } },
            ],
          },
        ],
      }),
      'sans-serif',
    );
    const sum = result.rows.reduce((all, row) => all + Number(row[1]), 0);
    expect(svg).toContain(`>${sum.toLocaleString('zh-CN')}<`);
    expect(svg.match(/>2026-0\d</g)).toHaveLength(2);
    expect(svg).toContain('边框');
  });

  test('has the colours of a screen below it and what its countdowns say at that moment', () => {
    const box = { name: '', x: 0, y: 0, w: 400, h: 100, size: 24 };
    const shown = {
      name: 'Shop floor',
      answers: new Map(),
      screen: {
        ...emptyScreen(),
        backdrop: { is: 'gradient' as const, from: '#112233', to: '#445566', angle: 90 },
        elements: [
          { ...box, id: 'ea', is: 'countdown' as const, until: new Date(Date.now() + 90 * 86_400_000).toISOString() },
          { ...box, id: 'eb', is: 'countdown' as const, until: '2020-01-01T00:00:00.000Z' },
          { ...box, id: 'ec', is: 'countdown' as const, until: null },
        ],
      },
    };
    const { svg } = pictureSvg(screenPicture(shown, '', 'en'), 'sans-serif');
    expect(svg).toMatch(
      /<linearGradient id="(\w+)" gradientUnits="userSpaceOnUse" x1="0" y1="540" x2="1920" y2="540">.*url\(#\1\)/,
    );
    expect(svg.match(/>\d+ d \d\d:\d\d:\d\d</g)).toEqual([expect.stringMatching(/^>(89|90) d /), '>0 d 00:00:00<']);
  });

  test('as a PDF has the border of a text below it', () => {
    const text = '<text x="1" fill="#fff" stroke="#000" stroke-width="2" paint-order="stroke">a</text>';
    expect(bordersBelow(`<g>${text}<text fill="#fff">b</text></g>`)).toBe(
      '<g><text x="1" fill="none" stroke="#000" stroke-width="2" paint-order="stroke">a</text>' +
        '<text x="1" fill="#fff" paint-order="stroke">a</text><text fill="#fff">b</text></g>',
    );
  });

  test('of 45 charts is a PDF of whole charts on as many sheets as they take', async () => {
    const all = Array.from({ length: 45 }, (_, at): PicturePart => ({
      ...parts[at % parts.length]!,
      x: (at % 3) * 480,
      y: Math.floor(at / 3) * 300,
    }));
    const pdf = await draw(server.platform, 'pdf', picture({ pages: [{ title: '一', parts: all }] }));
    keep('all.pdf', pdf);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const pages = pdf.toString('latin1').match(/\/Type \/Page\b/g) ?? [];
    expect(pages.length).toBeGreaterThanOrEqual(5);
  }, 120_000);

  test('of a table goes on over as many sheets as its rows take, up to a number, which is said', async () => {
    const { settings, result } = samples.table;
    const of = (count: number) => {
      const rows = Array.from({ length: count }, (_, at) => [`line ${at}`, 'a', at]);
      const answer = {
        title: 'Rows',
        problem: '',
        shown: {
          name: { zh: '' },
          definition: { form: null, where: null, settings },
          result: { columns: [...result.columns], rows },
        },
      };
      return chartPicture(answer, '', { dark: false, locale: 'en' });
    };
    const pages = readPdf(await draw(server.platform, 'pdf', of(100)));
    expect(pages.length).toBeGreaterThan(3);
    const found = pages.flat();
    for (let at = 0; at < 100; at += 1) expect(found.filter((words) => words === `line ${at}`)).toHaveLength(1);
    expect(found.filter((words) => words === 'Rows')).toHaveLength(pages.length);
    expect(found.join()).not.toMatch(/of 100 rows/);
    expect(readPdf(await draw(server.platform, 'pdf', of(5)))).toHaveLength(1);
    const many = readPdf(await draw(server.platform, 'pdf', of(5_000)));
    const [, shown] = /^(\d+) of 5000 rows are shown/.exec(many.at(-1)!.find((words) => words.includes('5000'))!)!;
    expect(many).toHaveLength(40);
    expect(many.flat().filter((words) => words.startsWith('line '))).toHaveLength(Number(shown));
    expect(many.slice(0, -1).flat().join()).not.toContain('5000 rows');
  }, 120_000);

  test('that takes too long ends alone: those that wait for their turn are drawn', async () => {
    const few = picture({ pages: [{ title: '', parts: parts.slice(0, 2) }] });
    const drawn = await Promise.allSettled([
      draw(server.platform, 'png', picture(), 1),
      draw(server.platform, 'svg', few),
      draw(server.platform, 'png', few),
    ]);
    expect(drawn.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  });

  test('says in words why a chart is none, and escapes what people wrote', () => {
    const words: PicturePart = {
      x: 0,
      y: 0,
      w: 400,
      h: 100,
      title: '',
      content: { is: 'words', text: '<script>alert(1)</script> & "引号"' },
    };
    const sample = samples.pie;
    const negative: PicturePart = {
      ...parts[0]!,
      y: 120,
      content: {
        is: 'chart',
        settings: sample.settings,
        result: {
          ...sample.result,
          rows: sample.result.rows.map((row) => row.map((cell, at) => (at === 1 ? '-5' : cell))),
        },
      },
    };
    const { svg } = pictureSvg(picture({ pages: [{ title: '', parts: [words, negative] }] }), 'sans-serif');
    expect(svg).not.toContain('<script');
    expect(svg).toContain('&lt;script&gt;');
    expect(svg).toContain('车间看板 &amp; &lt;b&gt;');
    expect(svg).toContain('无法表示负数');
  });

  test('puts what stands beside each other on one sheet, and cuts no text over the edge', () => {
    const box = (x: number, y: number, h: number): PicturePart => ({ ...parts[0]!, x, y, h });
    const bands = bandsOf([box(0, 0, 200), box(480, 100, 300), box(0, 400, 100), box(0, 600, 50)]);
    expect(bands.map(({ top, height, parts: own }) => [top, height, own.length])).toEqual([
      [0, 400, 2],
      [400, 100, 1],
      [600, 50, 1],
    ]);
    const long = '很长的名称'.repeat(40);
    expect(widthOf(fitted(long, 12, 100), 12)).toBeLessThanOrEqual(100);
    expect(linesOf(long, 12, 100, 3)).toHaveLength(3);
    expect(linesOf('one two three', 12, 500, 3)).toEqual(['one two three']);
  });
});
