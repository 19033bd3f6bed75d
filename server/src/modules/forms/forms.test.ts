import { randomUUID } from 'node:crypto';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { identityApi } from '@formwork/contract/identity/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf } from '../../testing/server.ts';
import {
  admin,
  appId,
  close,
  created,
  definitionOf,
  field,
  open,
  release,
  saved,
  server,
  write,
} from './testing/designing.ts';

beforeAll(open);
afterAll(close);

describe('applications', () => {
  test('are made, named and grouped by those who design', async () => {
    const system = await admin.ok(formsApi.createSystem, { body: { title: { zh: '制造' } } });
    const app = await admin.ok(formsApi.createApp, { body: { title: { zh: '质检' }, systemId: system.id } });
    const renamed = await admin.ok(formsApi.updateApp, { params: { appId: app.id }, body: { title: { zh: '质量' } } });
    expect(renamed).toMatchObject({ title: { zh: '质量' }, systemId: system.id, can: { edit: true } });
    expect(
      (await admin.ok(formsApi.updateSystem, { params: { systemId: system.id }, body: { title: { zh: '制造二' } } }))
        .title.zh,
    ).toBe('制造二');
    expect((await admin.ok(formsApi.listSystems, {})).systems.map(({ title }) => title.zh)).toContain('制造二');
    const lost = await admin.call(formsApi.createApp, { body: { title: { zh: 'x' }, systemId: 'nosuchone' } });
    expect([lost.status, codeOf(lost)]).toEqual([404, 'forms.system.not_found']);
    expect((await admin.call(formsApi.updateApp, { params: { appId: 'nosuchone' }, body: {} })).status).toBe(404);
  });

  test('are put into systems, in an order, and stay when their system goes', async () => {
    const me = (await admin.ok(identityApi.me)).id;
    const [first, second] = await Promise.all(
      ['甲', '乙'].map((zh) =>
        admin.ok(formsApi.createSystem, { body: { title: { zh }, icon: 'factory', administrators: [me] } }),
      ),
    );
    const [one, two, three] = await Promise.all(
      ['一', '二', '三'].map((zh) => admin.ok(formsApi.createApp, { body: { title: { zh } } })),
    );
    const wanted = [
      { id: second!.id, apps: [three!.id, one!.id] },
      { id: first!.id, apps: [two!.id] },
    ];
    const { systems } = await admin.ok(formsApi.arrangeSystems, { body: { systems: wanted, loose: [] } });
    expect(systems.slice(0, 2)).toEqual([second, first]);
    expect(systems[0]).toMatchObject({ icon: 'factory', administrators: [{ id: me }] });
    const inSystem = async (id: string | null) =>
      (await admin.ok(formsApi.listApps, {})).apps.filter(({ systemId }) => systemId === id).map((app) => app.id);
    expect(await inSystem(second!.id)).toEqual([three!.id, one!.id]);
    expect(
      await admin.call(formsApi.updateSystem, {
        params: { systemId: first!.id },
        body: { administrators: [me, randomUUID()] },
      }),
    ).toMatchObject({ status: 422, body: { fields: [{ path: 'administrators.1' }] } });
    expect(
      (
        await admin.call(formsApi.arrangeSystems, {
          body: { systems: [{ id: 'nosuchone', apps: [one!.id] }], loose: [] },
        })
      ).status,
    ).toBe(404);
    await admin.ok(formsApi.deleteSystem, { params: { systemId: first!.id } });
    expect(await inSystem(null)).toContain(two!.id);
    const other = await server.as('other-admin');
    expect((await other.call(formsApi.deleteSystem, { params: { systemId: second!.id } })).status).toBe(404);
    await other.ok(formsApi.arrangeSystems, { body: { systems: [], loose: [three!.id, one!.id] } });
    expect(await inSystem(second!.id)).toEqual([three!.id, one!.id]);
  });

  test('of another space are not there', async () => {
    const other = await server.as('other-admin');
    expect((await other.ok(formsApi.listApps, {})).apps).toEqual([]);
    expect((await other.call(formsApi.updateApp, { params: { appId }, body: { title: { zh: 'mine' } } })).status).toBe(
      404,
    );
    expect((await other.call(formsApi.createForm, { params: { appId }, body: { title: { zh: 'x' } } })).status).toBe(
      404,
    );
  });

  test('are not designed by people who only work with them', async () => {
    const user = await server.as('user');
    expect((await user.call(formsApi.createApp, { body: { title: { zh: 'x' } } })).status).toBe(403);
    const audit = await server.as('audit');
    const formId = await created(definitionOf([field('text', 'aa')]));
    expect((await audit.call(formsApi.getDraft, { params: { formId } })).status).toBe(200);
    expect((await audit.call(formsApi.release, { params: { formId }, body: { draftVersion: 1 } })).status).toBe(403);
  });
});

describe('a draft', () => {
  test('saved by two is saved by the first', async () => {
    const formId = await created(definitionOf([field('text', 'aa')]));
    const first = await saved(formId, (definition) => ({
      ...definition,
      fields: [...definition.fields, field('number', 'bb')],
    }));
    expect(first).toMatchObject({ version: 2, changed: true, release: null });
    const second = await admin.call(formsApi.saveDraft, {
      params: { formId },
      body: { expectedVersion: 1, definition: first.definition },
    });
    expect([second.status, codeOf(second)]).toEqual([409, 'forms.draft.version_conflict']);
  });

  test('says what is wrong with it, expressions included', async () => {
    const formId = await created(definitionOf([field('text', 'aa')]));
    const { problems } = await admin.ok(formsApi.checkDefinition, {
      params: { formId },
      body: {
        definition: definitionOf(
          [
            field('singleSelect', 'choice'),
            field('formula', 'one', { config: { expression: 'two + 1', result: 'number' } }),
            field('formula', 'two', { config: { expression: 'one + 1', result: 'number' } }),
            field('formula', 'three', { config: { expression: 'nowhere * 2', result: 'number' } }),
            field('rollup', 'sum', { config: { table: 'rows', field: 'word', function: 'sum' } }),
            field('number', 'default', { defaultValue: 'abc', hiddenIf: 'choice =' }),
          ],
          { tables: [{ id: 'rows', title: { zh: '行' }, fields: [field('text', 'word')] }], titleField: 'gone' },
        ),
      },
    });
    expect(problems.map(({ code, field: id }) => `${code.slice('forms.problem.'.length)} ${id ?? ''}`).sort()).toEqual(
      [
        'cycle one',
        'cycle two',
        'default default',
        'expression default',
        'expression sum',
        'expression three',
        'no_options choice',
        'rollup_field sum',
        'title_field ',
      ].sort(),
    );
    expect(problems.find(({ field: id }) => id === 'two')?.data).toEqual({ way: 'two one two' });
    expect(
      (
        await admin.call(formsApi.release, {
          params: { formId: await created(definitionOf([])) },
          body: { draftVersion: 1 },
        })
      ).body,
    ).toMatchObject({ code: 'forms.release.problems' });
  });

  test('of a wrong shape is refused', async () => {
    const formId = await created(definitionOf([field('text', 'aa')]));
    const bad = {
      ...definitionOf([]),
      fields: [{ id: 'Robert"); drop', type: 'text', title: { zh: 'x' }, config: {} }],
    };
    expect(
      (
        await admin.call(formsApi.saveDraft, {
          params: { formId },
          body: { expectedVersion: 1, definition: bad as never },
        })
      ).status,
    ).toBe(422);
  });
});

describe('a form', () => {
  test('that is removed takes its records along', async () => {
    const formId = await created(definitionOf([field('text', 'aa')]));
    await release(formId);
    await write(formId, { aa: 'x' });
    await admin.ok(formsApi.removeForm, { params: { formId } });
    expect((await admin.call(recordsApi.list, { params: { formId }, query: {} })).status).toBe(404);
    expect((await admin.call(formsApi.getForm, { params: { formId } })).status).toBe(404);
  });

  test('shows itself to those whom its rules name', async () => {
    const formId = await created(definitionOf([field('text', 'aa')]));
    await release(formId);
    const user = await server.as('user3');
    const rules = [
      { id: '1', subject: { kind: 'role' as const, id: 'user' }, actions: ['view' as const], scope: 'all' as const },
    ];
    expect(await admin.ok(formsApi.putPermissions, { params: { formId }, body: { rules } })).toEqual({ rules });
    expect(await admin.ok(formsApi.getPermissions, { params: { formId } })).toEqual({ rules });
    expect((await user.ok(formsApi.getForm, { params: { formId } })).can).toEqual({
      view: true,
      create: false,
      import: false,
      design: false,
    });
    expect((await user.ok(formsApi.listApps, {})).apps.flatMap(({ forms }) => forms.map(({ id }) => id))).toEqual([
      formId,
    ]);
    expect((await user.call(formsApi.getPermissions, { params: { formId } })).status).toBe(403);
  });
});
