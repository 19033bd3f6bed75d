import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildCookie, firstFilesName, withPage } from '@formwork/contract/first-files.ts';
import type { BrowserContext } from '@playwright/test';

/** As a browser that was here before: its pages begin with themselves, not with their rows in plain words, which say everything a second time. */
export async function scriptsAtHand(context: BrowserContext, url: string): Promise<void> {
  const listed = readFileSync(path.resolve(import.meta.dirname, '../../dist/web', firstFilesName));
  const build = createHash('sha256').update(listed).digest('hex').slice(0, 12);
  const pages = ['home', 'workbench', 'appList', 'recordDetail'];
  const value = pages.reduce((cookie, page) => withPage(cookie, build, page), build);
  await context.addCookies([{ name: buildCookie, value, url }]);
}
