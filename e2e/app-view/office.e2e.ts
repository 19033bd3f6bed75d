import { docx, pptx } from '../testing/office.ts';
import { expect, test } from '../testing/test.ts';
import { xlsx } from '../testing/xlsx.ts';

test('Word, Excel and PowerPoint files are shown in the page', async ({ as }) => {
  const page = await as('user');
  const show = async (name: string, buffer: Buffer) => {
    const answer = await page.request.post('/api/files', { multipart: { file: { name, mimeType: 'application/octet-stream', buffer } } });
    const [{ id }] = (await answer.json()) as [{ id: string }];
    await page.goto(`/preview?file=${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  };
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(error.message));

  await show('规程.docx', docx('点检规程', '每班检查一次油位', [['部位', '标准'], ['轴承', '不高于 70 ℃']]));
  const word = page.frameLocator('iframe');
  for (const text of ['点检规程', '每班检查一次油位', '不高于 70 ℃', '页眉']) await expect(word.getByText(text).first()).toBeVisible();

  await show('台账.xlsx', xlsx([['设备', '数量'], ['循环水泵', '12']]));
  await expect(page.getByRole('tab', { name: 'Sheet1' })).toBeVisible();
  await expect(page.getByRole('cell', { name: '循环水泵' })).toBeVisible();

  await show('培训.pptx', pptx(['安全培训', '第二页']));
  const slides = page.frameLocator('iframe');
  await expect(slides.getByText('安全培训')).toBeVisible();
  await expect(slides.getByText('第二页')).toBeAttached();
  expect(troubles).toEqual([]);
});
