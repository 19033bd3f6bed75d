import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { buildGallery, nonceMark } from '../../tools/gallery.ts';

interface Scenes {
  /** Opens a scene of the gallery, with the content-security policy of the product. */
  scene(name: string, options?: Record<string, string>): Promise<Page>;
  /** What the page complained about. */
  complaints: string[];
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};
/** That of the product's pages (server/src/pages.ts): a component that needs more would fail there. */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'nonce-gallery'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self' blob:",
  "worker-src 'self'",
].join('; ');
const origin = 'http://gallery.localhost';

/** Components alone in a real browser: no server, no calls. */
export const test = base.extend<Scenes, { files: string }>({
  files: [
    // eslint-disable-next-line no-empty-pattern -- a fixture names what it needs
    async ({}, use) => {
      await use(await buildGallery());
    },
    { scope: 'worker', timeout: 400_000 },
  ],
  // eslint-disable-next-line no-empty-pattern -- a fixture names what it needs
  complaints: async ({}, use) => {
    await use([]);
  },
  scene: async ({ page, files, complaints }, use) => {
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.route(`${origin}/**`, (route) => {
      const { pathname } = new URL(route.request().url());
      const name = pathname === '/' ? 'index.html' : pathname.slice(1);
      const file = path.join(files, name);
      const type = types[path.extname(name)] ?? 'application/octet-stream';
      try {
        const body =
          name === 'index.html' ? readFileSync(file, 'utf8').replaceAll(nonceMark, 'gallery') : readFileSync(file);
        return route.fulfill({ body, contentType: type, headers: { 'content-security-policy': policy } });
      } catch {
        return route.fulfill({ status: 404 });
      }
    });
    await use(async (name, options = {}) => {
      await page.goto(`${origin}/?${new URLSearchParams({ scene: name, ...options }).toString()}`);
      return page;
    });
  },
});

export { expect } from '@playwright/test';
