import { organizationApi } from '@formwork/contract/organization/api.ts';
import { workflowApi, type Definition } from '@formwork/contract/workflow/api.ts';
import type { Page } from '@playwright/test';
import { makeForm, send } from '../testing/inspection-form.ts';
import { select } from '../testing/select.ts';
import { expect, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');
const rule = (by: string) => t(`flow-design.by.${by}`);

test('everything a step of people can be told is clicked together and stored as it was meant', async ({ as }) => {
  test.slow();
  const page = await as('admin');
  await withoutNotices(page);
  const { appId, formId } = await makeForm(page.request, '节点设置');
  const mark = Date.now().toString(36);
  const postName = `设备主管 ${mark}`;
  const post = await send(page.request, 'POST', organizationApi.createPost.path, {}, { name: postName });
  const head = `一车间 ${mark}`;
  const department = await send(
    page.request,
    'POST',
    organizationApi.createDepartment.path,
    {},
    { name: head, parentId: null },
  );
  const me = (await (await page.request.get('/api/identity/me')).json()) as { id: string; name: string };
  const { add, open, inspector, by, stored } = designer(page, formId);

  await open(appId);
  await page.locator('.react-flow__node').nth(1).click();
  const first = await page.locator('.react-flow__node').nth(1).getAttribute('data-id');
  await by('persons', 0);
  await select(inspector.getByRole('combobox', { name: rule('persons'), exact: true }), me.name, {
    search: 'admin',
    beside: '',
  });
  await inspector.getByRole('combobox', { name: rule('persons'), exact: true }).press('Escape');

  await add('fill-in');
  await by('post', 0);
  await select(inspector.getByRole('combobox', { name: rule('post'), exact: true }), postName, { search: postName });
  await by('department-head', 1);
  await select(inspector.getByRole('combobox', { name: rule('department-head'), exact: true }), head, {
    search: head,
    exact: false,
  });
  await by('initiator', 2);
  await by('initiator-superior', 3);
  await inspector.getByRole('spinbutton', { name: rule('initiator-superior') }).fill('2');
  await by('initiator-department-head', 4);
  await by('initiator-upper-head', 5);
  await inspector.getByRole('spinbutton', { name: rule('initiator-upper-head') }).fill('3');
  await by('member-field', 6);
  await select(inspector.getByRole('combobox', { name: rule('member-field'), exact: true }), '负责人');
  await by('node', 7);
  await select(inspector.getByRole('combobox', { name: rule('node'), exact: true }), '审批');
  await by('previous', 8);

  await select(
    inspector.getByRole('combobox', { name: t('flow-design.executors.nobody') }),
    t('flow-design.executors.nobody_administrator'),
  );
  await select(
    inspector.getByRole('combobox', { name: t('flow-design.executors.sameAsPrevious') }),
    t('flow-design.executors.sameAsPrevious_pass'),
  );
  await select(
    inspector.getByRole('combobox', { name: t('flow-design.executors.isInitiator') }),
    t('flow-design.executors.isInitiator_superior'),
  );
  await select(
    inspector.getByRole('combobox', { name: t('flow-design.signing.title') }),
    t('flow-design.signing.serial'),
  );
  await select(
    inspector.getByRole('combobox', { name: t('flow-design.signing.order') }),
    t('flow-design.signing.order_pinyin'),
  );

  await inspector.getByRole('switch', { name: t('flow-design.due.set') }).click();
  await inspector.getByRole('spinbutton', { name: t('flow-design.due.within') }).fill('4');
  await inspector.getByRole('spinbutton', { name: t('flow-design.due.remind_before') }).fill('30');
  await inspector.getByRole('spinbutton', { name: t('flow-design.due.remind_every') }).fill('45');
  await select(
    inspector.getByRole('combobox', { name: t('flow-design.due.overdue') }),
    t('flow-design.due.overdue_return'),
  );

  const right = async (label: string, to: 'hidden' | 'read' | 'edit' | 'required') =>
    select(inspector.getByRole('combobox', { name: label, exact: true }), t(`flow-design.rights.${to}`));
  await right('扭矩', 'required');
  await right('预算', 'hidden');
  await right('说明', 'read');
  await right(`处理措施 单价`, 'read');
  await right(`处理措施 数量`, 'required');
  await inspector.getByRole('checkbox', { name: t('flow-design.rights.remove') }).uncheck();
  for (const button of ['entrust', 'addSigners', 'removeSigners', 'interrupt', 'invalidate'])
    await inspector.getByRole('checkbox', { name: t(`workflow.action.${button}`), exact: true }).check();
  for (const flag of ['signature_required', 'choose_next', 'comment_required'])
    await inspector.getByRole('switch', { name: t(`flow-design.designer.${flag}`) }).click();
  await select(
    inspector.getByRole('combobox', { name: t('flow-design.designer.verification') }),
    t('workflow.verification.either'),
  );

  await expect
    .poll(async () => (await stored()).nodes.find((node) => node.kind === 'fill-in'))
    .toMatchObject({
      executors: {
        rules: [
          { by: 'post', post: post.id },
          { by: 'department-head', department: department.id },
          { by: 'initiator' },
          { by: 'initiator-superior', levels: 2 },
          { by: 'initiator-department-head' },
          { by: 'initiator-upper-head', levels: 3 },
          { by: 'member-field', field: 'people' },
          { by: 'node', node: first },
          { by: 'previous' },
        ],
        nobody: 'administrator',
        sameAsPrevious: 'pass',
        isInitiator: 'superior',
      },
      signing: { way: 'serial', order: 'pinyin' },
      due: { within: { minutes: 240, working: true }, remindBefore: 30, remindEvery: 45, overdue: 'return' },
      fields: { torque: 'required', budget: 'hidden', remark: 'read' },
      slaves: { actions: { access: 'edit', add: true, remove: false, fields: { price: 'read', qty: 'required' } } },
      buttons: expect.arrayContaining(['entrust', 'addSigner', 'removeSigner', 'interrupt', 'invalidate']),
      commentRequired: true,
      signatureRequired: true,
      chooseNext: true,
      verification: 'either',
    });

  // what the release says of it afterwards is words, not the way it is stored
  await page.getByRole('button', { name: t('flow-design.designer.release'), exact: true }).click();
  await page
    .getByRole('dialog', { name: t('flow-design.designer.release') })
    .getByRole('button', { name: t('design.action.release'), exact: true })
    .click();
  await expect(page.getByText(t('flow-design.designer.release_done', { number: 1 }))).toBeVisible();
  await select(
    inspector.getByRole('combobox', { name: t('flow-design.signing.title') }),
    t('flow-design.signing.ratio'),
  );
  await inspector.getByRole('spinbutton', { name: t('flow-design.signing.percent') }).fill('60');
  await right('预算', 'edit');
  await select(
    inspector.getByRole('combobox', { name: t('flow-design.executors.nobody') }),
    t('flow-design.executors.nobody_skip'),
  );
  await select(
    inspector.getByRole('combobox', { name: t('flow-design.designer.verification') }),
    t('workflow.verification.none'),
  );
  await inspector.getByRole('switch', { name: t('flow-design.due.set') }).click();
  await page
    .locator('.flow-bar')
    .getByRole('button', { name: t('flow-design.release.title'), exact: true })
    .click();
  const drawer = page.getByRole('dialog', { name: t('flow-design.release.title'), exact: true });
  await drawer.getByRole('button', { name: t('flow-design.release.compare') }).click();
  const compared = drawer.getByRole('region', { name: t('flow-design.release.compare') });
  for (const text of [
    t('flow-design.signing.ratio'),
    '60 %',
    t('flow-design.executors.nobody_skip'),
    t('flow-design.setting.verification'),
    t('workflow.verification.either'),
    t('flow-design.due.overdue_return'),
    t('flow-design.rights.hidden'),
  ])
    await expect(compared).toContainText(text);
  await expect(compared).not.toContainText(/[{}]|workflow\./);
});

test('every other kind of node is set by clicking, and the whole is released', async ({ as }) => {
  const page = await as('admin');
  await withoutNotices(page);
  const { appId, formId } = await makeForm(page.request, '各种节点');
  const { add, open, inspector, by, stored } = designer(page, formId);
  await open(appId);
  await page.locator('.react-flow__node').nth(1).click();
  await by('initiator', 0);

  await add('cc');
  // nobody is asked there whom to choose
  await inspector.getByRole('button', { name: t('workflow.rule.add') }).click();
  await inspector.getByRole('combobox', { name: t('workflow.rule.by') }).click();
  await expect(
    page.locator('.ant-select-dropdown:visible').getByTitle(rule('initiator'), { exact: true }),
  ).toBeVisible();
  await expect(page.locator('.ant-select-dropdown:visible').getByTitle(rule('previous'), { exact: true })).toHaveCount(
    0,
  );
  await page.locator('.ant-select-dropdown:visible').getByTitle(rule('initiator'), { exact: true }).click();
  await inspector.getByLabel(t('workflow.people.message')).fill('请知悉'.repeat(30));
  await expect(inspector.getByLabel(t('workflow.people.message'))).toHaveValue('请知悉'.repeat(20));

  await add('timer');
  await inspector.getByRole('spinbutton', { name: t('flow-design.timer.span') }).fill('3');
  await select(inspector.getByRole('combobox', { name: t('flow-design.timer.by') }), t('flow-design.timer.by_field'));
  await expect(inspector.getByText('日期', { exact: true })).toBeVisible();

  await add('automatic');
  await inspector.getByRole('button', { name: t('flow-design.set.add') }).click();
  await select(inspector.getByRole('combobox', { name: t('flow-design.set.field') }), '说明');
  await inspector.getByLabel(t('flow-design.set.value'), { exact: true }).pressSequentially('"done"');

  await add('condition');
  await add('inclusive');
  await add('parallel');
  await add('join');
  await add('sub-process');
  await inspector.getByRole('combobox', { name: t('flow-design.child.form') }).click();
  await page.keyboard.press('Escape');
  await expect
    .poll(async () => (await stored()).nodes.map((node) => node.kind).toSorted())
    .toEqual([
      'approve',
      'automatic',
      'cc',
      'condition',
      'end',
      'inclusive',
      'join',
      'parallel',
      'start',
      'sub-process',
      'timer',
    ]);
  const { nodes } = await stored();
  expect(nodes.find((node) => node.kind === 'timer')).toMatchObject({ wait: { by: 'field', field: 'day' } });
  expect(nodes.find((node) => node.kind === 'automatic')).toMatchObject({
    does: { what: 'record', set: [{ field: 'remark', value: '"done"' }] },
  });
  expect(nodes.find((node) => node.kind === 'cc')).toMatchObject({
    rules: [{ by: 'initiator' }],
    message: '请知悉'.repeat(20),
  });
  // a form without a process cannot be started from here, and it is said where
  await expect(page.getByRole('button', { name: t('flow-design.designer.release'), exact: true })).toBeDisabled();
  await page.getByText(t('ui.canvas.problems', { count: 1 })).click();
  await expect(page.getByText(t('workflow.problem.no_such_process'))).toBeVisible();
});

function designer(page: Page, formId: string) {
  const inspector = page.locator('.flow-inspector');
  return {
    inspector,
    open: async (appId: string) => {
      await page.goto(`/form/app/setting/!/form/${appId}/draft/${formId}`);
      await page.getByRole('button', { name: t('design.settings.tab_flow'), exact: true }).click();
      await expect(page.locator('.react-flow__node').first()).toBeVisible();
    },
    add: (kind: string) =>
      page.getByTitle(t('ui.canvas.add', { title: t(`workflow.node.${kind}`) }), { exact: true }).click(),
    /** A further rule, chosen at its place. */
    by: async (kind: string, at: number) => {
      const ways = inspector.getByRole('combobox', { name: t('workflow.rule.by') });
      // the button moves while the rule above it still changes
      await expect(async () => {
        if ((await ways.count()) === at) await inspector.getByRole('button', { name: t('workflow.rule.add') }).click();
        await expect(ways).toHaveCount(at + 1, { timeout: 10_000 });
      }).toPass();
      if (kind !== 'persons')
        await select(inspector.getByRole('combobox', { name: t('workflow.rule.by') }).nth(at), rule(kind));
    },
    stored: async () =>
      ((await send(page.request, 'GET', workflowApi.definition.path, { formId })) as unknown as Definition).graph,
  };
}

/** What other tests give the administrator to do is told over the lists that are clicked here; and to close that would close them. */
async function withoutNotices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.ant-notification { display: none !important; }');
    document.adoptedStyleSheets = [sheet];
  });
}
