import { formsApi } from '@formwork/contract/forms/api.ts';
import { navigationApi } from '@formwork/contract/console/navigation.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf } from '../../../testing/server.ts';
import { admin, appId, close, open, release, write } from '../testing/designing.ts';
import { whole, inUse, without, flow, between, signedBy, view } from '../testing/repair.ts';

beforeAll(open);
afterAll(close);

describe('a form and an application', () => {
  test('that a menu leads to go with a yes, and what belongs to them is no user of them', async () => {
    const formId = await inUse();
    await signedBy([{ by: 'member-field', field: 'signer' }])(formId);
    await view('board', { board: { column: 'level' } })(formId);
    await admin.ok(navigationApi.createEntry, {
      params: { terminal: 'web' },
      body: {
        place: { parentId: null, tab: false },
        settings: {
          target: { kind: 'app', appId, formId },
          title: { zh: '维修' },
          icon: null,
          newWindow: false,
          hidden: false,
          roles: [],
          roleGroups: [],
        },
      },
    });
    const refused = await admin.call(formsApi.removeForm, { params: { formId } });
    expect([codeOf(refused), refused.body]).toMatchObject([
      'forms.uses.unaccepted',
      { data: { uses: [{ kind: 'menu', title: { zh: '维修' } }] } },
    ]);
    expect((await admin.call(formsApi.removeForm, { params: { formId }, query: { acceptUses: true } })).status).toBe(
      200,
    );
  });

  test('that a process of another makes records of are refused', async () => {
    const other = (await admin.ok(formsApi.createApp, { body: { title: { zh: '另一个' } } })).id;
    const child = (
      await admin.ok(formsApi.createForm, {
        params: { appId: other },
        body: { title: { zh: '子' }, definition: whole() },
      })
    ).id;
    expect((await release(child)).status).toBe(200);
    await flow(child, () => {});
    const parent = await inUse();
    await between({ kind: 'sub-process', form: child, set: [], wait: false })(parent);
    for (const answer of [
      await admin.call(formsApi.removeForm, { params: { formId: child }, query: { acceptUses: true } }),
      await admin.call(formsApi.removeApp, { params: { appId: other }, query: { acceptUses: true } }),
    ]) {
      expect([codeOf(answer), answer.body]).toMatchObject([
        'forms.uses.refused',
        { data: { uses: [{ kind: 'flow', formId: parent, place: 'subProcess' }] } },
      ]);
    }
    expect((await admin.ok(formsApi.appUses, { params: { appId: other } })).uses).toMatchObject([
      { kind: 'flow', formId: parent },
    ]);
    // the one in the bin decides nothing any more
    expect((await admin.call(formsApi.removeForm, { params: { formId: parent } })).status).toBe(200);
    expect((await admin.call(formsApi.removeApp, { params: { appId: other } })).status).toBe(200);
  });

  test('with processes under way go with a yes', async () => {
    const formId = await inUse();
    await flow(formId, () => {});
    const { id: recordId } = await write(formId, { name: 'a' });
    await admin.ok(workflowApi.start, { params: { formId, recordId }, body: { commandId: crypto.randomUUID() } });
    expect((await admin.call(formsApi.removeForm, { params: { formId } })).body).toMatchObject({
      data: { uses: [{ kind: 'process', count: 1 }] },
    });
  });

  test('a column is dropped for good with a yes, while something still shows it', async () => {
    const formId = await inUse();
    await view('list', { columns: ['note'] })(formId);
    await without(formId, 'note');
    const { version } = await admin.ok(formsApi.getDraft, { params: { formId } });
    await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: version, acceptUses: true } });
    const { tables } = await admin.ok(formsApi.dataModel, { params: { formId } });
    const column = tables[0]!.columns.find(({ origin }) => origin === 'retired')!.name;
    const purge = { params: { formId }, body: { table: tables[0]!.name, column } };
    expect(codeOf(await admin.call(formsApi.purgeRetired, purge))).toBe('forms.uses.unaccepted');
    expect((await admin.call(formsApi.purgeRetired, { ...purge, query: { acceptUses: true } })).status).toBe(200);
  });
});
