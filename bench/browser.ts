import { chromium, type Browser, type Page } from '@playwright/test';
import { chromiumOnThisMachine, ensureChromium } from '../tools/chromium.ts';

/** Sees to it that there is a Chromium, before anything is measured: installing one is no part of a figure. */
export function requireBrowser(): void {
  const missing = ensureChromium();
  if (missing !== undefined) throw new Error(missing);
}

/** A real Chromium; where the machine has none it is installed as the tests do. */
export async function openBrowser(): Promise<Browser> {
  requireBrowser();
  const executablePath = chromiumOnThisMachine();
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}

/** A page of a fresh context, signed in by a cookie as it was set. */
export async function openPage(
  browser: Browser,
  url: string,
  cookie: string,
  viewport = { width: 1440, height: 900 },
): Promise<Page> {
  const context = await browser.newContext({ locale: 'zh-CN', viewport });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url }]);
  return context.newPage();
}
