import { makeForm } from '../testing/inspection-form.ts';
import { textsOf } from '../testing/texts.ts';
import { expect, test } from '../testing/test.ts';

for (const locale of ['zh-CN', 'en'] as const) {
  test(`an administrator groups applications into systems (${locale})`, async ({ as }) => {
    const t = textsOf(locale);
    const page = await as('admin', { locale });
    const mark = Date.now().toString(36);
    const app = `系统 ${mark}`;
    await makeForm(page.request, app);
    await page.goto('/sysop/systemManage');
    await page.getByRole('button', { name: t('systems.create') }).click();
    const dialog = page.getByRole('dialog', { name: t('systems.create') });
    await dialog.getByLabel(t('systems.name_zh')).fill(`甲 ${mark}`);
    await dialog.getByRole('button', { name: t('systems.save') }).click();
    const card = page.getByRole('region', { name: `甲 ${mark}` });
    await expect(card).toBeVisible();

    await page.getByRole('button', { name: t('systems.more', { title: app }) }).click();
    await page.getByRole('menuitemradio', { name: `甲 ${mark}` }).click();
    await expect(card.getByText(app)).toBeVisible();
    const user = await as('user', { locale });
    await user.goto('/application');
    await expect(user.getByRole('heading', { name: `甲 ${mark}` })).toBeVisible();
    await user.getByRole('button', { name: t('shell.bar.apps') }).click();
    await expect(user.getByRole('menuitem', { name: app })).toBeVisible();

    await page.getByRole('button', { name: t('systems.more', { title: `甲 ${mark}` }) }).click();
    await page.getByRole('menuitem', { name: t('ui.action.delete') }).click();
    await page.getByRole('dialog').getByRole('button', { name: t('ui.action.delete') }).click();
    await expect(card).toHaveCount(0);
    await expect(page.getByRole('region', { name: t('shell.apps.no_system') }).getByText(app)).toBeVisible();
  });
}
