import { expect, type Locator } from '@playwright/test';
import { select, selectEach } from '../testing/select.ts';
import { insert } from './design-form.ts';
import { shown } from './make-form.ts';
import type { Person } from './sessions.ts';
import type { Colleague, Words } from './words.ts';

/** Only this person may see and change the records; the others get to know of one by its process. */
export async function permit({ page, t }: Person, name: string): Promise<void> {
  await page.getByRole('button', { name: t('design.settings.tab_permissions'), exact: true }).click();
  await page.getByRole('button', { name: t('design.permission.add') }).click();
  await select(
    page.getByRole('combobox', { name: t('design.permission.subject') }),
    t('design.permission.subject_person'),
  );
  await select(page.getByRole('combobox', { name: t('design.permission.subject_person'), exact: true }), name, {
    search: name,
  });
  await page.getByRole('checkbox', { name: t('rights.action_edit') }).check();
  await select(page.getByRole('combobox', { name: t('design.permission.scope') }), t('rights.scope_all'));
  await page.getByRole('button', { name: t('design.action.save'), exact: true }).click();
  await expect(page.getByText(t('design.permission.saved'))).toBeVisible();
}

/**
 * Start, one of the equipment managers, both signers, and a condition: costly ones are copied to the managers before the
 * end, the others end at once.
 */
export async function drawProcess(person: Person, words: Words, signers: Colleague[]): Promise<void> {
  const { page, t, locale } = person;
  const node = (title: string) => page.locator('.react-flow__node').filter({ hasText: title });
  const add = (kind: string) =>
    page.getByTitle(t('ui.canvas.add', { title: t(`workflow.node.${kind}`) }), { exact: true }).click();
  const name = async (label: string, { zh, en }: { zh: string; en?: string | undefined }) => {
    await page.getByLabel(`${t(label)} ${t('design.field.zh')}`, { exact: true }).fill(zh);
    await page.getByLabel(`${t(label)} ${t('design.field.en')}`, { exact: true }).fill(en!);
  };
  const by = async (kind: string) => {
    await page.getByRole('button', { name: t('workflow.rule.add') }).click();
    if (kind !== 'persons')
      await select(page.getByRole('combobox', { name: t('workflow.rule.by') }), t(`flow-design.by.${kind}`));
    return page.getByRole('combobox', { name: t(`flow-design.by.${kind}`), exact: true });
  };

  await page.getByRole('button', { name: t('design.settings.tab_flow'), exact: true }).click();
  await page.locator('.react-flow__node').nth(1).click();
  await name('flow-design.designer.name', words.nodes.managers);
  await select(await by('role'), words.role, { exact: false, search: words.role });
  await expect(node(shown(words.nodes.managers, locale))).toContainText(words.role);

  await add('approve');
  await name('flow-design.designer.name', words.nodes.signers);
  await selectEach(
    await by('persons'),
    signers.map((signer) => ({ option: signer.name, search: signer.login })),
  );
  await select(page.getByRole('combobox', { name: t('flow-design.signing.title') }), t('flow-design.signing.all'));

  await add('condition');
  await name('flow-design.designer.name', words.nodes.costs);
  await add('cc');
  await name('flow-design.designer.name', words.nodes.copy);
  await select(await by('role'), words.role, { exact: false, search: words.role });
  // the second way out of the condition is drawn by hand
  await page.getByRole('button', { name: t('ui.canvas.fit') }).click();
  const end = page.locator('.react-flow__node').filter({ hasText: t('workflow.node.end') });
  await join(node(shown(words.nodes.costs, locale)), end);
  await page.getByRole('switch', { name: t('workflow.edge.otherwise') }).click();
  await way(person, node(shown(words.nodes.costs, locale)), node(shown(words.nodes.copy, locale)));
  await name('flow-design.designer.name', words.costly);
  await page
    .getByRole('radiogroup', { name: t('workflow.edge.how') })
    .getByText(t('workflow.edge.write'))
    .click();
  const condition = page.getByLabel(t('workflow.edge.condition'), { exact: true });
  await insert(person, condition, words.fields.total);
  await condition.pressSequentially(' > 100');

  const release = page.getByRole('button', { name: t('flow-design.designer.release') });
  await expect(page.getByText(t('ui.canvas.no_problems'))).toBeVisible();
  await release.click();
  await page
    .getByRole('dialog', { name: t('flow-design.designer.release') })
    .getByRole('button', { name: t('design.action.release'), exact: true })
    .click();
  await expect(page.getByText(t('flow-design.designer.release_done', { number: 1 }))).toBeVisible();
}

/** Draws a line from the foot of a node to the head of another. */
async function join(source: Locator, target: Locator): Promise<void> {
  const from = (await source.locator('.react-flow__handle-bottom').boundingBox())!;
  const to = (await target.locator('.react-flow__handle-top').boundingBox())!;
  const { mouse } = source.page();
  await mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await mouse.down();
  await mouse.move(to.x + to.width / 2, to.y - 20, { steps: 8 });
  await mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
  await mouse.up();
}

/** Takes hold of the line between two nodes that stand below each other. */
async function way({ page }: Person, above: Locator, below: Locator): Promise<void> {
  const from = (await above.boundingBox())!;
  const to = (await below.boundingBox())!;
  await page.mouse.click(to.x + to.width / 2, (from.y + from.height + to.y) / 2);
}
