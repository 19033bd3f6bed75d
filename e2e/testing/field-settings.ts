import type { FieldType } from '@formwork/contract/forms/field-types/registry.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import type { Locator, Page } from '@playwright/test';
import { makeForm, type MadeForm } from './inspection-form.ts';
import { select } from './select.ts';
import { expect, test } from './test.ts';
import { textsOf } from './texts.ts';

const t = textsOf('zh-CN');

/** A line of the inspector: a number or text is typed, a switch turned, an option chosen; what is no line is done by hand. */
export type Setting =
  | { line: string; fill: string }
  | { line: string; turn: true }
  | { line: string; choose: string }
  | { by: (inspector: Locator) => Promise<void> };
export const fill = (key: string, value: string | number): Setting => ({ line: t(key), fill: String(value) });
export const turn = (key: string): Setting => ({ line: t(key), turn: true });
export const choose = (key: string, option: string): Setting => ({ line: t(key), choose: t(option) });
/** An option that people have named. */
export const chooseNamed = (key: string, name: string): Setting => ({ line: t(key), choose: name });

export interface Case {
  type: FieldType;
  /** What the form begins with. */
  config?: object;
  set: Setting[];
  /** What the settings do in a new record, and what is left there to be saved. */
  acts: (field: Locator, page: Page) => Promise<void>;
  /** What the saved record shows of it. */
  shows?: string | RegExp;
}

export const says = (field: Locator, key: string, values?: Record<string, string | number>): Promise<void> =>
  expect(field.getByText(t(key, values))).toBeVisible();

/** Types, leaves, reads what is wrong, and mends it. */
export const refuses =
  (wrong: string, key: string, values: Record<string, string | number> | undefined, right: string) =>
  async (field: Locator): Promise<void> => {
    const input = field.getByRole('textbox').first();
    await input.fill(wrong);
    await input.press('Tab');
    await says(field, key, values);
    await input.fill(right);
    await input.press('Tab');
    await expect(field.getByText(t(key, values))).toHaveCount(0);
  };

export const typed = async (field: Locator, text: string, at = 0): Promise<void> => {
  const input = field.getByRole('textbox').nth(at);
  await input.fill(text);
  await input.press('Enter');
};

export const idOf = (type: FieldType): string => `f${type.toLowerCase()}`;
export const slotOf = (page: Page, type: FieldType): Locator => page.locator(`[data-field="${idOf(type)}"]`);

/** A form with a field of each type, whose settings are made in the designer and released. */
export async function designCases(
  page: Page,
  title: string,
  cases: readonly Case[],
  titleField: FieldType,
): Promise<MadeForm> {
  const fields = cases.map(({ type, config }): Field => {
    const field = newField(type, { zh: t(`design.type.${type}`) }, idOf(type)) as Field;
    return { ...field, config: { ...field.config, ...config } } as Field;
  });
  const definition: FormDefinition = {
    format: 1,
    title: { zh: '设置' },
    fields,
    tables: [],
    titleField: idOf(titleField),
    layout: [{ id: 'all', columns: 2, items: fields.map(({ id }) => ({ kind: 'field', field: id })) }],
  };
  const made = await makeForm(page.request, title, definition);

  await page.goto(`/form/app/setting/!/form/${made.appId}/draft/${made.formId}`);
  const inspector = page.getByRole('complementary', { name: t('design.form.inspector') });
  for (const { type, set } of cases) {
    await test.step(`${type} is set`, async () => {
      const name = t(`design.type.${type}`);
      await page.locator('.designer-item').getByRole('button', { name, exact: true }).click();
      await expect(inspector.getByRole('heading', { level: 2 })).toHaveText(name);
      for (const setting of set) await make(inspector, setting);
    });
  }
  await expect(page.getByRole('status').filter({ hasText: t('design.save.saved') })).toBeVisible();
  await page.getByRole('button', { name: t('design.action.release'), exact: true }).click();
  await page
    .getByRole('dialog', { name: t('design.release.title') })
    .getByRole('button', { name: t('design.action.release'), exact: true })
    .click();
  await expect(page.getByText(t('design.release.done', { number: 2 }))).toBeVisible();
  return made;
}

async function make(inspector: Locator, setting: Setting): Promise<void> {
  if ('by' in setting) return setting.by(inspector);
  const page = inspector.page();
  const line = inspector
    .locator('.designer-line')
    .filter({
      has: page
        .locator('span, legend')
        .filter({ hasText: new RegExp(`^${setting.line.replace(/[()（）]/g, '\\$&')}$`) }),
    })
    .first();
  if ('fill' in setting) {
    const input = line.locator('input, textarea').first();
    await input.fill(setting.fill);
    await input.press(/^\d{4}-/.test(setting.fill) ? 'Enter' : 'Tab');
  } else if ('turn' in setting) await line.getByRole('switch').click();
  else await select(line.getByRole('combobox'), setting.choose);
}
