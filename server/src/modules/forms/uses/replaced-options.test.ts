import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { admin, appId, close, open, release, saved, write } from '../testing/designing.ts';
import { options, inUse, choosing, view, buttons, rule, own } from '../testing/repair.ts';

beforeAll(open);
afterAll(close);

describe('an option that another takes the place of', () => {
  test('is replaced in every record, and whatever names it follows', async () => {
    const formId = await inUse();
    const records = await Promise.all(
      ['a', 'b', 'c'].map((name, at) => write(formId, { name, level: at === 0 ? 'usual' : 'urgent' })),
    );
    await choosing('level = "urgent" and total > 1000')(formId);
    await view('board', {
      board: { column: 'level', limits: { urgent: 5 } },
      filter: { all: [{ field: 'level', operator: 'in', value: ['urgent'] }] },
    })(formId);
    await buttons(own({ does: 'fill', values: [{ field: 'level', value: '"urgent"' }] }, 'level != "urgent"'))(formId);
    await rule({ scope: 'condition', condition: { all: [{ field: 'level', operator: 'eq', value: 'urgent' }] } })(
      formId,
    );
    const all = [{ ...options[0], retired: true, replacedBy: 'high' }, options[1], { id: 'high', label: { zh: '高' } }];
    await saved(formId, (definition) => ({
      ...definition,
      fields: definition.fields.map((one) =>
        one.id === 'level' ? ({ ...one, config: { options: all } } as Field) : one,
      ),
    }));
    const plan = await admin.ok(formsApi.planRelease, { params: { formId } });
    expect(new Set(plan.uses.map(({ kind, how }) => `${kind} ${how}`))).toEqual(
      new Set(['flow follow', 'view follow', 'buttons follow', 'rules follow']),
    );
    const released = await release(formId);
    expect(released).toMatchObject({ status: 200, body: { recalculation: expect.any(String) } });
    const valuesOf = () =>
      Promise.all(
        records.map(
          async ({ id }) => (await admin.ok(recordsApi.get, { params: { formId, recordId: id } })).values.level,
        ),
      );
    await expect.poll(valuesOf).toEqual(['usual', 'high', 'high']);
    expect(
      (await admin.ok(workflowApi.definition, { params: { formId } })).graph.edges.find(({ id }) => id === 'yes'),
    ).toMatchObject({ condition: 'level = "high" and total > 1000' });
    expect(
      (await admin.ok(workflowApi.releaseGraph, { params: { formId, number: 1 } })).graph.edges.find(
        ({ id }) => id === 'yes',
      ),
    ).toMatchObject({ condition: 'level = "high" and total > 1000' });
    expect((await admin.ok(viewsApi.list, { params: { formId } })).views[0]!.settings).toMatchObject({
      board: { limits: { high: 5 } },
      filter: { all: [{ value: ['high'] }] },
    });
    expect(
      (await admin.ok(formsApi.buttons, { params: { appId }, query: { form: formId } })).settings.own[0],
    ).toMatchObject({ onlyIf: 'level != "high"', script: { values: [{ value: '"high"' }] } });
    expect((await admin.ok(formsApi.getPermissions, { params: { formId } })).rules[0]).toMatchObject({
      condition: { all: [{ value: 'high' }] },
    });
  });

  test('of a tree takes the whole way with it, and the history says what was chosen', async () => {
    const node = (id: string, parent?: string, more: object = {}) => ({
      id,
      label: { zh: `名${id}` },
      ...(parent && { parent }),
      ...more,
    });
    const tree = (type: 'cascade' | 'treeSelect', id: string, nodes: object[]): Field =>
      ({
        ...newField(type, { zh: id }, id),
        config: { options: nodes, ...(type === 'treeSelect' && { multiple: true }) },
      }) as Field;
    const before = [node('a'), node('a1', 'a'), node('a2', 'a'), node('b'), node('b1', 'b')];
    const after = [node('a'), node('a1', 'a', { retired: true, replacedBy: 'b1' }), ...before.slice(2)];
    const both = (nodes: object[]) => [tree('cascade', 'way', nodes), tree('treeSelect', 'twigs', nodes)];
    const formId = await inUse();
    const draw = (nodes: object[]) =>
      saved(formId, (definition) => ({
        ...definition,
        fields: [...definition.fields.filter(({ id }) => id !== 'way' && id !== 'twigs'), ...both(nodes)],
      }));
    await draw(before);
    expect(await release(formId)).toMatchObject({ status: 200 });
    const record = await write(formId, { name: 'x', way: ['a', 'a1'], twigs: ['a1', 'a2'] });
    await draw(after);
    expect(await release(formId)).toMatchObject({ status: 200, body: { recalculation: expect.any(String) } });
    const params = { formId, recordId: record.id };
    await expect
      .poll(async () => (await admin.ok(recordsApi.get, { params })).values)
      .toMatchObject({ way: ['b', 'b1'], twigs: ['b1', 'a2'] });
    // a branch takes no leaf's place where the last level alone is chosen
    expect(
      (await draw([node('a'), node('a1', 'a', { retired: true, replacedBy: 'b' }), ...before.slice(2)])).problems,
    ).toContainEqual(expect.objectContaining({ code: 'forms.problem.option_replaced', field: 'way' }));
    // once it is taken out altogether, the history still calls it by its name
    await admin.ok(recordsApi.update, {
      params,
      body: { expectedVersion: (await admin.ok(recordsApi.get, { params })).version, values: { twigs: ['b1'] } },
    });
    await draw(before.filter(({ id }) => id !== 'a2' && id !== 'a1'));
    expect(await release(formId, { acceptLoss: true, acceptUses: true })).toMatchObject({ status: 200 });
    expect((await admin.ok(recordsApi.history, { params })).former).toContainEqual({
      field: 'twigs',
      options: expect.arrayContaining([{ id: 'a2', label: { zh: '名a2' } }]),
    });
  });

  test('must be there, and retired', async () => {
    const formId = await inUse();
    for (const wrong of [{ retired: true, replacedBy: 'nothing' }, { replacedBy: 'usual' }]) {
      const draft = await saved(formId, (definition) => ({
        ...definition,
        fields: definition.fields.map((one) =>
          one.id === 'level'
            ? ({ ...one, config: { options: [{ ...options[0], ...wrong }, options[1]] } } as Field)
            : one,
        ),
      }));
      expect(draft.problems).toContainEqual(
        expect.objectContaining({ code: 'forms.problem.option_replaced', field: 'level' }),
      );
    }
  });
});
