import { demoPassword } from '../testing/settings.ts';
import type { Locale } from '../testing/texts.ts';
import { designForm } from './design-form.ts';
import { drawProcess, permit } from './draw-process.ts';
import { correctQuantity, fillIn, giveBack, side, submit, todo, total } from './handle.ts';
import { filterFailures, makeForm, shown } from './make-form.ts';
import { makePerson, makeRole } from './make-people.ts';
import { expect, test } from './sessions.ts';
import { newcomers, wordsOf, type Colleague } from './words.ts';

/** The record that is worked on: its first column, and the product by which it is found. */
const record = { name: '51', product: 'M15153' };
const reporter = { login: 'user', name: '普通用户' };

test.describe.configure({ mode: 'parallel' });

for (const locale of ['zh-CN', 'en'] as const satisfies Locale[]) {
  test(`from a spreadsheet to an approved record (${locale})`, async ({ enter }, { project }) => {
    test.setTimeout(800_000);
    const mark = `${locale.slice(0, 2)}${Date.now().toString(36)}`;
    const words = wordsOf(locale, mark);
    const own = (text: { zh: string; en?: string | undefined }) => shown(text, locale);

    const admin = await enter('admin', demoPassword, locale);
    const { t } = admin;
    const people: Colleague[] = [];
    for (const [at, name] of newcomers[locale].entries()) people.push(await makePerson(admin, name, `p${at}.${mark}`));
    const [manager, otherManager, signer, otherSigner, seventh] = people as [
      Colleague,
      Colleague,
      Colleague,
      Colleague,
      Colleague,
    ];
    await makeRole(admin, words.role, [manager, otherManager]);

    const { appId, formId } = await makeForm(admin, words);
    await filterFailures(admin);
    await designForm(admin, words);
    await permit(admin, reporter.name);
    await drawProcess(admin, words, [signer, otherSigner]);

    // everybody at a browser of their own, their workbench open before anything arrives
    const user = await enter(reporter.login, demoPassword, locale);
    const [first, second, third] = await Promise.all(
      [manager, otherManager, signer].map((colleague) => enter(colleague.login, colleague.password, locale)),
    );
    const fourth = await enter(otherSigner.login, otherSigner.password, locale, { phone: locale === 'zh-CN' });
    for (const { page } of [first!, second!, third!, fourth]) {
      await page.goto('/user/workbench');
      await expect(page.getByText(t('workflow.workbench.empty_todo'), { exact: true })).toBeVisible();
    }

    await test.step('the reporter fills in and starts', async () => {
      await user.page.goto('/application');
      await user.page
        .getByRole('article')
        .filter({ hasText: own(words.app) })
        .getByRole('link', { name: own(words.form) })
        .click();
      await user.page.getByRole('textbox', { name: t('records.list.search') }).fill(record.product);
      await expect(user.page.getByText(t('records.list.total', { count: 1 }))).toBeVisible();
      await user.page.getByRole('link', { name: record.name, exact: true }).click();
      await fillIn(user, words, reporter.name);
      await submit(user, 'workflow.action.start', { next: [manager.name, otherManager.name] });
    });
    const address = new URL(user.page.url());
    const recordId = address.searchParams.get('record')!;

    await test.step('a manager returns it with a reason', async () => {
      await expect(todo(second!, record.name)).toBeVisible();
      await todo(first!, record.name).click();
      await expect(total(first!, words)).toContainText('271.00');
      await giveBack(first!, words.reason);
      // or-sign: what one has dealt with waits for nobody else
      await expect(todo(second!, record.name)).toHaveCount(0);
    });

    await test.step('the reporter corrects and resubmits', async () => {
      await expect(user.page.getByText(t('workflow.panel.returned', { name: manager.name }))).toBeVisible();
      await expect(side(user).getByText(words.reason).first()).toBeVisible();
      await correctQuantity(user, words, '1');
      await expect(total(user, words)).toContainText('150.50');
      await submit(user, 'workflow.action.submit');
    });

    await test.step('the other manager and both signers approve', async () => {
      await todo(second!, record.name).click();
      await expect(total(second!, words)).toContainText('150.50');
      await submit(second!, 'workflow.action.approve', {
        comment: words.remark,
        next: [signer.name, otherSigner.name],
      });
      await expect(todo(fourth, record.name)).toBeVisible();
      await todo(third!, record.name).click();
      await submit(third!, 'workflow.action.approve', {
        next: [t('workflow.submit.waits_for', { people: otherSigner.name })],
      });
      if (locale === 'zh-CN') await expect(fourth.page).toHaveURL(/\/m\//);
      await todo(fourth, record.name).click();
      await submit(fourth, 'workflow.action.approve', { done: 'workflow.done.ended' });
    });

    await test.step('it is finished, and shows every step with person and time', async () => {
      const { page } = user;
      const track = side(user);
      await expect(track.locator('.process-state')).toContainText(t('workflow.state.finished'));
      const step = (node: { zh: string; en?: string | undefined }) =>
        track.getByRole('listitem').filter({ has: page.getByText(own(node)) });
      await expect(step(words.nodes.managers).first()).toContainText(manager.name);
      await expect(step(words.nodes.managers).last()).toContainText(`${otherManager.name} ${t('workflow.actor.done')}`);
      for (const { name } of [signer, otherSigner])
        await expect(step(words.nodes.signers)).toContainText(`${name} ${t('workflow.actor.done')}`);
      await expect(track.getByText(t('workflow.panel.copied', { name: manager.name }))).toBeVisible();

      await page.getByRole('tab', { name: t('workflow.panel.map'), exact: true }).click();
      for (const node of [words.nodes.managers, words.nodes.signers, words.nodes.costs, words.nodes.copy])
        await expect(
          page
            .locator('.react-flow__node')
            .filter({ hasText: own(node) })
            .locator('[data-state=completed]'),
        ).toBeVisible();

      await page.getByRole('tab', { name: t('workflow.panel.history'), exact: true }).click();
      const [managers, signers] = [own(words.nodes.managers), own(words.nodes.signers)];
      const told = [
        t('workflow.event.started', { actor: reporter.name }),
        t('workflow.event.returned', { actor: manager.name, node: managers, target: t('workflow.node.start') }),
        t('workflow.event.submitted', { actor: otherManager.name, node: managers }),
        t('workflow.event.submitted', { actor: signer.name, node: signers }),
        t('workflow.event.submitted', { actor: otherSigner.name, node: signers }),
        t('workflow.event.finished'),
      ];
      // what decided a branch is a list within its event
      const events = track.getByRole('tabpanel').locator('.fw-timeline-item');
      for (const text of told) await expect(events.filter({ hasText: text })).toHaveCount(1);
      await expect(
        events
          .filter({ hasText: t('workflow.event.copied', { people: '' }) })
          .filter({ hasText: manager.name })
          .filter({ hasText: otherManager.name }),
      ).toHaveCount(1);
      await expect(events.filter({ hasText: words.reason })).toHaveCount(1);
      await expect(events.filter({ hasText: words.remark })).toHaveCount(1);
      for (const event of await events.all())
        await expect(event.locator('time')).toHaveAttribute('datetime', /^\d{4}-/);

      await first!.page.goto('/user/workbench/copies');
      await expect(todo(first!, record.name)).toBeVisible();
    });

    await test.step('a seventh person sees nothing of it', async () => {
      const stranger = await enter(seventh.login, seventh.password, locale);
      const { page } = stranger;
      await page.goto('/application');
      // other tests may have made applications that everybody sees
      await expect(
        page
          .getByRole('article')
          .or(page.getByText(t('home.apps.none'), { exact: true }))
          .first(),
      ).toBeVisible();
      await expect(page.getByText(own(words.app))).toHaveCount(0);
      await page.goto('/user/workbench');
      await expect(page.getByText(t('workflow.workbench.empty_todo'), { exact: true })).toBeVisible();
      await page.goto(`/app/!/${appId}?form=${formId}`);
      await expect(page.getByRole('heading', { name: t('records.app.gone') })).toBeVisible();
      await page.goto(`${address.pathname}${address.search}`);
      await expect(page.getByRole('heading', { name: t('records.record.gone') })).toBeVisible();
      await expect(page.getByText(record.product)).toHaveCount(0);
      for (const path of [
        `/api/records/${formId}`,
        `/api/records/${formId}/plan`,
        `/api/records/${formId}/${recordId}`,
        `/api/records/${formId}/${recordId}/history`,
        `/api/workflow/forms/${formId}/records/${recordId}/process`,
        `/api/workflow/forms/${formId}/records/${recordId}/history`,
      ]) {
        expect.soft((await page.request.get(path)).status(), path).toBe(404);
      }
      // the browser itself reports the refusals it was meant to get
      expect(stranger.troubles.filter((trouble) => !trouble.includes('status of 404'))).toEqual([]);
    });
    expect(
      [admin, user, first!, second!, third!, fourth].flatMap(({ troubles }) => troubles),
      project.name,
    ).toEqual([]);
  });
}
