import { type Page, test as base } from '@playwright/test';
import { demoPassword } from './settings.ts';

interface People {
  /** A page of the person's own browser session, signed in, not yet anywhere. */
  as(login: string, options?: { password?: string; locale?: 'zh-CN' | 'en'; width?: number }): Promise<Page>;
}

/** `test` with people; each call of `as` is another browser. */
export const test = base.extend<People>({
  as: async ({ browser, baseURL }, use) => {
    const contexts: { close(): Promise<void> }[] = [];
    await use(async (login, { password = demoPassword, locale = 'zh-CN', width = 1280 } = {}) => {
      const context = await browser.newContext({ baseURL: baseURL!, locale, viewport: { width, height: width < 600 ? 844 : 800 } });
      contexts.push(context);
      await context.addInitScript({ content: `localStorage.setItem('lang', ${JSON.stringify(locale)})` });
      const answer = await context.request.post('/api/identity/sessions', { data: { login, password } });
      if (!answer.ok()) throw new Error(`${login} cannot sign in: ${await answer.text()}`);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

/** A name for something that a test makes: a second try must not meet what the first one left behind. */
export function fresh(name: string): string {
  const { retry, repeatEachIndex } = test.info();
  return retry + repeatEachIndex === 0 ? name : `${name} ${retry + 1}-${repeatEachIndex + 1}`;
}

export { expect } from '@playwright/test';
