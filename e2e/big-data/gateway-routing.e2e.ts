import { randomUUID } from 'node:crypto';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { emptyApi, newOperation, type GatewayApi } from '@formwork/contract/gateway/definition.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { expect, test } from '../testing/test.ts';
import { select } from '../testing/select.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');

test('several upstreams, a canary, a mirror and faults are set where an API is made', async ({ as }) => {
  const id = randomUUID();
  const name = `路由 ${Date.now().toString(36)}`;
  const admin = await as('admin');
  const draft: GatewayApi = {
    ...emptyApi(),
    basePath: `/r-${id.slice(0, 8)}`,
    operations: [newOperation('get', { path: '/{id}' })],
  };
  const at = (path: string): string => `/api${path.replace(':kind', 'gateway_api').replace(':id', id)}`;
  const made = await admin.request.post(at(definitionsApi.create.path), {
    data: { commandId: id, name: { zh: name }, draft },
  });
  expect(made.ok()).toBe(true);
  const saved = async (): Promise<GatewayApi> =>
    ((await (await admin.request.get(at(definitionsApi.get.path))).json()) as { draft: GatewayApi }).draft;

  await admin.goto(pathTo('esbConfig', { cid: id }, { part: 'source' }));
  await select(
    admin.getByRole('combobox', { name: t('gateway.set.source'), exact: true }),
    t('gateway.source.upstream'),
  );
  await admin.getByRole('button', { name: t('gateway.source.target_add') }).click();
  await admin.getByRole('textbox', { name: t('gateway.source.url'), exact: true }).fill('https://now.example.com');
  await admin.getByRole('switch', { name: t('gateway.set.canary') }).click();
  await admin
    .getByRole('button', { name: t('gateway.source.target_add') })
    .last()
    .click();
  await admin
    .getByRole('textbox', { name: t('gateway.source.url'), exact: true })
    .last()
    .fill('https://next.example.com');
  await admin.getByRole('spinbutton', { name: t('gateway.set.canary_share'), exact: true }).fill('20');
  await admin.getByRole('textbox', { name: t('gateway.set.canary_header'), exact: true }).fill('X-Next');
  await admin.getByRole('switch', { name: t('gateway.set.mirror') }).click();
  await admin.getByRole('textbox', { name: t('gateway.set.mirror_url'), exact: true }).fill('https://seen.example.com');
  await expect
    .poll(async () => (await saved()).source)
    .toMatchObject({
      is: 'upstream',
      targets: [{ url: 'https://now.example.com' }],
      canary: { targets: [{ url: 'https://next.example.com' }], share: 20, header: { name: 'X-Next' } },
      mirror: { url: 'https://seen.example.com', share: 100 },
    });

  await admin.goto(pathTo('esbConfig', { cid: id }, { part: 'behaviour' }));
  await admin.getByRole('switch', { name: t('gateway.set.faults') }).click();
  await select(
    admin.getByRole('combobox', { name: t('gateway.set.fault_environments'), exact: true }),
    t('gateway.environment.main'),
  );
  await admin.getByRole('spinbutton', { name: t('gateway.set.fault_share'), exact: true }).fill('5');
  await expect
    .poll(async () => (await saved()).faults)
    .toMatchObject({ environments: ['live'], share: 5, status: 503 });

  await admin.goto(pathTo('esbConfig', { cid: id }, { part: 'source' }));
  await select(
    admin.getByRole('combobox', { name: t('gateway.set.source'), exact: true }),
    t('gateway.source.aggregate'),
  );
  await admin.goto(pathTo('esbConfig', { cid: id }, { part: 'operations' }));
  await admin.getByRole('button', { name: t('gateway.part_of.add') }).click();
  await admin.getByRole('textbox', { name: t('gateway.part_of.name'), exact: true }).fill('customer');
  await admin
    .getByRole('textbox', { name: t('gateway.source.url'), exact: true })
    .fill('https://crm.example.com/customers/{id}');
  await expect
    .poll(async () => (await saved()).operations[0]!.parts)
    .toMatchObject([{ name: 'customer', url: 'https://crm.example.com/customers/{id}', required: false }]);
  await expect(admin.getByRole('textbox', { name: t('gateway.part_of.name'), exact: true })).toHaveValue('customer');
});
