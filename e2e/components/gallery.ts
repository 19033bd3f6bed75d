import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type BrowserContext, type Page, test as base } from '@playwright/test';
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

/** Components alone in a real browser: no server of the product, no calls. Tests of a worker take over from each other what a browser has loaded, nothing else. */
export const test = base.extend<Scenes, { origin: string; loaded: BrowserContext }>({
  origin: [
    // eslint-disable-next-line no-empty-pattern -- a fixture names what it needs
    async ({}, use) => {
      const files = await buildGallery();
      const server = createServer((request, response) => serveFile(files, request, response)).listen(0, '127.0.0.1');
      await once(server, 'listening');
      await use(`http://gallery.localhost:${(server.address() as AddressInfo).port}`);
      server.closeAllConnections();
      server.close();
    },
    { scope: 'worker', timeout: 400_000 },
  ],
  loaded: [
    async ({ browser }, use) => {
      const context = await browser.newContext();
      await use(context);
      if (browser.isConnected()) await context.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ loaded }, use) => {
    await loaded.setStorageState({ cookies: [], origins: [] });
    const page = await loaded.newPage();
    await use(page);
    await page.close();
  },
  // eslint-disable-next-line no-empty-pattern -- a fixture names what it needs
  complaints: async ({}, use) => {
    await use([]);
  },
  scene: async ({ page, origin, complaints }, use) => {
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await use(async (name, options = {}) => {
      await page.goto(`${origin}/?${new URLSearchParams({ scene: name, ...options }).toString()}`);
      return page;
    });
  },
});

/** Files are named by what they hold, so that a browser asks for each of them once. */
function serveFile(folder: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname } = new URL(request.url!, 'http://gallery.localhost');
  const name = pathname === '/' ? 'index.html' : pathname.slice(1);
  try {
    const file = readFileSync(path.join(folder, name));
    response.writeHead(200, {
      'content-type': types[path.extname(name)] ?? 'application/octet-stream',
      'content-security-policy': policy,
      'cache-control': name === 'index.html' ? 'no-store' : 'max-age=31536000, immutable',
    });
    response.end(name === 'index.html' ? file.toString('utf8').replaceAll(nonceMark, 'gallery') : file);
  } catch {
    response.writeHead(404).end();
  }
}

export { expect } from '@playwright/test';
