import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { begin, release } from './making.ts';
import { select } from '../testing/select.ts';
import { expect, fresh, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');

/** As the guide says: the frame is as high as what is in it. */
const fitting = `const frame = document.querySelector('iframe');
addEventListener('message', ({ source, data }) => {
  if (source !== frame?.contentWindow) return;
  if (data.type === 'formwork.embed.ready') source.postMessage({ type: 'formwork.embed.fit' }, '*');
  if (data.type === 'formwork.embed.height') frame.style.height = data.height + 'px';
});`;

/** A released data set of a file, by calls. */
async function fileSet(page: Page, name: string, csv: string, fields: object[]): Promise<void> {
  const call = async <Answer>(method: string, path: string, data?: unknown): Promise<Answer> => {
    const answer = await page.request.fetch(`/api${path}`, { method, ...(data !== undefined && { data }) });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as Answer;
  };
  const upload = await page.request.post('/api/files', {
    multipart: { file: { name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) } },
  });
  const [{ id: file }] = (await upload.json()) as [{ id: string }];
  const { id } = await call<{ id: string }>('POST', '/definitions/dataset', {
    commandId: randomUUID(),
    name: { zh: name },
    draft: { source: { is: 'none' }, fields: [], rules: [], hierarchies: [], live: false, grows: null },
  });
  const taken = await call<{ name: string }>('PUT', `/analytics/datasets/${id}/file`, { file });
  const source = { is: 'file', file, name: taken.name, table: '' };
  const set = (key: string, value: unknown) => ({ do: 'set', at: [key], value });
  await call('POST', `/definitions/dataset/${id}/changes`, {
    client: randomUUID(),
    seq: 1,
    ops: [set('source', source), set('fields', fields)],
  });
  const { version } = await call<{ version: number }>('GET', `/definitions/dataset/${id}`);
  await call('POST', `/definitions/dataset/${id}/releases`, { version });
}

test('two data sets are joined by click; a chart of them is watched, and stands in the page of its site alone', async ({
  as,
  browser,
}) => {
  test.slow();
  const page = await as('admin');
  const names = ['产量', '目标', '产量与目标', '达成图'].map(fresh);
  const [madeName, goalName, joinName, chartName] = names as [string, string, string, string];
  const line = { id: 'line', column: 'line', title: { zh: '产线' }, kind: 'text' };
  const number = (id: string, zh: string) => ({ id, column: id, title: { zh }, kind: 'number' });
  await fileSet(page, madeName, 'line,made\n一线,7\n二线,9\n', [line, number('made', '产出')]);
  await fileSet(page, goalName, 'line,goal\n一线,5\n一线,6\n', [line, number('goal', '计划')]);

  await page.goto('/dataAnalyser/designer?kind=dataset');
  await begin(page, t('analytics.set.add'), joinName);
  await select(
    page.getByRole('combobox', { name: t('analytics.set.source'), exact: true }),
    t('analytics.set.source.join'),
  );
  const parts = page.getByRole('combobox', { name: t('analytics.form') });
  await select(parts.first(), madeName, { search: madeName });
  await page.getByRole('button', { name: t('analytics.set.join.add') }).click();
  await select(parts.last(), goalName, { search: goalName });
  await select(page.getByRole('combobox', { name: t('analytics.set.join.from') }), '产线');
  await select(page.getByRole('combobox', { name: t('analytics.set.join.field') }), '产线');
  await page.getByRole('button', { name: t('analytics.set.look') }).click();
  await expect(page.getByText(goalName, { exact: false }).and(page.getByText(/重复计算/))).toBeVisible();
  await expect(page.getByRole('rowheader', { name: `${goalName} · 计划` })).toBeVisible();
  await release(page);

  await page.goto('/dataAnalyser/designer');
  await begin(page, t('analytics.chart.add'), chartName);
  await select(page.getByRole('combobox', { name: t('analytics.form') }), joinName, { search: joinName });
  await page.getByRole('button', { name: '产线', exact: true }).first().click();
  await page.getByRole('button', { name: '产出', exact: true }).click();
  await expect(page.getByRole('img', { name: new RegExp(`${chartName}.*14`) })).toBeVisible();
  await release(page);
  const id = new URL(page.url()).pathname.split('/').at(-1)!;

  await page.goto(`/dataAnalyser/view/${id}`);
  await page.getByRole('button', { name: t('analytics.told') }).click();
  const told = page.getByRole('dialog', { name: t('analytics.told_of', { name: chartName }) });
  await told.getByRole('spinbutton').first().fill('3');
  await told.getByRole('button', { name: t('analytics.alert.add') }).click();
  await expect(told.getByText(/产出（求和）.*≥ 3/)).toBeVisible();
  await told.getByRole('button', { name: t('analytics.alert.add') }).click();
  await expect(told.getByText(/已经有一条/)).toBeVisible();
  await expect(told.getByText(t('analytics.told.receivers')).first()).toBeVisible();
  await page.keyboard.press('Escape');

  // the same pages by two names: one is the site that was named, the other a stranger
  let snippet = '';
  const pages = createServer((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<body>${snippet.replace('loading="lazy"', '')}<script>${fitting}</script></body>`),
  ).listen(0, '127.0.0.1');
  await once(pages, 'listening');
  const { port } = pages.address() as AddressInfo;
  const [own, stranger] = [`http://127.0.0.1:${port}`, `http://localhost:${port}`];

  await page.getByRole('button', { name: t('analytics.page_menu', { name: chartName }) }).click();
  await page.getByRole('menuitem', { name: t('analytics.embed') }).click();
  const embed = page.getByRole('dialog', { name: t('analytics.embed.of', { name: chartName }) });
  await embed.getByLabel(t('analytics.embed.origins')).fill(own);
  await embed.getByRole('button', { name: t('analytics.embed.make') }).click();
  snippet = await page.getByRole('textbox', { name: t('analytics.embed.snippet') }).inputValue();
  await page
    .getByRole('button', { name: t('ui.action.close') })
    .last()
    .click();

  const outside = await browser.newContext({ locale: 'zh-CN' });
  // as browsers do that keep their storage from the frames of other sites
  await outside.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  });
  const site = await outside.newPage();
  await site.goto(own);
  await expect(site.frameLocator('iframe').getByRole('img', { name: /14/ })).toBeVisible();
  await expect(site.locator('iframe')).toHaveCSS('height', '420px');
  await site.goto(stranger);
  await expect(site.frameLocator('iframe').getByRole('img')).toHaveCount(0);

  await embed.getByRole('button', { name: t('analytics.embed.revoke') }).click();
  await page
    .getByRole('tooltip')
    .getByRole('button', { name: t('analytics.embed.revoke') })
    .click();
  await expect(embed.getByText(t('records.link.state.revoked'))).toBeVisible();
  await site.goto(own);
  await expect(site.frameLocator('iframe').getByRole('img')).toHaveCount(0);
  await site.goto(/src="([^"]+)"/.exec(snippet)![1]!);
  await expect(site.getByText(t('share.embed.gone'))).toBeVisible();
  await outside.close();
  pages.close();
});
