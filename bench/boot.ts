import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { buildWeb } from '../tools/build.ts';
import { openBrowser, requireBrowser } from './browser.ts';
import { listRows, makeList } from './lists/list-rows.ts';
import { median, type Figure } from './measure.ts';

const root = path.resolve(import.meta.dirname, '..');
const password = 'Bench-password-1';
/** How often the page is loaded; each time by a new browser with nothing in its cache. */
const loads = 5;
const mostScriptKb = 380;
/** What a plant at the end of a wire has. */
const slowLine = { offline: false, latency: 300, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const slowLoads = 3;
const quietMs = 1_000;
const mostMs = 30_000;
/** Of a row of 16 columns. */
const mostElements = 50;

/**
 * `cold start`: from `npm start` to the line that says it is ready, on an empty data folder: database made, migrations,
 * demo accounts. `warm start`: the same on the folder it left. Dependencies are installed and the front end is built
 * before, as they are once per version.
 */
export async function boot(): Promise<Figure[]> {
  requireBrowser();
  await buildWeb();
  const data = mkdtempSync(path.join(tmpdir(), 'formwork-boot-'));
  try {
    const cold = await start(data);
    await cold.stop();
    const warm = await start(data);
    try {
      const { scriptKb, lcpMs, slowLcpMs } = await workbench(warm.url);
      const list = await drawList(warm.url);
      return [
        { name: 'cold start s', unit: 's', ours: cold.seconds, better: 'lower' },
        { name: 'warm start s', unit: 's', ours: warm.seconds, better: 'lower' },
        { name: 'workbench script kb', unit: 'kB', ours: scriptKb, limit: mostScriptKb, better: 'lower' },
        { name: 'workbench lcp ms', unit: 'ms', ours: lcpMs, better: 'lower' },
        { name: 'workbench lcp slow line ms', unit: 'ms', ours: slowLcpMs, better: 'lower' },
        { name: 'list first rows slow line ms', unit: 'ms', ours: list.firstRowsMs, better: 'lower' },
        { name: 'list rows ms', unit: 'ms', ours: list.ms, better: 'lower' },
        { name: 'list row elements', unit: '', ours: list.elements, limit: mostElements, better: 'lower' },
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
    env: {
      ...process.env,
      FORMWORK_DATA: data,
      FORMWORK_PORT: '0',
      FORMWORK_HOST: '127.0.0.1',
      FORMWORK_LOG_LEVEL: 'warn',
      FORMWORK_DEMO_PASSWORD: password,
    },
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

/** The workbench as user, in real Chromium: all script that is loaded until the page is idle, and when its largest part was painted, on a line of 400 kbit/s with 300 ms too. */
async function workbench(url: string): Promise<{ scriptKb: number; lcpMs: number; slowLcpMs: number }> {
  const browser = await openBrowser();
  try {
    const cookie = await sessionOf(url);
    const visits: { scriptKb: number; lcpMs: number }[] = [];
    for (let visit = 0; visit < loads; visit++) visits.push(await load(browser, url, cookie));
    const slow: number[] = [];
    for (let visit = 0; visit < slowLoads; visit++) slow.push((await load(browser, url, cookie, true)).lcpMs);
    return {
      slowLcpMs: median(slow),
      scriptKb: median(visits.map(({ scriptKb }) => scriptKb)),
      lcpMs: median(visits.map(({ lcpMs }) => lcpMs)),
    };
  } finally {
    await browser.close();
  }
}

/** Fifty rows of a list of 16 columns, drawn as somebody jumps through it. */
async function drawList(url: string): Promise<{ ms: number; elements: number; firstRowsMs: number }> {
  const browser = await openBrowser();
  try {
    const cookie = await sessionOf(url, 'admin');
    const address = await makeList(url, `${cookie.name}=${cookie.value}`);
    const slow: number[] = [];
    for (let visit = 0; visit < slowLoads; visit++) slow.push(await firstRows(browser, url, address, cookie));
    return { ...(await listRows(browser, url, address, cookie)), firstRowsMs: median(slow) };
  } finally {
    await browser.close();
  }
}

/** When a list's rows are read on the slow line, by a browser that was never here: they come with the HTML. */
async function firstRows(
  browser: Browser,
  url: string,
  address: string,
  cookie: { name: string; value: string },
): Promise<number> {
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1280, height: 800 } });
  await context.addCookies([{ ...cookie, url }]);
  const page = await context.newPage();
  await slowDown(page);
  const began = performance.now();
  const loaded = page.goto(url + address);
  await page.locator('#first-rows td, [role=gridcell]').first().waitFor();
  const ms = performance.now() - began;
  await loaded;
  await context.close();
  return ms;
}

async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', slowLine);
}

async function load(
  browser: Browser,
  url: string,
  cookie: { name: string; value: string },
  onSlowLine = false,
): Promise<{ scriptKb: number; lcpMs: number }> {
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1280, height: 800 } });
  await context.addCookies([{ ...cookie, url }]);
  const page = await context.newPage();
  if (onSlowLine) await slowDown(page);
  const scripts: Promise<number>[] = [];
  let lastAnswer = Date.now();
  page.on('response', (response) => {
    lastAnswer = Date.now();
    if (response.request().resourceType() === 'script')
      scripts.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto(`${url}/user/workbench`, { waitUntil: 'load' });
  // the frame asks for more once it is drawn, which takes longer than the quiet where the machine does much else
  await page.locator('.fw-side').waitFor();
  const until = Date.now() + mostMs;
  do {
    await page.evaluate('new Promise((idle) => requestIdleCallback(idle))');
    await page.waitForTimeout(100);
  } while (Date.now() - lastAnswer < quietMs && Date.now() < until);
  const lcpMs = await largestPaint(page);
  const sizes = await Promise.all(scripts);
  await context.close();
  return { scriptKb: sizes.reduce((sum, bytes) => sum + bytes, 0) / 1_000, lcpMs };
}

function largestPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)!.startTime)).observe({
          type: 'largest-contentful-paint' as never,
          buffered: true,
        });
      }),
  );
}

async function sessionOf(url: string, login = 'user'): Promise<{ name: string; value: string }> {
  const answer = await fetch(`${url}/api/identity/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password }),
  });
  if (!answer.ok) throw new Error(`${login} cannot sign in: ${await answer.text()}`);
  const [name, value] = answer.headers.getSetCookie()[0]!.split(';')[0]!.split('=');
  return { name: name!, value: value! };
}
