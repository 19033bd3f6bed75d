import { randomUUID } from 'node:crypto';
import { emptyTask, TaskNode, type EtlTask } from '@formwork/contract/etl/task.ts';
import { buildWeb } from '../tools/build.ts';
import { openBrowser, openPage } from './browser.ts';
import { framesWhile } from './frames.ts';
import type { Figure } from './measure.ts';
import { callsOf, signIn, withProduct } from './product.ts';

const nodes = Number(process.env.FORMWORK_BENCH_NODES ?? 200);
const seconds = Number(process.env.FORMWORK_BENCH_SECONDS ?? 5);
const wide = 20;
/** What the issue asks for. */
const leastFrames = 55;

/** A data task of 200 nodes, all of them in sight, while it is moved, zoomed, and while one of its nodes is dragged, in Chromium. */
export async function canvas(): Promise<Figure[]> {
  await buildWeb();
  return withProduct(async (product) => {
    const cookie = await signIn(product.url, 'admin');
    const call = callsOf(product.url, cookie);
    const made = { commandId: randomUUID(), name: { zh: '画布' }, draft: drawn() };
    const { id } = await call<{ id: string }>('POST', '/definitions/etl_task', made);
    const { pan, zoom, drag } = await measure(product.url, cookie, `/etl/taskDesign?id=${id}`);
    const row = { unit: '/s', better: 'higher' as const, limit: leastFrames };
    return [
      { name: 'canvas pan frames per s', ...row, ours: pan },
      { name: 'canvas zoom frames per s', ...row, ours: zoom },
      { name: 'canvas drag frames per s', ...row, ours: drag },
    ];
  });
}

/** Rows of filters one behind the other, each row's first behind that of the row above. */
function drawn(): EtlTask {
  const all = Array.from({ length: nodes }, (_, n) =>
    TaskNode.parse({
      id: `n${n}`,
      kind: 'filter',
      title: `筛选 ${n}`,
      x: (n % wide) * 260,
      y: Math.floor(n / wide) * 140,
      language: 'feel',
      expression: 'true',
    }),
  );
  const edges = all
    .slice(1)
    .map(({ id }, at) => ({
      id: `e${at}`,
      source: (at + 1) % wide === 0 ? `n${at + 1 - wide}` : `n${at}`,
      target: id,
      port: 'out' as const,
      other: false,
    }));
  return { ...emptyTask(), nodes: all, edges };
}

async function measure(
  url: string,
  cookie: string,
  address: string,
): Promise<{ pan: number; zoom: number; drag: number }> {
  const browser = await openBrowser();
  try {
    const page = await openPage(browser, url, cookie);
    await page.goto(url + address, { timeout: 120_000 });
    await page
      .locator('.fw-node')
      .nth(nodes - 1)
      .waitFor({ timeout: 120_000 });
    // the picture has come to rest
    await page.waitForTimeout(2_000);
    const surface = (await page.locator('.fw-canvas').boundingBox())!;
    const middle = { x: surface.x + surface.width / 2, y: surface.y + surface.height / 2 };
    await page.mouse.move(surface.x + 20, surface.y + surface.height - 20);
    const circle = (radius: number, at: { x: number; y: number }) => (n: number) =>
      page.mouse.move(at.x + radius * Math.sin(n / 12), at.y + radius * (Math.cos(n / 12) - 1));
    const pan = await framesWhile(
      page,
      seconds,
      circle(80, { x: surface.x + 20, y: surface.y + surface.height - 20 }),
      true,
    );
    await page.mouse.move(middle.x, middle.y);
    const zoom = await framesWhile(page, seconds, (n) => page.mouse.wheel(0, n % 40 < 20 ? -30 : 30), false);
    const node = (await page
      .locator('.fw-node')
      .nth(Math.floor(nodes / 2) + wide / 2)
      .boundingBox())!;
    const held = { x: node.x + node.width / 2, y: node.y + node.height / 2 };
    await page.mouse.move(held.x, held.y);
    const drag = await framesWhile(page, seconds, circle(60, held), true);
    return { pan, zoom, drag };
  } finally {
    await browser.close();
  }
}
