import { chromium, type Browser } from '@playwright/test';
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
