import { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import type { ProcessView } from '@formwork/contract/workflow/process.ts';
import type { Page } from '@playwright/test';
import { addRecord, makeForm, makeProcess, send } from '../testing/inspection-form.ts';
import { select } from '../testing/select.ts';
import { expect, test } from '../testing/test.ts';
import { textsOf, type Locale } from '../testing/texts.ts';

const me = async (page: Page) =>
  (await (await page.request.get('/api/identity/me')).json()) as { id: string; name: string };
/** As the browser does when a page is printed. */
const print = (page: Page, when: 'beforeprint' | 'afterprint') =>
  page.evaluate((name) => void dispatchEvent(new Event(name)), when);

for (const [locale, width] of [
  ['zh-CN', 1280],
  ['en', 390],
] satisfies [Locale, number][]) {
  const t = textsOf(locale);
  const name = (zh: string, en: string) => (locale === 'en' ? en : zh);

  test(`the history of an old and a new process is narrowed, and paper says by what (${locale})`, async ({ as }) => {
    const [admin, user, page] = [await as('admin'), await as('user'), await as('safe', { locale, width })];
    const approver = await me(page);
    const { appId, formId } = await makeForm(admin.request, `流程历史 ${locale}`);
    await makeProcess(admin.request, formId, approver.id);
    const { id: recordId } = await addRecord(user.request, formId, { name: '八号铣床' });
    const start = async () => {
      await send(
        user.request,
        'POST',
        workflowApi.start.path,
        { formId, recordId },
        { commandId: crypto.randomUUID() },
      );
      return (
        (await send(admin.request, 'GET', workflowApi.process.path, { formId, recordId })) as unknown as ProcessView
      ).instance!.id;
    };
    await send(
      admin.request,
      'POST',
      workflowApi.invalidate.path,
      { instanceId: await start() },
      { commandId: crypto.randomUUID(), reason: '填错了' },
    );
    // the second runs another release
    const { graph, version } = (await send(admin.request, 'GET', workflowApi.definition.path, {
      formId,
    })) as unknown as { graph: ProcessGraph; version: number };
    await send(
      admin.request,
      'PUT',
      workflowApi.saveDefinition.path,
      { formId },
      { graph: { ...graph, settings: { ...graph.settings, urgeEveryMinutes: 20 } }, expectedVersion: version },
    );
    await send(admin.request, 'POST', workflowApi.release.path, { formId }, { expectedVersion: version + 1 });
    await start();

    await page.goto(`/${appId}/detail/${formId}?record=${recordId}`);
    await page.getByRole('tab', { name: t('workflow.panel.history'), exact: true }).click();
    const history = page.locator('.process-history');
    const heading = (release: number, stage: 'ongoing' | 'finished') =>
      history.getByText(t('workflow.history.heading', { release, state: t(`workflow.history.${stage}`) }), {
        exact: true,
      });
    const lines = history.locator('.fw-timeline-item');
    const box = (what: string) => history.getByRole('combobox', { name: t(`workflow.history.${what}`), exact: true });
    await expect(heading(1, 'finished')).toBeVisible();
    await expect(heading(2, 'ongoing')).toBeVisible();
    const all = await lines.count();

    // finished or ongoing, old or new
    await select(box('stage'), t('workflow.history.finished'));
    await expect(heading(2, 'ongoing')).toHaveCount(0);
    await expect(history).toContainText('填错了');
    await select(box('stage'), t('workflow.history.ongoing'));
    await expect(heading(1, 'finished')).toHaveCount(0);
    await select(box('process'), t('workflow.history.which_old'));
    await expect(history.getByText(t('workflow.history.none'))).toBeVisible();
    await history.getByRole('button', { name: t('workflow.history.clear') }).click();
    await expect(lines).toHaveCount(all);

    // by node, terminal and name; on paper without the inputs, but said
    await select(box('node'), name('设备主管审批', 'Manager approves'));
    await expect(lines).toHaveCount(3);
    await history.getByLabel(t('workflow.history.name'), { exact: true }).fill('nobody');
    await expect(history.getByText(t('workflow.history.none'))).toBeVisible();
    await history.getByLabel(t('workflow.history.name'), { exact: true }).fill(approver.name);
    await expect(lines).toHaveCount(3);
    await page.emulateMedia({ media: 'print' });
    await print(page, 'beforeprint');
    await expect(page.locator('.paper-head')).toContainText(t('workflow.panel.history'));
    await expect(history.locator('.process-filtered')).toHaveText(
      new RegExp(`${name('设备主管审批', 'Manager approves')}.*${approver.name}`),
    );
    await expect(box('node')).toBeHidden();
    await expect(page.getByRole('button', { name: t('workflow.action.approve'), exact: true })).toBeHidden();
    await print(page, 'afterprint');
    await page.emulateMedia({ media: 'screen' });
    await expect(page.getByRole('button', { name: t('workflow.action.approve'), exact: true })).toBeVisible();
    await select(box('terminal'), t('workflow.history.terminal_phone'));
    await expect(history.getByText(t('workflow.history.none'))).toBeVisible();
    await history.getByRole('button', { name: t('workflow.history.clear') }).click();

    // from tomorrow on nothing happened yet
    await history.getByLabel(t('workflow.history.from'), { exact: true }).fill(tomorrow());
    await history.getByLabel(t('workflow.history.from'), { exact: true }).press('Enter');
    await expect(history.getByText(t('workflow.history.none'))).toBeVisible();
  });
}

function tomorrow(): string {
  return new Date(Date.now() + 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);
}
