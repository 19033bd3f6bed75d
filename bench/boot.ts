import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser, type Page } from '@playwright/test';
import { buildWeb } from '../tools/build.ts';
import { chromiumOnThisMachine, ensureChromium } from '../tools/chromium.ts';
import { median, type Figure } from './measure.ts';

const root = path.resolve(import.meta.dirname, '..');
const password = 'Bench-password-1';
/** How often the page is loaded; each time by a new browser with nothing in its cache. */
const loads = 5;
const mostScriptKb = 400;
const quietMs = 1_000;
const mostMs = 30_000;

/**
 * `cold start`: from `npm start` to the line that says it is ready, on an empty data folder: database made, migrations,
 * demo accounts. `warm start`: the same on the folder it left. Dependencies are installed and the front end is built
 * before, as they are once per version.
 */
export async function boot(): Promise<Figure[]> {
  const missing = ensureChromium();
  if (missing !== undefined) throw new Error(missing);
  await buildWeb();
  const data = mkdtempSync(path.join(tmpdir(), 'formwork-boot-'));
  try {
    const cold = await start(data);
    await cold.stop();
    const warm = await start(data);
    try {
      const { scriptKb, lcpMs } = await workbench(warm.url);
      return [
        { name: 'cold start s', unit: 's', ours: cold.seconds, better: 'lower' },
        { name: 'warm start s', unit: 's', ours: warm.seconds, better: 'lower' },
        { name: 'workbench script kb', unit: 'kB', ours: scriptKb, limit: mostScriptKb, better: 'lower' },
        { name: 'workbench lcp ms', unit: 'ms', ours: lcpMs, better: 'lower' },
      ];
    } finally {
      await warm.stop();
    }
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

async function start(data: string): Promise<{ url: string; seconds: number; stop(): Promise<void> }> {
  const began = performance.now();
  const child = spawn('npm', ['start', '--silent'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, FORMWORK_DATA: data, FORMWORK_PORT: '0', FORMWORK_HOST: '127.0.0.1', FORMWORK_LOG_LEVEL: 'warn', FORMWORK_DEMO_PASSWORD: password },
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    const ready = /^Formwork is ready at (\S+)/.exec(line);
    if (!ready) continue;
    child.stdout.resume();
    return {
      url: ready[1]!,
      seconds: (performance.now() - began) / 1_000,
      async stop() {
        child.kill('SIGTERM');
        await ended;
      },
    };
  }
  throw new Error('the product did not start');
}

/** The workbench as user, in real Chromium: all script that is loaded until the page is idle, and when its largest part was painted. */
async function workbench(url: string): Promise<{ scriptKb: number; lcpMs: number }> {
  const executablePath = chromiumOnThisMachine();
  const browser = await chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
  try {
    const cookie = await sessionOf(url);
    const visits: { scriptKb: number; lcpMs: number }[] = [];
    for (let visit = 0; visit < loads; visit++) visits.push(await load(browser, url, cookie));
    return { scriptKb: median(visits.map(({ scriptKb }) => scriptKb)), lcpMs: median(visits.map(({ lcpMs }) => lcpMs)) };
  } finally {
    await browser.close();
  }
}

async function load(browser: Browser, url: string, cookie: { name: string; value: string }): Promise<{ scriptKb: number; lcpMs: number }> {
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1280, height: 800 } });
  await context.addCookies([{ ...cookie, url }]);
  const page = await context.newPage();
  const scripts: Promise<number>[] = [];
  let lastAnswer = Date.now();
  page.on('response', (response) => {
    lastAnswer = Date.now();
    if (response.request().resourceType() === 'script') scripts.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto(`${url}/user/workbench`, { waitUntil: 'load' });
  const until = Date.now() + mostMs;
  while (Date.now() - lastAnswer < quietMs && Date.now() < until) await page.waitForTimeout(100);
  const lcpMs = await largestPaint(page);
  const sizes = await Promise.all(scripts);
  await context.close();
  return { scriptKb: sizes.reduce((sum, bytes) => sum + bytes, 0) / 1_000, lcpMs };
}

function largestPaint(page: Page): Promise<number> {
  return page.evaluate(() => new Promise<number>((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)!.startTime)).observe({ type: 'largest-contentful-paint' as never, buffered: true });
  }));
}

async function sessionOf(url: string): Promise<{ name: string; value: string }> {
  const answer = await fetch(`${url}/api/identity/sessions`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ login: 'user', password }) });
  if (!answer.ok) throw new Error(`user cannot sign in: ${await answer.text()}`);
  const [name, value] = answer.headers.getSetCookie()[0]!.split(';')[0]!.split('=');
  return { name: name!, value: value! };
}
