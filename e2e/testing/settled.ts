import type { Page, Request } from '@playwright/test';

/**
 * Follows what a page asks for from now on; what it answers waits until everything is there and drawn, and nothing more is asked for.
 * Half a second without a call, which is what `networkidle` means, is nothing that a page shows.
 */
export function followed(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  // of what is said in passing nobody hears an end
  page.on('request', (request) => void (request.resourceType() !== 'ping' && open.add(request)));
  page.on('requestfinished', (request) => void open.delete(request));
  page.on('requestfailed', (request) => void open.delete(request));
  page.on('framenavigated', (frame) => {
    // what the page before was waiting for comes no more
    for (const request of open) if (request.isNavigationRequest() && request.frame() === frame) open.delete(request);
  });
  return async () => {
    do {
      await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
      while (open.size > 0) await page.waitForTimeout(20);
      await page.evaluate(
        () =>
          new Promise((done) => requestAnimationFrame(() => requestIdleCallback(() => requestAnimationFrame(done)))),
      );
    } while (open.size > 0 || (await page.locator('[aria-busy=true]').count()) > 0);
  };
}
