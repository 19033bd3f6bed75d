import { organizationApi } from '@formwork/contract/organization/api.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { ProcessGraph, Signing } from '@formwork/contract/workflow/graph.ts';
import type { ProcessView } from '@formwork/contract/workflow/process.ts';
import type { Page } from '@playwright/test';
import { addRecord, makeForm, send } from '../testing/inspection-form.ts';
import { expect, test } from '../testing/test.ts';
import { textsOf, type Locale } from '../testing/texts.ts';

/** Whoever hands in chooses the people of either step, and the way whatever the conditions say: above 40 Nm experts act, else the crew. */
function graphOfChoices(): ProcessGraph {
  const task = { slaves: {}, commentRequired: false, signatureRequired: false, fields: {}, buttons: [] };
  const chosen = (signing: Signing) => ({
    ...task,
    executors: {
      rules: [{ by: 'previous' as const }],
      nobody: 'refuse' as const,
      sameAsPrevious: 'again' as const,
      isInitiator: 'again' as const,
    },
    signing,
  });
  return {
    nodes: [
      { id: 'start', kind: 'start', name: { zh: '填报', en: 'Report' }, x: 0, y: 0, ...task, chooseNext: true },
      { id: 'how', kind: 'condition', name: { zh: '扭矩大小', en: 'Torque' }, x: 0, y: 120 },
      {
        id: 'experts',
        kind: 'approve',
        name: { zh: '专家会签', en: 'Experts' },
        x: 0,
        y: 240,
        ...chosen({ way: 'serial', order: 'chosen' }),
      },
      {
        id: 'crew',
        kind: 'approve',
        name: { zh: '班组会签', en: 'Crew' },
        x: 200,
        y: 240,
        ...chosen({ way: 'serial', order: 'pinyin' }),
      },
      { id: 'end', kind: 'end', name: { zh: '结束', en: 'End' }, x: 0, y: 360 },
    ],
    edges: [
      { id: 'e1', source: 'start', target: 'how' },
      { id: 'e2', source: 'how', target: 'experts', condition: 'torque > 40' },
      { id: 'e3', source: 'how', target: 'crew', condition: 'torque <= 40' },
      { id: 'e4', source: 'how', target: 'end', name: { zh: '免检', en: 'No check' }, condition: 'torque = 0' },
      { id: 'e5', source: 'experts', target: 'end' },
      { id: 'e6', source: 'crew', target: 'end' },
    ],
    settings: { starters: [], administrators: [], urgeEveryMinutes: 10 },
  };
}

for (const [locale, width] of [
  ['zh-CN', 1280],
  ['en', 390],
] satisfies [Locale, number][]) {
  const t = textsOf(locale);
  const name = (zh: string, en: string) => (locale === 'en' ? en : zh);

  test(`whoever submits chooses the way and its people, found by pinyin and put in order, and sees both before (${locale})`, async ({
    as,
  }) => {
    const [admin, user] = [await as('admin'), await as('user', { locale, width })];
    // 单 is read shan as a name, not dan: after 李, before 赵
    const mark = Math.random().toString(36).slice(2, 8);
    const [zhao, shan, li] = [`赵一${mark}`, `单二${mark}`, `李三${mark}`];
    for (const [at, one] of [zhao, shan, li].entries())
      await send(
        admin.request,
        'POST',
        organizationApi.createPerson.path,
        {},
        { name: one, login: `pick-${mark}-${at}`, role: 'user', departmentId: null },
      );
    const { appId, formId } = await makeForm(admin.request, `选择下一步 ${locale}`);
    await send(
      admin.request,
      'PUT',
      workflowApi.saveDefinition.path,
      { formId },
      { graph: graphOfChoices(), expectedVersion: 0 },
    );
    await send(admin.request, 'POST', workflowApi.release.path, { formId }, { expectedVersion: 1 });
    // decided by the torque but for whoever may choose freely
    const values = { name: '七号铣床', torque: 45 };
    const open = async () => {
      const { id } = await addRecord(user.request, formId, values);
      await user.goto(`/${appId}/detail/${formId}?record=${id}`);
      await user.getByRole('button', { name: t('workflow.action.start'), exact: true }).click();
      return id;
    };
    const dialog = user.getByRole('dialog', { name: t('workflow.submit.title_start') });
    const submit = dialog.getByRole('button', { name: t('workflow.action.submit'), exact: true });
    const people = dialog.getByRole('combobox');
    const order = dialog.locator('.process-order li');
    const waiting = async (recordId: string) => {
      const { nodes } = (await send(user.request, 'GET', workflowApi.process.path, {
        formId,
        recordId,
      })) as unknown as ProcessView;
      return nodes
        .flatMap(({ tasks }) => tasks)
        .filter(({ state }) => state === 'open')
        .flatMap(({ actors }) => actors)
        .map(({ person }) => person.name);
    };

    const first = await open();
    await expect(dialog.getByText(t('workflow.submit.asks'))).toBeVisible();
    await expect(submit).toBeDisabled();
    // the last step says so
    await dialog.getByText(name('免检', 'No check'), { exact: true }).click();
    await expect(dialog.getByText(t('workflow.submit.last_step'))).toBeVisible();
    await expect(submit).toBeEnabled();
    // a way that has no name is called by where it leads
    await dialog.getByText(name('专家会签', 'Experts'), { exact: true }).click();
    await expect(
      dialog.getByText(t('workflow.submit.choose_executors', { name: name('专家会签', 'Experts') })),
    ).toBeVisible();
    await expect(submit).toBeDisabled();
    await find(people, `zhaoyi${mark.slice(0, 3)}`, zhao);
    await find(people, `shaner${mark}`, shan);
    await find(people, 'lisan', li);
    await people.press('Escape');
    await expect(order).toContainText([zhao, shan, li]);
    await expect(dialog.locator('.process-next')).toContainText(`${zhao} → ${shan} → ${li}`);
    await dialog.getByRole('button', { name: t('workflow.submit.by_pinyin') }).click();
    await expect(order).toContainText([li, shan, zhao]);
    await dialog.getByRole('button', { name: t('workflow.submit.earlier', { name: zhao }) }).click();
    await expect(order).toContainText([li, zhao, shan]);
    await expect(dialog.locator('.process-next')).toContainText(
      `${t('workflow.submit.next', { name: name('专家会签', 'Experts') })}${li} → ${zhao} → ${shan}`,
    );
    await submit.click();
    await expect(user.getByText(t('workflow.done.submit'), { exact: true })).toBeVisible();
    expect(await waiting(first)).toEqual([li, zhao, shan]);

    const second = await open();
    await dialog.getByText(name('班组会签', 'Crew'), { exact: true }).click();
    await find(people, 'zy', zhao);
    await find(people, 'shaner', shan);
    await people.press('Escape');
    await expect(dialog.getByText(t('workflow.submit.pinyin_order'))).toBeVisible();
    await expect(dialog.locator('.process-next')).toContainText(`${shan} → ${zhao}`);
    await submit.click();
    await expect(user.getByText(t('workflow.done.submit'), { exact: true })).toBeVisible();
    expect(await waiting(second)).toEqual([shan, zhao]);
  });
}

/** Types what somebody is looked for by, and chooses them. */
async function find(people: ReturnType<Page['getByRole']>, typed: string, name: string): Promise<void> {
  await people.click();
  await people.pressSequentially(typed);
  await people
    .page()
    .locator('.ant-select-dropdown:visible .ant-select-item-option')
    .and(people.page().getByTitle(name, { exact: true }))
    .click();
}
