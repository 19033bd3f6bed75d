import { appNames, fillPattern, routes, type AppName, type Route } from '@formwork/contract/routes.ts';
import type { Browser, Page } from '@playwright/test';
import { freePort, startInstallation } from '../testing/hosts.ts';
import { startHttpsFront } from '../testing/https-front.ts';
import { demoPassword } from '../testing/settings.ts';
import { expect, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';
import { troublesOf } from '../testing/troubles.ts';

const t = textsOf('zh-CN');

/** A page of each application that a person opens without anything named; those that have none yet are left out. */
const firstPages = appNames.flatMap((app) => {
  const route = (routes as readonly Route[]).find(
    (one) => one.app === app && one.owner.length > 0 && !/\{\w+\}/.test(one.pattern),
  );
  return route
    ? [{ app, path: fillPattern(route.pattern, {}), role: route.owner.includes('admin') ? 'admin' : route.owner[0]! }]
    : [];
});

// by https, as people come where it is used, all of them; by http, as on a desk, the way and one more
for (const scheme of ['https', 'http'] as const)
  test(`each application works on a host name of its own by ${scheme}, with one sign-in for all and one end`, async ({
    browser,
  }) => {
    await tour(browser, scheme);
  });

async function tour(browser: Browser, scheme: 'http' | 'https'): Promise<void> {
  const inner = await freePort();
  const front = scheme === 'https' ? await startHttpsFront(inner) : undefined;
  const port = front?.port ?? inner;
  const origin = (name: string): string => `${scheme}://${name}.localhost:${port}`;
  const main = origin('www');
  const addresses = Object.fromEntries(appNames.map((app) => [app, origin(app)])) as Record<AppName, string>;
  const installation = await startInstallation({
    FORMWORK_PORT: String(inner),
    FORMWORK_PUBLIC_URL: main,
    FORMWORK_APPLICATION_ADDRESSES: JSON.stringify(addresses),
  });
  try {
    const context = await browser.newContext({ locale: 'zh-CN', ignoreHTTPSErrors: true });
    const page = await context.newPage();
    const troubles = troublesOf(page);
    const [first, ...others] = firstPages.filter(({ role }) => role === 'admin');

    await test.step('the first page asks to sign in at the public host, and comes back', async () => {
      await page.goto(addresses[first!.app] + first!.path);
      await expect(page).toHaveURL(new RegExp(`^${main}/login\\?redirect=`));
      await signIn(page, 'admin');
      await expect(page).toHaveURL((url) => url.origin === addresses[first!.app] && url.pathname.endsWith(first!.path));
      await shown(page);
    });

    for (const { app, path } of scheme === 'https' ? others : others.slice(0, 1))
      await test.step(`${app} is open without signing in again`, async () => {
        await page.goto(addresses[app] + path);
        await expect(page).toHaveURL((url) => url.origin === addresses[app]);
        await shown(page);
        expect(await page.evaluate(() => document.cookie)).not.toContain('formwork_session');
        const kept = (await context.cookies(addresses[app])).filter(({ name }) => name.includes('formwork_session'));
        expect(kept.map(({ secure, httpOnly, name }) => [secure, httpOnly, name.startsWith('__Host-')])).toEqual([
          [scheme === 'https', true, scheme === 'https'],
        ]);
      });

    await test.step('a page is led to the host of its application, whichever is asked', async () => {
      await page.goto(addresses.user + first!.path);
      await expect(page).toHaveURL((url) => url.origin === addresses[first!.app]);
      expect(await page.evaluate(() => document.referrer)).not.toContain('ticket');
      await shown(page);
    });
    expect(troubles, 'errors in the browser').toEqual([]);

    await test.step('signing out at one host ends all', async () => {
      const second = await context.newPage();
      await second.goto(addresses.index + '/enterprise/organization');
      await shown(second);
      const answer = await page.evaluate(() =>
        fetch('/api/identity/sessions/current', { method: 'DELETE' }).then(({ status }) => status),
      );
      expect(answer).toBe(200);
      // it may be on its way there by itself
      await second.reload().catch(() => undefined);
      await expect(second).toHaveURL(new RegExp(`^${main}/login\\?redirect=`));
    });

    await test.step('a foreign host is refused', async () => {
      const foreign = await page.goto(`${origin('evil')}/login`);
      expect(foreign?.status()).toBe(421);
      const to = encodeURIComponent(`${origin('evil')}/enterprise/organization`);
      const refused = await page.goto(`${main}/loginMiddle?to=${to}&for=${'a'.repeat(43)}`);
      expect(refused?.status()).toBe(400);
      await expect(page.getByRole('alert')).toHaveText(t('login.middle.foreign'));
    });
    await context.close();
  } finally {
    await installation.end();
    await front?.end();
  }
}

async function signIn(page: Page, login: string): Promise<void> {
  await page.getByLabel(t('login.login.label')).fill(login);
  await page.locator('#password').fill(demoPassword);
  await page.locator('button[type=submit]').click();
}

async function shown(page: Page): Promise<void> {
  await expect(page.locator('#root > *').first()).toBeVisible();
  await expect(page.getByText('Load error page module')).toHaveCount(0);
}
