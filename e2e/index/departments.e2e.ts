import type { Page } from '@playwright/test';
import { expect, test } from '../testing/test.ts';
import { xlsx } from '../testing/xlsx.ts';

/** Through the API, as its administrator would. */
async function post<Answer = { id: string }>(page: Page, path: string, data: unknown): Promise<Answer> {
  const answer = await page.request.post(`/api/organization${path}`, { data });
  if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
const tree = (page: Page) => page.getByRole('navigation', { name: /部门|Departments/ });
const menuOf = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `${name} 的操作` }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

test('a department is made, renamed, merged into another one and taken out of use', async ({ as }) => {
  const page = await as('admin');
  const mark = Date.now().toString(36);
  const [old, renamed, kept] = [`冲压 ${mark}`, `冲压车间 ${mark}`, `制造部 ${mark}`];
  const into = await post(page, '/departments', { name: kept, parentId: null });
  const login = `chen.${mark}`;
  await page.goto('/enterprise/organization');
  await page.getByRole('button', { name: '新建部门' }).first().click();
  await page.getByLabel('部门名称').fill(old);
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await tree(page).getByText(old).click();
  const departmentId = new URL(page.url()).searchParams.get('department')!;
  await post(page, '/people', { login, name: `陈工 ${mark}`, role: 'user', departmentId });

  await menuOf(page, old, '编辑部门');
  await page.getByLabel('部门名称').fill(renamed);
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await expect(tree(page).getByText(renamed)).toBeVisible();

  await menuOf(page, renamed, '停用部门');
  await page.getByRole('dialog').getByRole('button', { name: '停用' }).click();
  await expect(page.getByText('部门下还有人员')).toBeVisible();

  await menuOf(page, renamed, '合并到其他部门');
  const dialog = page.getByRole('dialog', { name: `合并“${renamed}”` });
  await dialog.getByRole('combobox', { name: '合并到' }).fill(kept);
  await page.locator('.ant-select-item-option').filter({ hasText: kept }).click();
  await dialog.getByRole('button', { name: '合并', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(tree(page).getByText(renamed)).toBeHidden();
  await page.goto(`/enterprise/organization?department=${into.id}`);
  await expect(page.getByRole('row', { name: new RegExp(login) })).toContainText(kept);
});

test('people come from a spreadsheet, and refused lines come back in a file', async ({ as }) => {
  const page = await as('admin');
  const mark = Date.now().toString(36);
  const book = xlsx([
    ['登录名', '姓名', '部门', '岗位', '备注'],
    [`in.${mark}`, `孙一 ${mark}`, `导入部 ${mark}/一班`, `钳工 ${mark}`, 'x'],
    ['bad login', '坏登录名', '', '', ''],
  ]);
  await page.goto('/enterprise/organization');
  await page.getByRole('button', { name: '导入导出' }).click();
  await page.getByRole('menuitem', { name: '导入人员' }).click();
  const dialog = page.getByRole('dialog', { name: '导入人员' });
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'people.xlsx', mimeType: 'application/octet-stream', buffer: book });
  await expect(dialog.getByText('people.xlsx：2 行')).toBeVisible();
  await expect(dialog.getByText('无法识别、不会导入的列：备注')).toBeVisible();
  await dialog.getByLabel('新账号的初始密码').fill('First-password-7');
  await dialog.getByRole('button', { name: '开始导入' }).click();
  await expect(dialog.getByText('新建 1 人，更新 0 人，失败 1 行。')).toBeVisible();
  const download = page.waitForEvent('download');
  await dialog.getByRole('link', { name: '下载失败数据及原因' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
  await dialog.getByRole('button', { name: '关闭', exact: true }).last().click();
  await page.goto(`/enterprise/organization?search=in.${mark}`);
  await expect(page.getByRole('row', { name: new RegExp(`孙一 ${mark}`) })).toContainText('一班');
});

test('somebody who leaves hands over to a colleague and is shut out, in English', async ({ as }) => {
  const page = await as('admin', { locale: 'en' });
  const mark = Date.now().toString(36);
  const person = async (login: string) =>
    (
      await post<{ person: { id: string } }>(page, '/people', {
        login,
        name: `${login} Name`,
        role: 'user',
        departmentId: null,
      })
    ).person.id;
  const leaver = await person(`leaver.${mark}`);
  await person(`stays.${mark}`);
  await post(page, '/departments', { name: `Led ${mark}`, parentId: null, headId: leaver });
  await page.goto(`/enterprise/organization?search=leaver.${mark}`);
  const row = page.getByRole('row', { name: new RegExp(`leaver.${mark} Name`) });
  await row.getByRole('button', { name: 'Hand over' }).click();
  const dialog = page.getByRole('dialog', { name: /leaver/ });
  await dialog.getByRole('combobox', { name: 'Hand over to' }).fill(`stays.${mark}`);
  await page
    .locator('.ant-select-item-option')
    .filter({ hasText: `stays.${mark}` })
    .click();
  await dialog.getByRole('button', { name: 'Hand over', exact: true }).click();
  await expect(dialog.getByText(/Handed over: 0 to-dos, 0 records, 0 things made, 1/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(row).toBeHidden();
});
