import { expect } from '@playwright/test';
import { chooseOwnPassword } from '../testing/own-password.ts';
import { selectEach } from '../testing/select.ts';
import type { Person } from './sessions.ts';
import type { Colleague } from './words.ts';

/** Lets a person into the enterprise; the first password is shown once, and replaced by an own one. */
export async function makePerson({ page, t }: Person, name: string, login: string): Promise<Colleague> {
  await page.goto('/enterprise/organization');
  await page.getByRole('button', { name: t('organization.people.create') }).click();
  const dialog = page.getByRole('dialog', { name: t('organization.person.create') });
  await dialog.getByLabel(t('organization.person.name'), { exact: true }).fill(name);
  await dialog.getByLabel(t('organization.person.login'), { exact: true }).fill(login);
  await dialog.getByRole('button', { name: t('organization.person.save'), exact: true }).click();
  const told = page.getByRole('dialog', { name: t('organization.person.password_title', { name }) });
  const given = (await told.locator('code').innerText()).trim();
  await told.getByRole('button', { name: t('organization.person.password_copied') }).click();
  await page.getByLabel(t('organization.people.search')).fill(login);
  await expect(page.getByRole('row').filter({ hasText: login })).toContainText(name);
  return { name, login, password: await chooseOwnPassword(page.url(), login, given) };
}

export async function makeRole({ page, t }: Person, name: string, members: Colleague[]): Promise<void> {
  await page.goto('/enterprise/roleManage');
  await page
    .getByRole('button', { name: t('organization.roles.create') })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: t('organization.roles.create') });
  await dialog.getByLabel(t('organization.roles.name'), { exact: true }).fill(name);
  await dialog.getByRole('button', { name: t('organization.person.save'), exact: true }).click();
  await selectEach(
    page.getByRole('combobox', { name: t('organization.roles.add_members') }),
    members.map((member) => ({ option: member.name, search: member.login })),
  );
  await page.getByRole('button', { name: t('organization.roles.add_members'), exact: true }).click();
  const list = page.getByRole('grid', { name: t('organization.roles.member_list') });
  for (const member of members)
    await expect(list.getByRole('row').filter({ hasText: member.login })).toContainText(member.name);
}
