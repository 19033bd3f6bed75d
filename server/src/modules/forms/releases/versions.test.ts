import { formsApi } from '@formwork/contract/forms/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf } from '../../../testing/server.ts';
import {
  admin,
  close,
  created,
  definitionOf,
  field,
  open,
  release,
  saved,
  server,
  write,
} from '../testing/designing.ts';

beforeAll(open);
afterAll(close);

describe('versions', () => {
  test('are compared field by field, the draft too, and an earlier one becomes the draft with its data', async () => {
    const formId = await created(definitionOf([field('text', 'aa'), field('number', 'bb')]));
    await release(formId);
    const record = await write(formId, { aa: 'x', bb: 5 });
    await saved(formId, () =>
      definitionOf([field('text', 'aa', { title: { zh: '名称' }, required: true }), field('date', 'cc')]),
    );
    await release(formId, { acceptLoss: true });
    const compare = async (from: 'draft' | number, to: 'draft' | number) =>
      admin.ok(formsApi.compareVersions, { params: { formId }, query: { from, to } });
    const { differences, before, after } = await compare(1, 2);
    expect(differences.map(({ kind, field: id }) => `${kind} ${id}`)).toEqual(['changed aa', 'added cc', 'removed bb']);
    expect(differences[0]!.properties).toEqual(['title', 'required']);
    expect([before, after].map(({ fields }) => fields[0]!.title)).toEqual([{ zh: 'aa' }, { zh: '名称' }]);
    expect((await compare(2, 'draft')).differences).toEqual([]);

    const draft = await admin.ok(formsApi.getDraft, { params: { formId } });
    const stale = await admin.call(formsApi.restoreRelease, {
      params: { formId, number: 1 },
      body: { expectedVersion: 1 },
    });
    expect([stale.status, codeOf(stale)]).toEqual([409, 'forms.draft.version_conflict']);
    const restored = await admin.ok(formsApi.restoreRelease, {
      params: { formId, number: 1 },
      body: { expectedVersion: draft.version },
    });
    expect(restored).toMatchObject({ version: draft.version + 1, changed: true, release: 2 });
    expect((await compare(1, 'draft')).differences).toEqual([]);
    expect((await admin.ok(formsApi.planRelease, { params: { formId } })).steps).toMatchObject([
      { action: 'restoreColumn', field: 'bb' },
      { action: 'retireColumn', field: 'cc', rows: 0 },
    ]);
    expect((await release(formId)).body).toMatchObject({ number: 3 });
    expect((await admin.ok(recordsApi.get, { params: { formId, recordId: record.id } })).values).toMatchObject({
      aa: 'x',
      bb: 5,
    });
  });

  test('are for those who design, in their own space', async () => {
    const formId = await created(definitionOf([field('text', 'aa')]));
    const other = await server.as('other-admin');
    expect(
      (await other.call(formsApi.compareVersions, { params: { formId }, query: { from: 'draft', to: 'draft' } }))
        .status,
    ).toBe(404);
    expect((await other.call(recordsApi.preview, { params: { formId }, query: { version: 'draft' } })).status).toBe(
      404,
    );
    expect(
      (await admin.call(formsApi.restoreRelease, { params: { formId, number: 4 }, body: { expectedVersion: 1 } }))
        .status,
    ).toBe(404);
    expect((await admin.call(recordsApi.preview, { params: { formId }, query: { version: 2 } })).status).toBe(404);
    expect(
      (
        await (
          await server.as('audit')
        ).call(formsApi.restoreRelease, { params: { formId, number: 1 }, body: { expectedVersion: 1 } })
      ).status,
    ).toBe(403);
  });

  test('are previewed before they are released, as a role would see them', async () => {
    const formId = await created(definitionOf([field('text', 'aa'), field('number', 'pay')]));
    await admin.ok(formsApi.putPermissions, {
      params: { formId },
      body: {
        rules: [
          {
            id: '1',
            subject: { kind: 'role', id: 'user' },
            actions: ['create'],
            scope: 'own',
            fields: { pay: { new: 'hidden', existing: 'hidden' } },
          },
        ],
      },
    });
    const whole = await admin.ok(recordsApi.preview, { params: { formId }, query: { version: 'draft' } });
    expect([whole.release, whole.definition.fields.length, whole.can.create]).toEqual([0, 2, true]);
    const asUser = await admin.ok(recordsApi.preview, {
      params: { formId },
      query: { version: 'draft', role: 'user' },
    });
    expect(asUser.definition.fields.map(({ id }) => id)).toEqual(['aa']);
    expect(
      (await admin.ok(recordsApi.preview, { params: { formId }, query: { version: 'draft', role: 'safe' } })).can
        .create,
    ).toBe(false);
    expect(
      (await (await server.as('user')).call(recordsApi.preview, { params: { formId }, query: { version: 'draft' } }))
        .status,
    ).toBe(403);
  });
});
