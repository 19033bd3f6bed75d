import { noButtonSettings, type ButtonSettings } from '@formwork/contract/forms/buttons.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { printingApi } from '@formwork/contract/printing/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { reviewApi } from '@formwork/contract/review/api.ts';
import { shareApi } from '@formwork/contract/records/share.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
let admin: Client;
let user: Client;
let other: Client;
let appId: string;
let formId: string;
let roleId: string;

const field = <T extends Field['type']>(type: T, id: string): Field => newField(type, { zh: id }, id) as Field;

beforeAll(async () => {
  server = await startTestServer();
  [admin, user, other] = [await server.as('admin'), await server.as('user'), await server.as('user2')];
  appId = (await admin.ok(formsApi.createApp, { body: { title: { zh: '采购' } } })).id;
  const definition = {
    format: 1 as const,
    title: { zh: '订单' },
    fields: [field('text', 'name'), field('number', 'amount'), field('text', 'state'), field('formula', 'twice')],
    tables: [],
    layout: [],
    titleField: 'name',
  };
  definition.fields[3] = { ...definition.fields[3]!, config: { expression: 'amount * 2', result: 'number' } } as Field;
  formId = (await admin.ok(formsApi.createForm, { params: { appId }, body: { title: { zh: '订单' }, definition } })).id;
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
  await admin.ok(formsApi.putPermissions, {
    params: { formId },
    body: {
      rules: [
        {
          id: '1',
          subject: { kind: 'everyone' },
          actions: ['view', 'create', 'edit', 'delete', 'share', 'transfer', 'print', 'batch'],
          scope: 'all',
        },
      ],
    },
  });
  roleId = (await admin.ok(organizationApi.createRole, { body: { name: '采购主管' } as never })).id;
  await admin.ok(organizationApi.setRoleMembers, { params: { roleId }, body: { ids: [other.id] } });
});
afterAll(() => server.stop());

async function put(change: Partial<ButtonSettings>, form: string | null = formId): Promise<void> {
  const where = { params: { appId }, query: { form: form ?? undefined } };
  const { version } = await admin.ok(formsApi.buttons, where);
  await admin.ok(formsApi.putButtons, {
    ...where,
    body: { expectedVersion: version, settings: { ...noButtonSettings, ...change } },
  });
}

const write = (values: Record<string, unknown>) =>
  admin.ok(recordsApi.create, { params: { formId }, body: { values: values as never } });
const only = (roles: string[]) => ({ roles });

describe('settings of buttons', () => {
  test('are the administrators’ own, of their space, and saved by one of two', async () => {
    const where = { params: { appId }, query: {} };
    for (const name of ['user', 'safe', 'audit'] as const)
      expect((await (await server.as(name)).call(formsApi.buttons, where)).status).toBe(403);
    const stranger = await server.as('other-admin');
    expect((await stranger.call(formsApi.buttons, where)).status).toBe(404);
    expect(
      (await stranger.call(formsApi.putButtons, { ...where, body: { expectedVersion: 0, settings: noButtonSettings } }))
        .status,
    ).toBe(404);
    expect((await stranger.call(formsApi.resetButtons, where)).status).toBe(404);
    expect(await admin.ok(formsApi.buttons, where)).toEqual({
      settings: noButtonSettings,
      app: noButtonSettings,
      version: 0,
      changedBy: null,
      changedAt: null,
    });
    await put({ buttons: { 'row.edit': { title: { zh: '修改', en: 'Change' } } } }, null);
    expect(
      codeOf(
        await admin.call(formsApi.putButtons, {
          ...where,
          query: { form: formId },
          body: { expectedVersion: 4, settings: noButtonSettings },
        }),
      ),
    ).toBeUndefined();
    expect(
      codeOf(
        await admin.call(formsApi.putButtons, {
          ...where,
          query: { form: formId },
          body: { expectedVersion: 4, settings: noButtonSettings },
        }),
      ),
    ).toBe('forms.buttons.changed');
    await admin.ok(formsApi.resetButtons, { ...where, query: { form: formId } });
    await admin.ok(formsApi.resetButtons, where);
  });

  test('with what is not there, or cannot be worked out, are refused', async () => {
    const { version: expectedVersion } = await admin.ok(formsApi.buttons, {
      params: { appId },
      query: { form: formId },
    });
    const refused = async (settings: Partial<ButtonSettings>) =>
      codeOf(
        await admin.call(formsApi.putButtons, {
          params: { appId },
          query: { form: formId },
          body: { expectedVersion, settings: { ...noButtonSettings, ...settings } },
        }),
      );
    const own = (script: ButtonSettings['own'][number]['script'], more = {}) => ({
      own: [{ id: 'mine1', place: 'row' as const, title: { zh: '我的' }, script, ...more }],
    });
    expect(await refused({ buttons: { 'row.nosuch': {} } })).toBe('platform.invalid_input');
    expect(await refused({ buttons: { 'row.delete': only(['nosuchrole']) } })).toBe('forms.buttons.unknown_role');
    expect(await refused({ buttons: { 'row.delete': { onlyIf: 'nosuchfield = 1' } } })).toBe(
      'forms.buttons.bad_expression',
    );
    expect(await refused({ buttons: { 'toolbar.create': { onlyIf: 'amount = 1' } } })).toBe(
      'forms.buttons.bad_expression',
    );
    expect(await refused(own({ does: 'open', address: ' ' }))).toBe('forms.buttons.bad_expression');
    expect(await refused(own({ does: 'fill', values: [{ field: 'twice', value: '1' }] }))).toBe(
      'forms.buttons.unknown_field',
    );
    const app = (await admin.ok(formsApi.buttons, { params: { appId }, query: {} })).version;
    expect(
      codeOf(
        await admin.call(formsApi.putButtons, {
          params: { appId },
          query: {},
          body: {
            expectedVersion: app,
            settings: { ...noButtonSettings, ...own({ does: 'fill', values: [{ field: 'name', value: '"x"' }] }) },
          },
        }),
      ),
    ).toBe('forms.buttons.no_fill');
  });
});

describe('buttons', () => {
  test('are handed to each as they are for them: those of the form over those of its application, in their order', async () => {
    await put(
      {
        buttons: {
          'row.edit': { title: { zh: '修改' } },
          'row.delete': only([roleId]),
          'toolbar.codes': { hidden: true },
        },
        order: { row: ['delete', 'edit'] },
      },
      null,
    );
    await put({
      buttons: { 'row.edit': { title: { zh: '改单' } } },
      own: [
        { id: 'send1', place: 'row', title: { zh: '查看' }, script: { does: 'open', address: '"/x?id=" + recordId' } },
      ],
    });
    const rowOf = async (who: Client) =>
      (await who.ok(recordsApi.plan, { params: { formId } }))
        .buttons!.filter(({ place }) => place === 'row')
        .map(({ id, title }) => `${id} ${title?.zh ?? ''}`.trim());
    expect(await rowOf(user)).toEqual(['edit 改单', 'send1 查看']);
    expect(await rowOf(other)).toEqual(['delete', 'edit 改单', 'send1 查看']);
    expect((await user.ok(recordsApi.plan, { params: { formId } })).buttons!.map(({ id }) => id)).not.toContain(
      'codes',
    );
    await admin.ok(formsApi.resetButtons, { params: { appId }, query: { form: formId } });
    await admin.ok(formsApi.resetButtons, { params: { appId }, query: {} });
    expect(await user.ok(recordsApi.plan, { params: { formId } })).not.toHaveProperty('buttons');
  });

  test('that are restricted to a role keep others from their calls', async () => {
    const record = await write({ name: 'a' });
    const params = { formId, recordId: record.id };
    // one of two ways to delete is open still
    await put({ buttons: { 'row.delete': only([roleId]) } });
    expect((await user.ok(recordsApi.get, { params })).can.delete).toBe(true);
    await put({
      buttons: {
        ...Object.fromEntries(
          [
            'row.delete',
            'selection.delete',
            'selection.edit',
            'row.edit',
            'record.edit',
            'selection.share',
            'record.share',
            'selection.transfer',
            'record.transfer',
            'selection.print',
            'record.print',
            'toolbar.create',
          ].map((key) => [key, only([roleId])]),
        ),
      },
    });
    expect((await user.ok(recordsApi.get, { params })).can).toEqual({
      edit: false,
      delete: false,
      share: false,
      transfer: false,
    });
    expect((await other.ok(recordsApi.get, { params })).can).toEqual({
      edit: true,
      delete: true,
      share: true,
      transfer: true,
    });
    const update = { params, body: { expectedVersion: record.version, values: { name: 'b' } } };
    expect((await user.call(recordsApi.update, update)).status).toBe(403);
    expect((await user.call(recordsApi.remove, { params })).status).toBe(403);
    expect((await user.call(recordsApi.create, { params: { formId }, body: { values: {} } })).status).toBe(403);
    expect((await user.ok(formsApi.getForm, { params: { formId } })).can.create).toBe(false);
    expect((await user.ok(formsApi.listApps, {})).apps.find(({ id }) => id === appId)!.forms[0]!.can.create).toBe(
      false,
    );
    expect(
      (
        await user.call(printingApi.print, {
          params: { formId },
          body: { recordId: record.id, templateId: null, link: '' },
        })
      ).status,
    ).toBe(403);
    expect(
      (await user.ok(shareApi.transfer, { params: { formId }, body: { records: [record.id], to: other.id } })).outcomes,
    ).toEqual([{ id: record.id, refused: 'records.record.no_transfer' }]);
    expect(
      (
        await user.ok(shareApi.share, {
          params: { formId },
          body: { records: [record.id], receivers: [{ kind: 'people', id: other.id }], level: 'view' },
        })
      ).outcomes,
    ).toEqual([{ id: record.id, refused: 'records.record.no_share' }]);
    await other.ok(recordsApi.update, update);
    // administrators need no role
    expect((await admin.ok(recordsApi.get, { params })).can.delete).toBe(true);
    expect(await other.ok(recordsApi.remove, { params })).toBeNull();
    await admin.ok(formsApi.resetButtons, { params: { appId }, query: { form: formId } });
  });

  test('that stand under a condition let it be done with the records that meet it, whoever asks', async () => {
    const [open, done] = [await write({ name: 'a', state: 'open' }), await write({ name: 'b', state: 'done' })];
    await put({
      buttons: Object.fromEntries(['row.delete', 'selection.delete'].map((key) => [key, { onlyIf: 'state = "open"' }])),
    });
    for (const who of [user, admin]) {
      expect((await who.ok(recordsApi.get, { params: { formId, recordId: done.id } })).can.delete).toBe(false);
      expect((await who.call(recordsApi.remove, { params: { formId, recordId: done.id } })).status).toBe(403);
    }
    await user.ok(recordsApi.remove, { params: { formId, recordId: open.id } });
    await admin.ok(formsApi.resetButtons, { params: { appId }, query: { form: formId } });
  });

  test('whose condition cannot be decided are not pressed, and what is missing is said', async () => {
    const [none, much] = [await write({ name: 'a' }), await write({ name: 'b', amount: 9 })];
    await put({
      own: [
        {
          id: 'large1',
          place: 'record',
          title: { zh: '大额' },
          onlyIf: 'amount > 5',
          script: { does: 'fill', values: [{ field: 'state', value: '"large"' }] },
        },
      ],
      buttons: { 'row.delete': { onlyIf: 'amount > 5' }, 'selection.delete': { onlyIf: 'amount > 5' } },
    });
    const press = (recordId: string) =>
      admin.call(recordsApi.press, { params: { formId, recordId }, body: { place: 'record', button: 'large1' } });
    expect((await press(none.id)).body).toMatchObject({ code: 'records.button.undecided', data: { names: 'amount' } });
    expect((await press(much.id)).status).toBe(200);
    // nor is what it stands for done
    expect((await admin.call(recordsApi.remove, { params: { formId, recordId: none.id } })).status).toBe(403);
    await admin.ok(formsApi.resetButtons, { params: { appId }, query: { form: formId } });
  });

  test('that write are pressed by those whom they are for, even where the form may not be edited otherwise', async () => {
    const record = await write({ name: 'a', amount: 3, state: 'open' });
    const params = { formId, recordId: record.id };
    const press = (who: Client, button = 'close1') =>
      who.call(recordsApi.press, { params, body: { place: 'record', button } });
    await put({
      buttons: { 'selection.edit': only([roleId]), 'row.edit': only([roleId]), 'record.edit': only([roleId]) },
      own: [
        {
          id: 'close1',
          place: 'record',
          title: { zh: '关闭' },
          onlyIf: 'state = "open"',
          script: {
            does: 'fill',
            values: [
              { field: 'state', value: '"done by " + user.id' },
              { field: 'amount', value: 'amount + 1' },
            ],
          },
        },
        {
          id: 'boss1',
          place: 'record',
          title: { zh: '主管' },
          roles: [roleId],
          script: { does: 'fill', values: [{ field: 'name', value: '"x"' }] },
        },
        {
          id: 'bad1',
          place: 'record',
          title: { zh: '坏' },
          script: { does: 'fill', values: [{ field: 'amount', value: '"many"' }] },
        },
      ],
    });
    expect(
      (await user.call(recordsApi.update, { params, body: { expectedVersion: record.version, values: { name: 'b' } } }))
        .status,
    ).toBe(403);
    expect(codeOf(await press(user, 'boss1'))).toBe('records.button.not_found');
    expect(codeOf(await press(user, 'bad1'))).toBe('records.button.no_value');
    expect((await press(user)).status).toBe(200);
    expect((await user.ok(recordsApi.get, { params })).values).toMatchObject({
      state: `done by ${user.id}`,
      amount: 4,
      twice: 8,
    });
    expect(codeOf(await press(user))).toBe('records.button.not_now');
    expect((await press(other, 'boss1')).status).toBe(200);
    expect(
      (
        await (
          await server.as('other-user')
        ).call(recordsApi.press, { params, body: { place: 'record', button: 'close1' } })
      ).status,
    ).toBe(404);
    await admin.ok(formsApi.putPermissions, {
      params: { formId },
      body: { rules: [{ id: '1', subject: { kind: 'everyone' }, actions: ['view'], scope: 'all' }] },
    });
    expect((await press(other, 'boss1')).status).toBe(403);
  });

  test('are granted and refused to roles in the matrix, which writes what the page of buttons shows', async () => {
    await admin.ok(formsApi.putPermissions, {
      params: { formId },
      body: {
        rules: [
          {
            id: '1',
            subject: { kind: 'everyone' },
            actions: ['view', 'create', 'edit', 'delete', 'batch'],
            scope: 'all',
          },
        ],
      },
    });
    await put({}, null);
    await put({
      own: [
        {
          id: 'boss1',
          place: 'record',
          title: { zh: '主管' },
          script: { does: 'fill', values: [{ field: 'name', value: '"x"' }] },
        },
      ],
    });
    const set = (subject: string, buttons: Record<string, 'grant' | 'refuse' | null>, kind: 'app' | 'form' = 'form') =>
      admin.call(formsApi.putSubjectRules, {
        params: { subject },
        body: {
          changes: [
            {
              target: { kind, id: kind === 'app' ? appId : formId },
              buttons: Object.entries(buttons).map(([button, access]) => ({ button, access })),
            },
          ],
        },
      });
    const record = await write({ name: 'a' });
    const params = { formId, recordId: record.id };
    const canDelete = async (who: Client) => (await who.ok(recordsApi.get, { params })).can.delete;
    const settings = async () =>
      (await admin.ok(formsApi.buttons, { params: { appId }, query: { form: formId } })).settings;

    // a refusal wins, whatever else the person holds
    expect(
      (await set(roleId, { 'row.delete': 'refuse', 'selection.delete': 'refuse', 'record.boss1': 'refuse' })).status,
    ).toBe(200);
    expect([await canDelete(user), await canDelete(other), await canDelete(admin)]).toEqual([true, false, true]);
    expect((await other.call(recordsApi.remove, { params })).status).toBe(403);
    expect(codeOf(await other.call(recordsApi.press, { params, body: { place: 'record', button: 'boss1' } }))).toBe(
      'records.button.not_found',
    );
    expect(await settings()).toMatchObject({
      buttons: { 'row.delete': { refused: [roleId] } },
      own: [{ id: 'boss1', refused: [roleId] }],
    });

    // granted to one role, closed for the rest; taken from that one it does not open for everybody
    await set(roleId, { 'row.delete': 'grant', 'selection.delete': 'grant', 'record.boss1': null });
    expect([await canDelete(user), await canDelete(other)]).toEqual([false, true]);
    const copy = await admin.ok(formsApi.copyRole, { params: { roleId }, body: { name: '采购主管 副本' } });
    expect((await settings()).buttons['row.delete']!.roles).toEqual([roleId, copy.id]);
    await admin.ok(organizationApi.setRoleMembers, { params: { roleId: copy.id }, body: { ids: [user.id] } });
    expect(await canDelete(user)).toBe(true);
    for (const id of [roleId, copy.id]) await set(id, { 'row.delete': null, 'selection.delete': null });
    expect([await canDelete(user), await canDelete(other), await canDelete(admin)]).toEqual([false, false, true]);
    await set('everyone', { 'row.delete': null, 'selection.delete': null });
    expect(await canDelete(user)).toBe(true);

    // for all forms of the application, and seen through the eyes of a person
    await set('user', { 'row.edit': 'refuse', 'record.edit': 'refuse', 'selection.edit': 'refuse' }, 'app');
    expect((await user.ok(recordsApi.get, { params })).can.edit).toBe(false);
    const told = await admin.ok(recordsApi.explain, {
      params: { formId },
      query: { person: user.id, record: record.id },
    });
    const button = (place: string, id: string) => told.buttons.find((one) => one.place === place && one.id === id);
    expect(button('row', 'edit')).toEqual({ place: 'row', id: 'edit', answer: 'no', why: 'refused', roles: ['user'] });
    expect([
      button('row', 'delete')?.answer,
      button('row', 'share')?.why,
      button('toolbar', 'design')?.why,
      button('toolbar', 'export')?.why,
    ]).toEqual(['yes', 'hidden', 'account', 'right']);
    const { apps } = await admin.ok(formsApi.getSubjectRules, { params: { subject: 'user' } });
    expect(apps.find(({ id }) => id === appId)?.buttons?.buttons['row.edit']).toEqual({ refused: ['user'] });

    expect(codeOf(await set(roleId, { 'row.nosuch': 'grant' }))).toBe('forms.buttons.unknown_button');
    expect(codeOf(await set(roleId, { 'form.save': 'refuse' }))).toBe('forms.buttons.unknown_button');
    expect(
      (
        await (
          await server.as('safe')
        ).call(formsApi.putSubjectRules, {
          params: { subject: 'user' },
          body: {
            changes: [{ target: { kind: 'form', id: formId }, buttons: [{ button: 'row.edit', access: null }] }],
          },
        })
      ).status,
    ).toBe(403);
    expect(
      (
        await (
          await server.as('other-admin')
        ).call(formsApi.putSubjectRules, {
          params: { subject: 'user' },
          body: {
            changes: [{ target: { kind: 'form', id: formId }, buttons: [{ button: 'row.edit', access: null }] }],
          },
        })
      ).status,
    ).toBe(404);

    // whoever deletes a role does not open what only it could press, and the settings can still be saved
    await set(copy.id, { 'row.delete': 'grant' });
    await admin.ok(organizationApi.deleteRole, { params: { roleId: copy.id } });
    await put({ ...(await settings()), order: { row: ['delete'] } });
    expect((await settings()).buttons['row.delete']!.roles).toEqual([copy.id]);
    await put({
      own: (await settings()).own.concat([
        { id: 'b2', place: 'row', title: { zh: '二' }, script: { does: 'open', address: '"/x"' } },
        { id: 'b3', place: 'row', title: { zh: '三' }, script: { does: 'open', address: '"/x"' } },
      ]),
    });
    await admin.ok(formsApi.resetButtons, { params: { appId }, query: {} });
  });

  test('are copied with their application, and restrictions wait for the reviewer under three-admin management', async () => {
    const { appId: copy } = await admin.ok(formsApi.copyApp, {
      params: { appId },
      body: { title: { zh: '副本' }, withRules: false },
    });
    const form = (await admin.ok(formsApi.listApps, {})).apps.find(({ id }) => id === copy)!.forms[0]!;
    expect(
      (await admin.ok(formsApi.buttons, { params: { appId: copy }, query: { form: form.id } })).settings.own,
    ).toHaveLength(3);
    await admin.ok(reviewApi.setSeparation, { body: { enabled: true } });
    const where = { params: { appId: copy }, query: {} };
    expect(
      (
        await admin.call(formsApi.putButtons, {
          ...where,
          body: {
            expectedVersion: 0,
            settings: { ...noButtonSettings, buttons: { 'row.edit': { title: { zh: '改' } } } },
          },
        })
      ).status,
    ).toBe(200);
    const waiting = await admin.call(formsApi.putButtons, {
      ...where,
      body: { expectedVersion: 1, settings: { ...noButtonSettings, buttons: { 'row.edit': only(['user']) } } },
    });
    expect(waiting.status).toBe(202);
    expect((await admin.ok(formsApi.buttons, where)).settings.buttons).toEqual({ 'row.edit': { title: { zh: '改' } } });
    const matrix = await admin.call(formsApi.putSubjectRules, {
      params: { subject: roleId },
      body: { changes: [{ target: { kind: 'app', id: copy }, buttons: [{ button: 'row.delete', access: 'refuse' }] }] },
    });
    expect(matrix.status).toBe(202);
    expect((await admin.ok(formsApi.buttons, where)).settings.buttons).not.toHaveProperty('row.delete');
    const safe = await server.as('safe');
    const change = (await safe.ok(reviewApi.listChanges)).rows[0]!;
    expect(change).toMatchObject({
      subject: '采购主管',
      before: { changes: [{ target: '副本', buttons: [{ button: 'row.delete', access: null }] }] },
      after: { changes: [{ target: '副本', buttons: [{ button: 'row.delete', access: 'refuse' }] }] },
    });
    await safe.ok(reviewApi.release, { params: { changeId: change.id }, body: { reason: '' } });
    expect((await admin.ok(formsApi.buttons, where)).settings.buttons['row.delete']).toEqual({ refused: [roleId] });
  });
});
