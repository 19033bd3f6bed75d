import { connectionsApi } from '@formwork/contract/connections/api.ts';
import { exchangeApi, type OfferInput } from '@formwork/contract/etl/exchange.ts';
import { filesApi } from '@formwork/contract/files/api.ts';
import { customersApi } from '@formwork/contract/operations/customers.ts';
import type { APIResponse, Page } from '@playwright/test';
import { chooseOwnPassword } from '../testing/own-password.ts';
import { expect, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');

async function answered<T>(response: APIResponse): Promise<T> {
  if (!response.ok()) throw new Error(`${response.url()}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** A source with rows of rain, and an offer of it that is not offered yet. */
async function drafted(page: Page, title: string, audience: string): Promise<void> {
  const buffer = Buffer.from('station,phone,mm\n甲,13800001111,1.5\n乙,13800002222,2.5\n');
  const [file] = await answered<{ id: string }[]>(
    await page.request.post(`/api${filesApi.upload.path}`, {
      multipart: { file: { name: 'rain.csv', mimeType: 'text/csv', buffer } },
    }),
  );
  const { id } = await answered<{ id: string }>(
    await page.request.post(`/api${connectionsApi.create.path}`, {
      data: { kind: 'files', name: title, folder: null, settings: { files: [file!.id] }, secrets: {} },
    }),
  );
  const data: OfferInput = {
    title,
    about: '各站每日雨量',
    terms: '只用于调度',
    source: { kind: 'table', from: id, schema: '', table: 'rain' },
    columns: [
      { column: 'station', name: '站名', mask: 'none' },
      { column: 'phone', name: '电话', mask: 'last4' },
      { column: 'mm', name: '雨量', mask: 'none' },
    ],
    order: '站名',
    audience: [audience],
    ways: ['task'],
    everyMinutes: null,
    rowsPerDay: null,
  };
  await answered(await page.request.post(`/api${exchangeApi.createOffer.path}`, { data }));
}

test('data of one enterprise is offered, asked for by another, approved and fetched by a task', async ({
  as,
  baseURL,
}) => {
  const mark = Date.now().toString(36);
  const title = `雨量 ${mark}`;
  const login = `exchange.${mark}`;
  const root = await as('root');
  const { customer, password } = await answered<{ customer: { id: string }; password: string }>(
    await root.request.post(`/api${customersApi.create.path}`, {
      data: { name: `下游水厂 ${mark}`, administrator: { name: '李工', login } },
    }),
  );
  const own = await chooseOwnPassword(baseURL!, login, password);

  const provider = await as('admin');
  await drafted(provider, title, customer.id);
  await provider.goto('/etl/dataExchange?tab=offers');
  const offer = provider.getByRole('row').filter({ hasText: title });
  await offer.getByRole('button', { name: t('ui.action.more'), exact: true }).click();
  await provider.getByRole('menuitem', { name: t('dataexchange.offer.offer'), exact: true }).click();
  await provider
    .getByRole('dialog')
    .getByRole('button', { name: t('dataexchange.offer.offer'), exact: true })
    .click();
  await expect(offer).toContainText(t('dataexchange.offer.state.offered'));

  // the other side sees what the offer says, masked, and asks for it under its terms
  const asker = await as(login, { password: own });
  await asker.goto('/etl/dataExchange');
  await asker.getByRole('button', { name: title, exact: true }).click();
  const drawer = asker.getByRole('dialog');
  await expect(drawer).toContainText('只用于调度');
  await expect(drawer.getByRole('row').filter({ hasText: '甲' })).toContainText('1111');
  await expect(drawer).not.toContainText('13800001111');
  await drawer.getByRole('button', { name: t('dataexchange.apply'), exact: true }).click();
  const application = asker
    .getByRole('dialog')
    .filter({ hasText: t('dataexchange.apply_title', { title }) })
    .last();
  await application.getByRole('textbox', { name: t('dataexchange.reason') }).fill('排涝调度');
  await application.getByRole('switch').click();
  await application.getByRole('button', { name: t('dataexchange.apply'), exact: true }).click();
  await expect(application).toBeHidden();

  await provider.goto('/etl/dataExchange?tab=requests');
  await provider.getByRole('button', { name: title, exact: true }).click();
  await provider.getByRole('button', { name: t('dataexchange.step.approve'), exact: true }).click();
  await provider
    .getByRole('dialog')
    .filter({ has: provider.getByRole('textbox', { name: t('dataexchange.note') }) })
    .last()
    .getByRole('button', { name: t('dataexchange.step.approve'), exact: true })
    .click();
  await expect(provider.getByRole('row').filter({ hasText: title })).toContainText(t('dataexchange.state.approved'));

  await asker.goto('/etl/dataExchange?tab=requests');
  await asker.getByRole('button', { name: title, exact: true }).click();
  await asker.getByRole('button', { name: t('dataexchange.use.task'), exact: true }).click();
  await asker
    .getByRole('dialog')
    .filter({ has: asker.getByRole('textbox', { name: t('dataexchange.use.name') }) })
    .last()
    .getByRole('button', { name: t('dataexchange.use.make'), exact: true })
    .click();
  await expect(asker).toHaveURL(/\/etl\/taskDesign\?/);
});
