import { formsApi } from '@formwork/contract/forms/api.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { Page, Route } from '@playwright/test';
import { inspection, makeForm } from '../testing/inspection-form.ts';
import { expect, fresh, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');

/** Holds every save back until it is let go, as a slow line does. */
async function holdSaves(
  page: Page,
  path: string,
): Promise<{ answers: number[]; held: () => number; letGo: () => void }> {
  const answers: number[] = [];
  let open: (() => void)[] = [];
  await page.route(new RegExp(`${path.replace(':formId', '[^/]+')}$`), async (route: Route) => {
    if (route.request().method() === 'GET') return route.fallback();
    await new Promise<void>((done) => {
      open.push(done);
    });
    const response = await route.fetch();
    answers.push(response.status());
    await route.fulfill({ response });
  });
  return {
    answers,
    held: () => open.length,
    letGo: () => {
      for (const go of open) go();
      open = [];
    },
  };
}

test('on a slow line one person does not collide with themselves, and a title is undone as it was typed', async ({
  as,
}) => {
  const page = await as('admin');
  const { appId, formId } = await makeForm(page.request, fresh('慢速保存'), inspection);
  await page.goto(`/form/app/setting/!/form/${appId}/draft/${formId}`);
  const saves = await holdSaves(page, formsApi.saveDraft.path);
  const title = page
    .getByRole('complementary', { name: t('design.form.inspector') })
    .getByRole('textbox', { name: `${t('design.field.title')} ${t('design.field.zh')}` });
  await title.fill('点检一');
  await expect.poll(saves.held).toBe(1);
  // two ask while the first save is on its way: the clock, and the person
  await title.fill('点检二');
  await page.keyboard.press('Control+s');
  await page.keyboard.press('Control+s');
  await title.fill('点检三');
  await page.keyboard.press('Control+s');
  saves.letGo();
  await expect.poll(saves.held).toBe(1);
  saves.letGo();
  await expect(page.getByText(t('design.save.saved'))).toBeVisible();
  expect(saves.answers).toEqual([200, 200]);
  const { definition } = (await (
    await page.request.get(`/api${formsApi.getDraft.path.replace(':formId', formId)}`)
  ).json()) as { definition: { title: { zh: string } } };
  expect(definition.title.zh).toBe('点检三');

  await page.unroute(/.*/);
  await page.reload();
  await title.click();
  await page.keyboard.press('End');
  await page.keyboard.type('甲乙丙');
  await expect(title).toHaveValue('点检三甲乙丙');
  await page.getByRole('button', { name: t('design.action.undo') }).click();
  await expect(title).toHaveValue('点检三');
});

test('a process is saved on a slow line the same way', async ({ as }) => {
  const page = await as('admin');
  const { appId, formId } = await makeForm(page.request, fresh('慢速流程'), inspection);
  await page.goto(`/form/app/setting/!/form/${appId}/draft/${formId}`);
  await page.getByRole('button', { name: t('design.settings.tab_flow'), exact: true }).click();
  await page.locator('.react-flow__node').first().click();
  const saves = await holdSaves(page, workflowApi.saveDefinition.path);
  const name = page.locator('.flow-inspector, .designer-inspector').getByRole('textbox').first();
  await name.fill('开始一');
  await expect.poll(saves.held).toBe(1);
  await name.fill('开始二');
  await page.keyboard.press('Control+s');
  await name.fill('开始三');
  await page.keyboard.press('Control+s');
  saves.letGo();
  await expect.poll(saves.held).toBe(1);
  saves.letGo();
  await expect.poll(() => saves.answers).toEqual([200, 200]);
});
