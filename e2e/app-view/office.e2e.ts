import { docx, pptx } from '../testing/office.ts';
import { expect, test } from '../testing/test.ts';
import { xlsx } from '../testing/xlsx.ts';

test('Word, Excel and PowerPoint files are shown in the page', async ({ as }) => {
  const page = await as('user');
  const show = async (name: string, buffer: Buffer) => {
    const answer = await page.request.post('/api/files', {
      multipart: { file: { name, mimeType: 'application/octet-stream', buffer } },
    });
    const [{ id }] = (await answer.json()) as [{ id: string }];
    await page.goto(`/preview?file=${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  };
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(error.message));

  await show(
    '规程.docx',
    docx('点检规程', '每班检查一次油位', [
      ['部位', '标准'],
      ['轴承', '不高于 70 ℃'],
    ]),
  );
  const word = page.frameLocator('iframe');
  for (const text of ['点检规程', '每班检查一次油位', '不高于 70 ℃', '页眉'])
    await expect(word.getByText(text).first()).toBeVisible();
  // of no origin at all: nothing in it reaches the page, its store or our server
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', '');
  expect(await page.locator('iframe').evaluate((frame: HTMLIFrameElement) => frame.contentDocument)).toBeNull();
  // a page of paper is seen whole on a phone
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(word.locator('section').first()).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  const paper = await word.locator('section').first().boundingBox();
  const seen = () =>
    page
      .locator('iframe')
      .evaluate((frame: HTMLIFrameElement) => ({
        inside: frame.offsetWidth,
        outside: Math.round(frame.getBoundingClientRect().width),
      }));
  await expect.poll(async () => (await seen()).outside).toBe(390);
  expect((await seen()).inside).toBeGreaterThanOrEqual(paper!.x + paper!.width);
  await page.setViewportSize({ width: 1280, height: 720 });

  await show(
    '台账.xlsx',
    xlsx([
      ['设备', '数量'],
      ['循环水泵', '12'],
    ]),
  );
  await expect(page.getByRole('tab', { name: 'Sheet1' })).toBeVisible();
  await expect(page.getByRole('cell', { name: '循环水泵' })).toBeVisible();

  await show('培训.pptx', pptx(['安全培训', '第二页']));
  const slides = page.frameLocator('iframe');
  await expect(slides.getByText('安全培训')).toBeVisible();
  await expect(slides.getByText('第二页')).toBeAttached();
  // on a phone whole slides are seen, not their left side
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(slides.getByText('安全培训')).toBeInViewport({ ratio: 1 });
  expect(troubles).toEqual([]);
});

test('sound and moving pictures are played in the page', async ({ as }) => {
  const page = await as('user');
  await page.goto('/');
  // drawn and recorded by the browser itself
  const video = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    const pen = canvas.getContext('2d')!;
    const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: 'video/webm' });
    const parts: Blob[] = [];
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
    recorder.start();
    for (let frame = 0; frame < 10; frame += 1) {
      pen.fillStyle = `hsl(${frame * 30} 80% 50%)`;
      pen.fillRect(0, 0, canvas.width, canvas.height);
      await new Promise(requestAnimationFrame);
    }
    await new Promise((done) => {
      recorder.addEventListener('stop', done);
      recorder.stop();
    });
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  });
  for (const [name, buffer, tag] of [
    ['异响.wav', tone(), 'audio'],
    ['现场.webm', Buffer.from(video), 'video'],
  ] as const) {
    const answer = await page.request.post('/api/files', {
      multipart: { file: { name, mimeType: 'application/octet-stream', buffer } },
    });
    const [{ id }] = (await answer.json()) as [{ id: string }];
    await page.goto(`/preview?file=${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect
      .poll(() => page.locator(tag).evaluate((media: HTMLMediaElement) => media.readyState))
      .toBeGreaterThanOrEqual(2);
    expect(await page.locator(tag).evaluate((media: HTMLMediaElement) => media.error)).toBeNull();
  }
});

/** Half a second of 440 Hz. */
function tone(): Buffer {
  const rate = 8_000;
  const sound = Buffer.alloc(44 + rate);
  sound.write('RIFF', 0);
  sound.writeUInt32LE(36 + rate, 4);
  sound.write('WAVEfmt ', 8);
  sound.writeUInt32LE(16, 16);
  sound.writeUInt16LE(1, 20);
  sound.writeUInt16LE(1, 22);
  sound.writeUInt32LE(rate, 24);
  sound.writeUInt32LE(rate * 2, 28);
  sound.writeUInt16LE(2, 32);
  sound.writeUInt16LE(16, 34);
  sound.write('data', 36);
  sound.writeUInt32LE(rate, 40);
  for (let at = 0; at < rate / 2; at += 1)
    sound.writeInt16LE(Math.round(8_000 * Math.sin((at / rate) * 2 * Math.PI * 440)), 44 + at * 2);
  return sound;
}
