import { test as base, type Page } from '@playwright/test';
import { startSeveralProcesses } from '../testing/several-processes.ts';
import { textsOf, type Locale, type Texts } from '../testing/texts.ts';

/** One server that does everything, or two web processes and a worker on one database. */
export type Topology = 'one' | 'several';

/** Somebody at a browser of their own. */
export interface Person {
  page: Page;
  t: Texts;
  locale: Locale;
  /** What their browser complained about. */
  troubles: string[];
}

interface Sessions {
  /** Enters by the login page, each time in another browser and, where there are several servers, at the next one. */
  enter(login: string, password: string, locale: Locale, options?: { phone?: boolean }): Promise<Person>;
}

interface Servers {
  topology: Topology;
  addresses: string[];
}

export const test = base.extend<Sessions, Servers>({
  topology: ['one', { option: true, scope: 'worker' }],
  addresses: [
    async ({ topology }, use, { project }) => {
      if (topology === 'one') return use([project.use.baseURL!]);
      const servers = await startSeveralProcesses();
      await use(servers.addresses);
      await servers.end();
    },
    { scope: 'worker', timeout: 400_000 },
  ],
  enter: async ({ browser, addresses }, use) => {
    const contexts: { close(): Promise<void> }[] = [];
    await use(async (login, password, locale, { phone = false } = {}) => {
      const baseURL = addresses[contexts.length % addresses.length]!;
      const context = await browser.newContext({
        baseURL,
        viewport: phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
      });
      contexts.push(context);
      const page = await context.newPage();
      const troubles: string[] = [];
      page.on('pageerror', (error) => troubles.push(`${login} at ${page.url()}: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error') troubles.push(`${login} at ${page.url()}: ${message.text()}`);
      });
      const t = textsOf(locale);
      await page.goto('/login');
      if (locale === 'en') await speakEnglish(page);
      await page.getByLabel(t('login.login.label'), { exact: true }).fill(login);
      await page.getByLabel(t('login.password.label'), { exact: true }).fill(password);
      await page.getByRole('button', { name: t('login.submit'), exact: true }).click();
      await page.waitForURL((url) => url.pathname !== '/login');
      return { page, t, locale, troubles };
    });
    for (const context of contexts) await context.close();
  },
});

export { expect } from '@playwright/test';

/** Pages are Chinese at first, whatever the browser prefers. */
async function speakEnglish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'English' }).click();
}
