import { randomUUID } from 'node:crypto';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { APIRequestContext } from '@playwright/test';
import { addRecord, makeForm, makeProcess } from '../testing/inspection-form.ts';
import { followed } from '../testing/settled.ts';
import { expect, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';
import { chooseOwnPassword } from '../testing/own-password.ts';

interface Somebody {
  id: string;
  name: string;
  login: string;
  password: string;
}

/** People of a test's own: what they settle is nobody else's. */
async function somebody(admin: APIRequestContext, name: string): Promise<Somebody> {
  const login = `p.${randomUUID().slice(0, 8)}`;
  const answer = await admin.post(`/api${organizationApi.createPerson.path}`, {
    data: { login, name: `${name} ${login}`, role: 'user', departmentId: null },
  });
  const { person, password } = (await answer.json()) as { person: { id: string; name: string }; password: string };
  return { id: person.id, name: person.name, login, password: await chooseOwnPassword(answer.url(), login, password) };
}

test('a person signs by hand, lets somebody act for them, asks to be a developer, and says what they are told of', async ({
  as,
}) => {
  const admin = (await as('admin')).request;
  const [me, colleague] = await Promise.all([somebody(admin, '周明'), somebody(admin, '吴静')]);
  const page = await as(me.login, { password: me.password });
  await page.goto('/setting/center');
  await expect(page.locator('.fw-page-tab')).toHaveText([
    '我的信息',
    '账号安全',
    '用户组',
    '账号托管',
    '待办推送订阅',
    '开发者授权',
    '应用代理',
  ]);
  await page.getByLabel('个人签名').fill('业精于勤');
  await page.getByRole('button', { name: '手写签名' }).click();
  const drawing = page.getByRole('dialog', { name: '手写签名' });
  const paper = (await drawing.locator('canvas').boundingBox())!;
  await expect(drawing.getByRole('button', { name: '保存' })).toBeDisabled();
  await page.mouse.move(paper.x + 40, paper.y + 60);
  await page.mouse.down();
  await page.mouse.move(paper.x + 200, paper.y + 120, { steps: 5 });
  await page.mouse.up();
  await drawing.getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('img', { name: '手写签名' })).toBeVisible();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('已保存').first()).toBeVisible();

  await page.goto('/setting/center?tab=agents');
  await page.getByRole('button', { name: '新建代理' }).click();
  const dialog = page.getByRole('dialog', { name: '新建代理' });
  await dialog.getByRole('button', { name: '选择人员' }).click();
  const picker = page.getByRole('dialog', { name: '选择人员' });
  await picker.getByPlaceholder('姓名、拼音或登录名').fill(colleague.login);
  await picker.getByRole('radio', { name: new RegExp(colleague.login) }).click();
  await picker.getByRole('button', { name: '确定' }).click();
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(dialog.getByText('请选择有效期')).toBeVisible();
  await dialog.getByLabel('结束时间').fill('2099-12-31 18:00');
  await dialog.getByLabel('结束时间').press('Enter');
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(page.getByRole('row', { name: new RegExp(colleague.login) })).toContainText('代理中');

  await page.goto('/setting/center?tab=developer');
  await page.getByLabel('申请理由').fill('二十个字以上的理由都太长了所以这里会被拒绝');
  await page.getByRole('button', { name: '申请授权' }).click();
  await expect(page.locator('[data-field=reason]')).toContainText('申请理由须少于 20 个字');
  await page.getByLabel('申请理由').fill('对接设备数据');
  await page.getByRole('button', { name: '申请授权' }).click();
  await expect(page.getByText('审核中')).toBeVisible();

  await page.goto('/setting/center?tab=push');
  await page.getByRole('checkbox', { name: '抄送给我 页面通知' }).uncheck();
  await page.getByRole('switch', { name: '免打扰时段' }).click();
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('已保存')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('checkbox', { name: '抄送给我 页面通知' })).not.toBeChecked();
  await expect(page.getByLabel('免打扰开始')).toHaveValue('22:00');
});

test('a trustee goes into a hosted account and is out of it when its person ends it', async ({ as }) => {
  const admin = (await as('admin')).request;
  const [me, colleague] = await Promise.all([somebody(admin, '郑华'), somebody(admin, '王芳')]);
  const page = await as(me.login, { password: me.password });
  await page.goto('/setting/center?tab=hosting');
  await page.getByRole('button', { name: '开启托管' }).click();
  await expect(page.getByText('请选择受托人')).toBeVisible();
  await page.getByLabel('受托人').fill(colleague.login);
  await page.locator('.ant-select-item-option').filter({ hasText: colleague.name }).click();
  await page.getByLabel('登录密码').fill(me.password);
  await page.getByRole('button', { name: '开启托管' }).click();
  await expect(page.getByText('托管中')).toBeVisible();

  const trustee = await as(colleague.login, { password: colleague.password, locale: 'en' });
  await trustee.goto('/user/workbench');
  await trustee.getByRole('button', { name: `Account: ${colleague.name}` }).click();
  await trustee.getByRole('menuitem', { name: `Switch to ${me.name}` }).click();
  const banner = trustee.getByRole('status').filter({ hasText: `are in the account of ${me.name}` });
  await expect(banner).toBeVisible();
  await trustee.goto('/setting/center');
  await expect(trustee.locator('.fw-page-tab')).toHaveText(['My info', 'User groups', 'Pushed to-dos']);

  await page.getByRole('button', { name: '关闭托管' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '关闭托管' }).click();
  // the open page notices by itself
  await expect(trustee.getByRole('button', { name: `Account: ${colleague.name}` })).toBeVisible();
  await expect(banner).toHaveCount(0);
  await page.goto('/setting/center?tab=security');
  await expect(page.getByText(`受托人${colleague.name}进入了您的账号`)).toBeVisible();
});

test('a new to-do is told on whatever page one has open and leads to its record, and stays among the messages', async ({
  as,
}) => {
  const admin = (await as('admin')).request;
  const me = await somebody(admin, '孙丽');
  const { formId } = await makeForm(admin, `通知 ${me.login}`);
  await makeProcess(admin, formId, me.id);
  const page = await as(me.login, { password: me.password });
  const bound = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => payload.includes('bound')));
  const settled = followed(page);
  await page.goto('/organization/contacts/');
  await bound;
  // who listens for notices comes after the page: what was lazy React lets in at most 300 ms after its code is there
  await settled();
  await page.waitForTimeout(1_000);
  const start = async (name: string) => {
    const record = await addRecord(admin, formId, { name });
    const started = await admin.post(
      `/api${workflowApi.start.path.replace(':formId', formId).replace(':recordId', record.id)}`,
      { data: { commandId: randomUUID() } },
    );
    expect(started.ok(), await started.text()).toBe(true);
    return record;
  };
  const record = await start('七号冲床');
  const notice = page.locator('.ant-notification-notice').filter({ hasText: '新待办' });
  await notice.getByRole('link', { name: /七号冲床/ }).click();
  await expect(page).toHaveURL(new RegExp(record.id));
  await expect(page.getByText('设备主管审批').first()).toBeVisible();

  await page.getByRole('link', { name: '消息', exact: true }).click();
  await expect(page.getByRole('row', { name: /新待办 · 七号冲床/ })).toBeVisible();
  await start('八号冲床');
  await expect(page.getByRole('link', { name: '消息 (1)' })).toBeVisible();
  await page.locator('.fw-page-tab').filter({ hasText: '未读' }).click();
  await expect(page.getByRole('row', { name: /八号冲床/ })).toBeVisible();
  await page.getByRole('button', { name: '本页全部已读' }).click();
  await expect(page.getByText('没有符合条件的消息')).toBeVisible();
  await page.getByRole('button', { name: '订阅管理' }).click();
  const everyTodo = page.getByRole('checkbox', { name: '全部应用：新待办' });
  await everyTodo.click();
  await expect(everyTodo).not.toBeChecked();
});

test('whoever ends sessions shows the password again', async ({ as }) => {
  const t = textsOf('zh-CN');
  const me = await somebody((await as('admin')).request, '郑平');
  const [page, other] = [
    await as(me.login, { password: me.password }),
    await as(me.login, { password: me.password, width: 390, locale: 'en' }),
  ];
  await page.goto('/setting/center?tab=security');
  await page.getByRole('button', { name: t('security.sessions.end_others') }).click();
  const dialog = page.getByRole('dialog', { name: t('security.sessions.end_others') });
  const end = dialog.getByRole('button', { name: t('security.sessions.end'), exact: true });
  await end.click();
  await expect(dialog).toContainText(t('login.password.required'));
  await dialog.getByLabel(t('security.confirm.password')).fill('not mine');
  await end.click();
  await expect(dialog).toContainText(t('identity.password.wrong_current'));
  await dialog.getByLabel(t('security.confirm.password')).fill(me.password);
  await end.click();
  await expect(dialog).toHaveCount(0);
  expect((await other.request.get('/api/identity/me')).status()).toBe(401);
  await expect(page.getByRole('button', { name: t('security.sessions.end_others') })).toHaveCount(0);
});
