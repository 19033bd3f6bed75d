import { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { ProcessGraph, Verification } from '@formwork/contract/workflow/graph.ts';
import type { Page } from '@playwright/test';
import { addRecord, makeForm, send } from '../testing/inspection-form.ts';
import { demoPassword } from '../testing/settings.ts';
import { expect, test } from '../testing/test.ts';
import { textsOf, type Locale } from '../testing/texts.ts';

const idOf = async (page: Page) => ((await (await page.request.get('/api/identity/me')).json()) as { id: string }).id;

function graphFor(person: string, verification: Verification): ProcessGraph {
  const task = { slaves: {}, commentRequired: false, signatureRequired: false, fields: {}, buttons: [] };
  return {
    nodes: [
      { id: 'start', kind: 'start', name: { zh: '填报', en: 'Report' }, x: 0, y: 0, ...task },
      {
        id: 'check',
        kind: 'approve',
        name: { zh: '核对', en: 'Check' },
        x: 0,
        y: 120,
        ...task,
        commentRequired: true,
        verification,
        executors: {
          rules: [{ by: 'persons', persons: [person] }],
          nobody: 'refuse',
          sameAsPrevious: 'again',
          isInitiator: 'again',
        },
        signing: { way: 'any' },
      },
      { id: 'end', kind: 'end', name: { zh: '结束', en: 'End' }, x: 0, y: 240 },
    ],
    edges: [
      { id: 'e1', source: 'start', target: 'check' },
      { id: 'e2', source: 'check', target: 'end' },
    ],
    settings: { starters: [], administrators: [], urgeEveryMinutes: 10 },
  };
}

for (const locale of ['zh-CN', 'en'] satisfies Locale[]) {
  const t = textsOf(locale);

  test(`whoever submits proves once more who they are: refused in words, then let through (${locale})`, async ({
    as,
  }) => {
    const [admin, user] = [await as('admin'), await as('user')];
    const safe = await as('safe', { locale, width: locale === 'en' ? 390 : 1280 });
    const { appId, formId } = await makeForm(admin.request, `身份验证 ${locale}`);
    await send(
      admin.request,
      'PUT',
      workflowApi.saveDefinition.path,
      { formId },
      { graph: graphFor(await idOf(safe), 'either'), expectedVersion: 0 },
    );
    await send(admin.request, 'POST', workflowApi.release.path, { formId }, { expectedVersion: 1 });
    const { id: recordId } = await addRecord(user.request, formId, { name: '五号铣床' });
    await send(user.request, 'POST', workflowApi.start.path, { formId, recordId }, { commandId: crypto.randomUUID() });

    await safe.goto(`/${appId}/detail/${formId}?record=${recordId}`);
    await safe.getByRole('button', { name: t('workflow.action.approve'), exact: true }).click();
    const dialog = safe.getByRole('dialog', { name: t('workflow.submit.title') });
    const submit = dialog.getByRole('button', { name: t('workflow.action.submit'), exact: true });
    await expect(dialog.getByText(t('workflow.submit.last_step'))).toBeVisible();
    await expect(submit).toBeDisabled();
    await dialog.getByRole('textbox', { name: t('workflow.submit.comment_required') }).fill('同意');
    await expect(submit).toBeDisabled();

    // a code needs a bound phone, and it is said where one is bound
    await dialog.getByText(t('workflow.proof.sms'), { exact: true }).click();
    await dialog.getByRole('button', { name: t('workflow.proof.send') }).click();
    await expect(dialog.getByText(t('workflow.verification.no_phone'))).toBeVisible();
    await expect(dialog.getByRole('link', { name: t('workflow.proof.bind') })).toHaveAttribute('href', /security/);
    await dialog.getByRole('textbox', { name: t('workflow.proof.code') }).fill('123456');
    await submit.click();
    await expect(dialog.getByText(t('identity.code.wrong'))).toBeVisible();

    await dialog.getByText(t('workflow.proof.password'), { exact: true }).first().click();
    await dialog.getByLabel(t('workflow.proof.password'), { exact: true }).last().fill('not it');
    await submit.click();
    await expect(dialog.getByText(t('identity.proof.wrong_password'))).toBeVisible();
    await dialog.getByLabel(t('workflow.proof.password'), { exact: true }).last().fill(demoPassword);
    await submit.click();
    await expect(safe.getByText(t('workflow.done.ended'))).toBeVisible();
  });
}
