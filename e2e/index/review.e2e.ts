import { customersApi } from '@formwork/contract/operations/customers.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../testing/test.ts';

// Switched on it would hold back what other tests do in the same space.
test('the three officers see who holds which part, and switching on asks first', async ({ as }) => {
  const admin = await as('admin');
  await admin.goto('/sysop/threeAdmin');
  for (const name of ['企业管理员', '安全员', '审计员'])
    await expect(admin.getByRole('listitem').filter({ hasText: name }).first()).toBeVisible();
  await admin.getByRole('button', { name: '启用三员管理' }).click();
  const dialog = admin.getByRole('dialog');
  await expect(dialog).toContainText('停用也需要安全管理员放行');
  await dialog.getByRole('button', { name: '取消' }).click();
  await expect(admin.getByText('未启用')).toBeVisible();

  const auditor = await as('audit');
  await auditor.goto('/sysop/threeAdmin');
  await expect(auditor.getByRole('heading', { name: '三员管理' })).toBeVisible();
  await expect(auditor.getByRole('button', { name: '启用三员管理' })).toHaveCount(0);

  const safe = await as('safe');
  await safe.goto('/securityaudit/management');
  await expect(safe.getByText('三员管理尚未启用')).toBeVisible();
});

const chosen = 'Riverside-plant-7';

/** Signs in with a password that was given, which is good for this once, and chooses an own one. */
async function enter(context: BrowserContext, login: string, password: string): Promise<void> {
  const first = (await (
    await context.request.post('/api/identity/sessions', { data: { login, password } })
  ).json()) as { ticket: string };
  const answer = await context.request.post('/api/identity/sessions/new-password', {
    data: { ticket: first.ticket, next: chosen },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

// an enterprise of its own: what waits there holds nobody else's test back
test('what an administrator prepares holds when the reviewer has released it, and not before', async ({
  as,
  browser,
  baseURL,
}) => {
  const mark = Date.now().toString(36);
  const people: BrowserContext[] = [];
  const person = async () => {
    const context = await browser.newContext({ baseURL: baseURL!, locale: 'zh-CN' });
    people.push(context);
    return context;
  };
  const operator = (await as('root')).request;
  const made = await operator.post(`/api${customersApi.create.path}`, {
    data: { name: `河畔水泵 ${mark}`, administrator: { name: '赵管理', login: `adm.${mark}` } },
  });
  const { password } = (await made.json()) as { password: string };
  const [adminIn, safeIn, auditIn] = [await person(), await person(), await person()];
  await enter(adminIn, `adm.${mark}`, password);
  const admin = await adminIn.newPage();
  await admin.goto('/sysop/threeAdmin');
  const switchOn = async () => {
    await admin.getByRole('button', { name: '启用三员管理' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: '启用三员管理' }).click();
  };
  await switchOn();
  await expect(admin.getByText('安全管理员和审计员至少各要有一人')).toBeVisible();
  for (const [context, role, name] of [
    [safeIn, 'safe', '钱审查'],
    [auditIn, 'audit', '孙审计'],
  ] as const) {
    const created = await adminIn.request.post(`/api${organizationApi.createPerson.path}`, {
      data: { login: `${role}.${mark}`, name, role, departmentId: null },
    });
    await enter(context, `${role}.${mark}`, ((await created.json()) as { password: string }).password);
  }
  const { id: roleId } = (await (
    await adminIn.request.post(`/api${organizationApi.createRole.path}`, {
      data: { name: `质检员 ${mark}`, description: '' },
    })
  ).json()) as { id: string };
  await admin.reload();
  await switchOn();
  await expect(admin.getByText('已启用')).toBeVisible();

  await admin.goto(`/enterprise/roleManage?role=${roleId}&view=members`);
  await admin.getByRole('combobox', { name: '添加成员' }).fill('赵管理');
  await admin.locator('.ant-select-item-option').filter({ hasText: '赵管理' }).click();
  await admin.getByRole('button', { name: '添加成员' }).click();
  await expect(admin.getByText('已提交，等待安全管理员放行后生效')).toBeVisible();
  await expect(admin.getByText('该角色还没有成员')).toBeVisible();

  const safe = await safeIn.newPage();
  await safe.goto('/securityaudit/management');
  const change = (page: Page, subject: string) => page.getByRole('row', { name: new RegExp(subject) });
  await change(safe, '质检员').getByRole('link').or(change(safe, '质检员').getByRole('button')).first().click();
  const drawer = safe.getByRole('dialog', { name: '变更角色成员' });
  await expect(drawer).toContainText('赵管理');
  await drawer.getByRole('button', { name: '放行' }).click();
  await expect(safe.getByText('没有权限变更')).toBeVisible();
  await admin.reload();
  await expect(admin.getByRole('row', { name: /赵管理/ })).toBeVisible();

  // the auditor sees what the two did, and nothing to press
  const auditor = await auditIn.newPage();
  await auditor.goto('/sysop/threeAdmin');
  await expect(change(auditor, '质检员')).toContainText('已放行');
  await expect(change(auditor, '质检员')).toContainText('钱审查');
  await expect(auditor.getByRole('button', { name: /[启停]用三员管理/ })).toHaveCount(0);

  // switching it off is a change as well: rejected once, then released
  await admin.goto('/sysop/threeAdmin');
  for (const decision of ['驳回', '放行']) {
    await admin.getByRole('button', { name: '停用三员管理' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: '停用三员管理' }).click();
    await expect(admin.getByText('已提交，等待安全管理员放行后生效').first()).toBeVisible();
    await safe.reload();
    const waiting = safe.getByRole('row', { name: /启停三员管理/ });
    await waiting.getByRole('link').or(waiting.getByRole('button')).first().click();
    const judged = safe.getByRole('dialog', { name: '启停三员管理' });
    await judged.getByRole('button', { name: decision }).click();
    if (decision === '驳回') {
      await expect(judged.getByText('请填写驳回原因')).toBeVisible();
      await judged.getByLabel('说明（驳回时必填）').fill('尚未批准');
      await judged.getByRole('button', { name: decision }).click();
    }
    await expect(waiting).toHaveCount(0);
  }
  await admin.reload();
  await expect(admin.getByText('未启用')).toBeVisible();
  await expect(admin.getByRole('row', { name: /尚未批准/ })).toContainText('已驳回');
  for (const context of people) await context.close();
});
