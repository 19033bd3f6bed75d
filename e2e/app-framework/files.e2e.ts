import type { Page } from '@playwright/test';
import { documentsApi } from '@formwork/contract/documents/api.ts';
import { demoPassword } from '../testing/settings.ts';
import { expect, fresh, test } from '../testing/test.ts';

const text = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });

/** A drawer closes, and what lay under it takes clicks again. */
async function shut(page: Page): Promise<void> {
  await page.locator('.ant-drawer-close').click();
  await expect(page.locator('.ant-drawer-body')).toHaveCount(0);
}

test('a file app is made, filled, sorted into folders, and gives a version and a deleted document back', async ({
  as,
  browser,
  baseURL,
}) => {
  const page = await as('admin');
  const title = fresh('项目图纸');
  await page.goto('/appdesign');
  await page.getByRole('button', { name: '新建应用' }).first().click();
  const making = page.getByRole('dialog');
  await making.getByText('文件应用').click();
  await making.getByLabel('名称').first().fill(title);
  await making.getByRole('button', { name: '保存' }).click();
  await page.getByRole('link', { name: title, exact: true }).click();
  await expect(page.getByText('这个文件夹是空的')).toBeVisible();
  const appId = /\/app\/file\/(\w+)/.exec(page.url())![1]!;

  await page.getByRole('button', { name: '新建文件夹' }).click();
  await page.getByRole('dialog').getByLabel('名称').fill('竣工图');
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  const list = page.getByRole('grid', { name: '文件和文件夹' });
  await expect(list.getByText('竣工图')).toBeVisible();
  const chooser = page.locator('input[type="file"]');
  await chooser.setInputFiles([text('说明.txt', 'first'), text('清单.txt', 'list')]);
  await expect(list.getByText('清单.txt')).toBeVisible();
  await chooser.setInputFiles([text('说明.txt', 'second')]);
  await expect(list.getByText('v2')).toBeVisible();

  await list.getByText('清单.txt').dragTo(list.getByText('竣工图'));
  await expect(list.getByText('清单.txt')).toHaveCount(0);
  await list.getByText('竣工图').click();
  await expect(list.getByText('清单.txt')).toBeVisible();
  await page.getByRole('navigation', { name: '所在位置' }).getByRole('button', { name: title }).click();

  const row = list.getByRole('row').filter({ hasText: '说明.txt' });
  await row.getByRole('button', { name: '版本' }).click();
  await page.getByRole('button', { name: '恢复此版本' }).click();
  await page.getByRole('button', { name: /确\s*定/ }).click();
  await expect(page.getByText('恢复自 v1')).toBeVisible();
  await shut(page);

  // whoever holds the link has the document, or a folder with what lies in it, without signing in
  const linkTo = async (name: string): Promise<string> => {
    await list.getByRole('row').filter({ hasText: name }).getByRole('button', { name: '更多' }).click();
    await page.getByRole('menuitem', { name: '分享链接' }).click();
    await page.getByRole('button', { name: '生成链接' }).click();
    const made = await page.getByRole('textbox', { name: '链接地址' }).inputValue();
    await page.getByRole('dialog', { name: '链接已生成' }).getByRole('button', { name: '关闭' }).last().click();
    await shut(page);
    return new URL(made).pathname;
  };
  const address = await linkTo('说明.txt');
  const folderAddress = await linkTo('竣工图');
  const visiting = await browser.newContext({ baseURL: baseURL!, locale: 'zh-CN' });
  const visitor = await visiting.newPage();
  await visitor.goto(address);
  const saving = visitor.waitForEvent('download');
  await visitor.getByRole('button', { name: '下载 说明.txt' }).click();
  expect((await saving).suggestedFilename()).toBe('说明.txt');
  await visitor.goto(folderAddress);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('竣工图');
  const fetching = visitor.waitForEvent('download');
  await visitor.getByRole('button', { name: /清单\.txt/ }).click();
  expect((await fetching).suggestedFilename()).toBe('清单.txt');
  await visiting.close();

  await row.getByRole('checkbox').check();
  await page
    .getByRole('button', { name: /^删\s*除$/ })
    .first()
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /删\s*除/ })
    .click();
  await expect(list.getByText('说明.txt')).toHaveCount(0);
  await page.goto(`/app/file/${appId}?bin=1`);
  await page.getByRole('row').filter({ hasText: '说明.txt' }).getByRole('button', { name: '恢复' }).click();
  await expect(page.getByText('回收站是空的')).toBeVisible();

  // nobody else sees the app, until somebody may
  const user = await as('user', { width: 390, locale: 'en' });
  await user.goto(`/app/file/${appId}`);
  await expect(user.getByText('This file app cannot be found')).toBeVisible();
  const context = await browser.newContext({ baseURL: baseURL! });
  await context.request.post('/api/identity/sessions', { data: { login: 'admin', password: demoPassword } });
  await context.request.put(`/api${documentsApi.putRules.path.replace(':appId', appId)}`, {
    data: { folder: null, alone: false, rules: [{ subject: { kind: 'everyone' }, level: 'view' }] },
  });
  await context.close();
  await user.goto(`/app/file/${appId}`);
  await expect(user.getByText('说明.txt')).toBeVisible();
  await expect(user.getByRole('button', { name: 'Upload files' })).toHaveCount(0);
});
