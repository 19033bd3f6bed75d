import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { partBytes } from '@formwork/contract/files/api.ts';
import { addRecord, makeForm } from '../testing/inspection-form.ts';
import { demoPassword } from '../testing/settings.ts';
import { expect, test } from '../testing/test.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const pdf = Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Resources<</Font<</F 5 0 R>>>>/Contents 4 0 R>>endobj
4 0 obj<</Length 44>>stream
BT /F 24 Tf 20 100 Td (Spindle report) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF`);
/** 设备, in GB 18030. */
const chinese = Buffer.from([0xc9, 0xe8, 0xb1, 0xb8, 0x0a]);

test('files are uploaded, a large one again after a reload, previewed and taken as one zip', async ({
  as,
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL! });
  await context.request.post('/api/identity/sessions', { data: { login: 'admin', password: demoPassword } });
  const made = await makeForm(context.request, '附件测试');
  await context.close();
  const page = await as('user');
  const { id } = await addRecord(page.request, made.formId, { name: '磨床 1 号' });
  const field = page.locator('[data-field="files"]');
  const input = field.locator('input[type="file"]');
  await page.goto(`/${made.appId}/detail/${made.formId}?record=${id}&mode=edit`);
  await input.setInputFiles([
    { name: '照片.png', mimeType: 'image/png', buffer: png },
    { name: '报告.pdf', mimeType: 'application/pdf', buffer: pdf },
    { name: '说明.txt', mimeType: 'text/plain', buffer: chinese },
  ]);
  await expect(field.getByRole('link', { name: '说明.txt', exact: true })).toBeVisible();
  await expect(field.locator('img')).toHaveJSProperty('naturalWidth', 1);

  // the second part never arrives: the browser is closed in between
  const large = {
    name: '日志.txt',
    mimeType: 'text/plain',
    buffer: Buffer.alloc(partBytes + 100_000, '2026-01-01 ok\n'),
  };
  await page.route('**/parts/4194304', (route) => route.abort());
  const first = page.waitForResponse((response) => response.url().endsWith('/parts/0') && response.ok());
  await chooseLarge(input, large);
  await first;
  await expect(field.getByRole('button', { name: '暂停上传 日志.txt' })).toBeVisible();
  // nothing is saved without it unawares
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(field.getByText('有文件还没有上传完成，请等待、重试或移除')).toBeVisible();
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('说明.txt');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.goto(`/${made.appId}/detail/${made.formId}?record=${id}&mode=edit`);
  await expect(field.locator('[data-upload="left"]')).toContainText('重新选择同一文件即可继续');
  await page.unroute('**/parts/4194304');
  const next = page.waitForRequest('**/parts/*');
  await chooseLarge(input, large);
  expect((await next).url()).toContain('/parts/4194304');
  await expect(field.getByRole('link', { name: '日志.txt', exact: true })).toBeVisible();
  await expect(field.locator('[data-upload]')).toHaveCount(0);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('已保存')).toBeVisible();

  const zip = page.waitForEvent('download');
  await field.getByRole('link', { name: '全部下载（4 个文件）' }).click();
  expect((await zip).suggestedFilename()).toBe('附件.zip');
  const bytes = readFileSync(await (await zip).path());
  expect(['照片.png', '报告.pdf', '说明.txt', '日志.txt'].map((name) => bytes.includes(name))).toEqual([
    true,
    true,
    true,
    true,
  ]);

  const opened = page.waitForEvent('popup');
  await field.getByRole('link', { name: '照片.png', exact: true }).click();
  const preview = await opened;
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('照片.png');
  await expect(preview.getByRole('img', { name: '照片.png' })).toBeVisible();
  await preview.getByRole('button', { name: '向右旋转' }).click();
  await preview.getByRole('button', { name: '放大' }).click();
  await expect(preview.getByRole('img', { name: '照片.png' })).toHaveAttribute(
    'style',
    /rotate\(90deg\) scale\(1\.25\)/,
  );
  await preview.getByRole('button', { name: '下一个文件' }).click();
  await expect(preview.locator('.preview-pdf-text')).toContainText('Spindle report');
  await preview.getByRole('button', { name: '下一个文件' }).click();
  await expect(preview.locator('.preview-text')).toHaveText('设备');

  const fileId = new URL(preview.url()).searchParams.get('file')!;
  const answer = await page.request.post(`/api/files/${fileId}/tickets`);
  const { ticket } = (await answer.json()) as { ticket: string };
  const visitor = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  await visitor.goto(`/preview?file=${fileId}`);
  await expect(visitor.getByText('请先登录，再查看该文件')).toBeVisible();
  await visitor.goto(`/loginMiddle?preview=${ticket}`);
  await expect(visitor.locator('.preview-text')).toHaveText('设备');
  await visitor.context().close();
});

/** With the time of change that a file on a disk would have. */
async function chooseLarge(
  input: Locator,
  { name, mimeType, buffer }: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await input.evaluate(
    (element, { fileName, type, line, size }) => {
      const file = new File([line.repeat(Math.ceil(size / line.length)).slice(0, size)], fileName, {
        type,
        lastModified: 1_700_000_000_000,
      });
      const chosen = new DataTransfer();
      chosen.items.add(file);
      (element as HTMLInputElement).files = chosen.files;
      element.dispatchEvent(new Event('change', { bubbles: true }));
    },
    { fileName: name, type: mimeType, line: buffer.subarray(0, 14).toString(), size: buffer.length },
  );
}
