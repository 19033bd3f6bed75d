import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf } from '../../../testing/server.ts';
import { admin, close, definitionOf, field, open, release, saved, server, write } from '../testing/designing.ts';

beforeAll(open);
afterAll(close);

describe('copies and the bin', () => {
  test('an application is copied with its forms and rules, and what leads between forms leads to the copies', async () => {
    const source = await admin.ok(formsApi.createApp, { body: { title: { zh: '原' }, icon: 'factory' } });
    const definition = definitionOf([field('text', 'aa')], {
      layout: [{ id: 'main', columns: 2, items: [{ kind: 'field', field: 'aa' }] }],
    });
    const { id: formId } = await admin.ok(formsApi.createForm, {
      params: { appId: source.id },
      body: { title: definition.title, definition },
    });
    const rules = [
      { id: '1', subject: { kind: 'everyone' as const }, actions: ['view' as const], scope: 'all' as const },
    ];
    await admin.ok(formsApi.putPermissions, { params: { formId }, body: { rules } });
    const { appId: copy } = await admin.ok(formsApi.copyApp, {
      params: { appId: source.id },
      body: { title: { zh: '副本' }, withRules: true },
    });
    const app = (await admin.ok(formsApi.listApps, {})).apps.find(({ id }) => id === copy)!;
    expect(app).toMatchObject({
      title: { zh: '副本' },
      icon: 'factory',
      forms: [{ title: { zh: '表单' }, release: null }],
    });
    expect((await admin.ok(formsApi.getDraft, { params: { formId: app.forms[0]!.id } })).definition).toEqual(
      definition,
    );
    expect((await admin.ok(formsApi.getPermissions, { params: { formId: app.forms[0]!.id } })).rules).toMatchObject([
      { subject: { kind: 'everyone' }, actions: ['view'] },
    ]);
    const plain = await admin.ok(formsApi.copyForm, {
      params: { formId },
      body: { title: { zh: '另一个' }, withRules: false },
    });
    expect(plain.appId).toBe(source.id);
    expect((await admin.ok(formsApi.getPermissions, { params: { formId: plain.formId } })).rules).toEqual([]);
    const other = await server.as('other-admin');
    expect(
      (
        await other.call(formsApi.copyApp, {
          params: { appId: source.id },
          body: { title: { zh: 'x' }, withRules: false },
        })
      ).status,
    ).toBe(404);
    expect(
      (await other.call(formsApi.copyForm, { params: { formId }, body: { title: { zh: 'x' }, withRules: true } }))
        .status,
    ).toBe(404);
  });

  test('copies of forms that lead to each other, or to themselves, lead to copies alone', async () => {
    const source = await admin.ok(formsApi.createApp, { body: { title: { zh: '互相' } } });
    const make = async (zh: string, fields: Field[], more: Partial<FormDefinition> = {}) =>
      (
        await admin.ok(formsApi.createForm, {
          params: { appId: source.id },
          body: { title: { zh }, definition: definitionOf(fields, more) },
        })
      ).id;
    const relation = (id: string, form: string) =>
      field('relation', id, { config: { form, cardinality: 'manyToOne', onDelete: 'clear' } });
    const one = await make('甲', [field('text', 'aa')]);
    const two = await make(
      '乙',
      [
        relation('lead', one),
        field('rollup', 'sum', { config: { table: '', form: one, via: 'lead', function: 'count' } }),
      ],
      { tables: [{ id: 'rows', title: { zh: '行' }, fields: [relation('inner', one)] }] },
    );
    await saved(one, (definition) => ({
      ...definition,
      fields: [...definition.fields, relation('lead', two), relation('self', one)],
    }));
    const spoken = async (formId: string) =>
      JSON.stringify((await admin.ok(formsApi.getDraft, { params: { formId } })).definition);
    const { appId: copy } = await admin.ok(formsApi.copyApp, {
      params: { appId: source.id },
      body: { title: { zh: '副本' }, withRules: false },
    });
    const copies = (await admin.ok(formsApi.listApps, {})).apps
      .find(({ id }) => id === copy)!
      .forms.map(({ id }) => id);
    expect(copies).toHaveLength(2);
    for (const id of copies) for (const original of [one, two]) expect(await spoken(id)).not.toContain(original);
    const { formId: single } = await admin.ok(formsApi.copyForm, {
      params: { formId: one },
      body: { title: { zh: '单独' }, withRules: false },
    });
    const { fields } = (await admin.ok(formsApi.getDraft, { params: { formId: single } })).definition;
    expect(fields.flatMap((own) => (own.type === 'relation' ? [[own.id, own.config.form]] : []))).toEqual([
      ['lead', two],
      ['self', single],
    ]);
  });

  test('an application that forms of others name is not removed before they let go', async () => {
    const [target, speaker] = await Promise.all(
      ['被指', '指向'].map((zh) => admin.ok(formsApi.createApp, { body: { title: { zh } } })),
    );
    const make = async (app: string, zh: string, fields: Field[]) =>
      (
        await admin.ok(formsApi.createForm, {
          params: { appId: app },
          body: { title: { zh }, definition: definitionOf(fields, { title: { zh } }) },
        })
      ).id;
    const named = await make(target!.id, '设备', [field('text', 'aa')]);
    await release(named);
    const naming = await make(speaker!.id, '工单', [
      field('text', 'aa'),
      field('relation', 'lead', { config: { form: named, cardinality: 'manyToOne', onDelete: 'clear' } }),
    ]);
    expect((await release(naming)).status).toBe(200);
    expect(await admin.call(formsApi.removeApp, { params: { appId: target!.id } })).toMatchObject({
      status: 409,
      body: { code: 'forms.app.still_linked', data: { forms: '指向 / 工单' } },
    });
    await admin.ok(formsApi.removeApp, { params: { appId: speaker!.id } });
    await admin.ok(formsApi.removeApp, { params: { appId: target!.id } });
  });

  test('an application goes into the bin with its forms and comes back with them and their records', async () => {
    const app = await admin.ok(formsApi.createApp, { body: { title: { zh: '旧' } } });
    const make = async () =>
      (
        await admin.ok(formsApi.createForm, {
          params: { appId: app.id },
          body: { title: { zh: '单' }, definition: definitionOf([field('text', 'aa')]) },
        })
      ).id;
    const [kept, before] = [await make(), await make()];
    await release(kept);
    const record = await write(kept, { aa: 'x' });
    await admin.ok(formsApi.removeForm, { params: { formId: before } });
    await admin.ok(formsApi.removeApp, { params: { appId: app.id } });
    expect((await admin.call(recordsApi.get, { params: { formId: kept, recordId: record.id } })).status).toBe(404);
    expect((await admin.ok(formsApi.listApps, {})).apps.map(({ id }) => id)).not.toContain(app.id);
    expect((await admin.call(formsApi.removeApp, { params: { appId: app.id } })).status).toBe(404);
    const bin = await admin.ok(formsApi.listBin, {});
    expect(bin.apps.find(({ id }) => id === app.id)).toMatchObject({ forms: 1, removedBy: admin.id });
    expect(bin.forms.map(({ id }) => id)).toContain(before);
    expect(codeOf(await admin.call(formsApi.restoreForm, { params: { formId: before } }))).toBe(
      'forms.form.app_in_bin',
    );
    const other = await server.as('other-admin');
    expect((await other.call(formsApi.restoreApp, { params: { appId: app.id } })).status).toBe(404);
    expect((await other.ok(formsApi.listBin, {})).apps).toEqual([]);
    await admin.ok(formsApi.restoreApp, { params: { appId: app.id } });
    expect((await admin.ok(recordsApi.get, { params: { formId: kept, recordId: record.id } })).values.aa).toBe('x');
    await admin.ok(formsApi.restoreForm, { params: { formId: before } });
    expect((await admin.ok(formsApi.listApps, {})).apps.find(({ id }) => id === app.id)!.forms).toHaveLength(2);
  });
});
