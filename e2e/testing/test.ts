import { type Browser, type BrowserContext, type Page, test as base } from '@playwright/test';
import { scriptsAtHand } from './scripts-at-hand.ts';
import { demoPassword } from './settings.ts';

interface As {
  password?: string;
  locale?: 'zh-CN' | 'en';
  width?: number;
  /** A browser that has seen nothing of the product yet. */
  cold?: boolean;
}

interface People {
  /** A page of the person's own browser, signed in, not yet anywhere. */
  as(login: string, options?: As): Promise<Page>;
}

interface SignedIn {
  context: BrowserContext;
  /** The account's, and the cookie of its session. */
  id: string;
  state: Awaited<ReturnType<BrowserContext['storageState']>>;
}

/** By who and what they look like: browsers that nobody uses at present. They have loaded the product's files and are signed in. */
type Waiting = Map<string, SignedIn[]>;

/** `test` with people; each call of `as` is another browser. Tests of a worker take over from each other what a browser has loaded, nothing else. */
export const test = base.extend<People, { waiting: Waiting }>({
  waiting: [
    async ({ browser }, use) => {
      const waiting: Waiting = new Map();
      await use(waiting);
      if (browser.isConnected()) for (const { context } of [...waiting.values()].flat()) await context.close();
    },
    { scope: 'worker' },
  ],
  as: async ({ browser, baseURL, waiting }, use) => {
    const taken: { key: string | undefined; one: SignedIn }[] = [];
    await use(async (login, { password = demoPassword, locale = 'zh-CN', width = 1280, cold = false } = {}) => {
      // who was made by a test is met by no other
      const key = cold || password !== demoPassword ? undefined : JSON.stringify([baseURL, login, locale, width]);
      const known = key === undefined ? undefined : waiting.get(key)?.pop();
      const one =
        (known && (await asBefore(known))) ?? (await enter(browser, baseURL!, { login, password, locale, width }));
      taken.push({ key, one });
      return one.context.newPage();
    });
    for (const { key, one } of taken) {
      if (key !== undefined && (await left(one.context))) waiting.set(key, [...(waiting.get(key) ?? []), one]);
      else await one.context.close();
    }
  },
});

async function enter(
  browser: Browser,
  baseURL: string,
  { login, password, locale, width }: Required<Omit<As, 'cold'>> & { login: string },
): Promise<SignedIn> {
  const context = await browser.newContext({ baseURL, locale, viewport: { width, height: width < 600 ? 844 : 800 } });
  // frames without our origin have no store
  await context.addInitScript({
    content: `if (window === top) localStorage.setItem('lang', ${JSON.stringify(locale)})`,
  });
  await scriptsAtHand(context, baseURL);
  const answer = await context.request.post('/api/identity/sessions', { data: { login, password } });
  if (!answer.ok()) throw new Error(`${login} cannot sign in: ${await answer.text()}`);
  return { context, id: (await signedInAs(context))!, state: await context.storageState() };
}

/** With what it had when it was signed in and nothing else, unless the session has ended or is somebody else's by now. */
async function asBefore(one: SignedIn): Promise<SignedIn | undefined> {
  await one.context.setStorageState(one.state);
  if ((await signedInAs(one.context)) === one.id) return one;
  await one.context.close();
  return undefined;
}

async function signedInAs(context: BrowserContext): Promise<string | undefined> {
  const answer = await context.request.get('/api/identity/me');
  return answer.ok() ? ((await answer.json()) as { id: string }).id : undefined;
}

/** Whether it can be used again: its windows are closed, and what a test did to the network is taken back. */
async function left(context: BrowserContext): Promise<boolean> {
  try {
    for (const page of context.pages()) await page.close();
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
    await context.clearPermissions();
    return true;
  } catch {
    return false;
  }
}

/** A name for something that a test makes: a second try must not meet what the first one left behind. */
export function fresh(name: string): string {
  const { retry, repeatEachIndex } = test.info();
  return retry + repeatEachIndex === 0 ? name : `${name} ${retry + 1}-${repeatEachIndex + 1}`;
}

export { expect } from '@playwright/test';
