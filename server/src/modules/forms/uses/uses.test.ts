import { formsApi } from '@formwork/contract/forms/api.ts';
import { type Field } from '@formwork/contract/forms/field.ts';
import type { Use } from '@formwork/contract/forms/uses.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf } from '../../../testing/server.ts';
import { admin, close, open, release, saved, server, write } from '../testing/designing.ts';
import { options, inUse, without, choosing, signedBy, view } from '../testing/repair.ts';
import { table } from '../testing/named-by.ts';

beforeAll(open);
afterAll(close);

describe('what is taken away is asked of', () => {
  test.each(table)('$user', async ({ makes, kind, takes }) => {
    const formId = await inUse();
    await makes(formId);
    const { uses } = await admin.ok(formsApi.formUses, { params: { formId } });
    for (const [what, place, how] of takes) {
      const [element, option] = what.split('#');
      expect
        .soft(uses, what)
        .toContainEqual(
          expect.objectContaining({ kind, place, how, to: { form: formId, element, ...(option && { option }) } }),
        );
      const before = await admin.ok(formsApi.getDraft, { params: { formId } });
      await without(formId, what);
      const plan = await admin.ok(formsApi.planRelease, { params: { formId } });
      expect
        .soft(
          plan.uses.map((use) => [use.kind, use.place, use.how]),
          what,
        )
        .toContainEqual([kind, place, how]);
      const answer = await release(formId, { acceptLoss: true });
      expect
        .soft([what, answer.status, codeOf(answer)])
        .toEqual([what, 409, how === 'refuse' ? 'forms.uses.refused' : expect.stringMatching(/^forms\.uses\./)]);
      // nothing that is said is an id
      expect
        .soft(
          plan.uses
            .flatMap(({ title, what: named, partTitle }) => [title.zh, named.zh, partTitle?.zh ?? ''])
            .filter(
              (text) =>
                text.includes(element!) &&
                !/^(name|note|total|cost|level|day|ends|photo|signer|spare|qty|piece|parts)/.test(text),
            ),
        )
        .toEqual([]);
      await saved(formId, () => before.definition);
    }
  });

  test('wants a yes where it only shows less, and the release keeps what was said yes to', async () => {
    const formId = await inUse();
    await view('board', { board: { column: 'level' } })(formId);
    await without(formId, 'level');
    expect(codeOf(await release(formId, { acceptLoss: true }))).toBe('forms.uses.unaccepted');
    const { version } = await admin.ok(formsApi.getDraft, { params: { formId } });
    expect(
      (
        await admin.call(formsApi.release, {
          params: { formId },
          body: { draftVersion: version, acceptUses: true, note: '不再分级' },
        })
      ).status,
    ).toBe(200);
    const {
      releases: [last],
    } = await admin.ok(formsApi.listReleases, { params: { formId } });
    expect(last).toMatchObject({
      note: '不再分级',
      uses: [{ kind: 'view', title: { zh: '标签' }, place: 'board', what: { zh: 'level' } }],
    });
    // and afterwards it is still known by name
    const { former, uses } = await admin.ok(formsApi.formUses, { params: { formId } });
    expect(former).toContainEqual({
      id: 'level',
      title: { zh: 'level' },
      whole: true,
      options: expect.arrayContaining([{ id: 'urgent', label: { zh: '紧急', en: 'Urgent' } }]),
    });
    expect(uses).toContainEqual(expect.objectContaining({ kind: 'view', place: 'board' }));
  });

  test("is told by its name over one's own label that still names it", async () => {
    const formId = await inUse();
    await view(
      'list',
      { filter: { field: 'level', operator: 'eq', value: 'urgent' }, columns: ['name'] },
      'personal',
    )(formId);
    const label = async () => (await admin.ok(viewsApi.list, { params: { formId } })).views[0]!;
    expect((await label()).gone).toBeUndefined();
    await without(formId, 'level');
    expect(await release(formId, { acceptLoss: true, acceptUses: true })).toMatchObject({ status: 200 });
    expect((await label()).gone).toEqual([{ place: 'filter', what: { zh: 'level' } }]);
  });

  test('lets go what nobody names', async () => {
    const formId = await inUse();
    await without(formId, 'note');
    expect(await admin.ok(formsApi.planRelease, { params: { formId } })).toMatchObject({ uses: [] });
    expect((await release(formId)).status).toBe(200);
  });

  test('asks a process under way too, that follows an earlier release', async () => {
    const formId = await inUse();
    await signedBy([{ by: 'member-field', field: 'signer' }])(formId);
    const { id: recordId } = await write(formId, { name: 'a', signer: [admin.id] });
    await admin.ok(workflowApi.start, { params: { formId, recordId }, body: { commandId: crypto.randomUUID() } });
    await signedBy([{ by: 'initiator' }])(formId);
    await without(formId, 'signer');
    expect((await admin.ok(formsApi.planRelease, { params: { formId } })).uses).toEqual([
      expect.objectContaining({ kind: 'flow', state: 'running', place: 'executors', how: 'refuse' }),
    ]);
  });

  test('of an option that records hold: it is retired, and stays where it is', async () => {
    const formId = await inUse();
    const record = await write(formId, { name: 'a', level: 'urgent' });
    await without(formId, 'level#urgent');
    const refused = await release(formId, { acceptLoss: true });
    expect([codeOf(refused), refused.body]).toMatchObject([
      'forms.release.problems',
      {
        data: { problems: [{ code: 'forms.problem.option_held', field: 'level', data: { option: '紧急', rows: 1 } }] },
      },
    ]);
    await saved(formId, (definition) => ({
      ...definition,
      fields: definition.fields.map((one) =>
        one.id === 'level'
          ? ({ ...one, config: { options: [{ ...options[0], retired: true }, options[1]] } } as Field)
          : one,
      ),
    }));
    expect((await release(formId)).status).toBe(200);
    const at = { params: { formId, recordId: record.id } };
    expect(
      (
        await admin.call(recordsApi.update, {
          ...at,
          body: { expectedVersion: 1, values: { level: 'urgent', note: 'changed' } },
        })
      ).status,
    ).toBe(200);
    expect(
      codeOf(await admin.call(recordsApi.create, { params: { formId }, body: { values: { level: 'urgent' } } })),
    ).toBe('records.record.invalid');
    const found = await admin.ok(recordsApi.list, {
      params: { formId },
      query: { filter: JSON.stringify({ field: 'level', operator: 'eq', value: 'urgent' }) },
    });
    expect(JSON.stringify(found)).toContain(record.id);
  });
});

test('an order of 3,000 goes to both who counter-sign, whatever a designer tries to take away meanwhile', async () => {
  const formId = await inUse();
  await choosing('total > 1000')(formId);
  const { graph, version } = await admin.ok(workflowApi.definition, { params: { formId } });
  for (const node of graph.nodes)
    if (node.kind === 'approve')
      Object.assign(node, {
        signing: { way: 'all' },
        executors: {
          ...node.executors,
          rules: [
            { by: 'member-field', field: 'signer' },
            { by: 'member-field', field: 'spare' },
          ],
        },
      });
  await admin.ok(workflowApi.saveDefinition, { params: { formId }, body: { graph, expectedVersion: version } });
  await admin.ok(workflowApi.release, { params: { formId }, body: { expectedVersion: version + 1 } });
  await saved(formId, (definition) => ({
    ...definition,
    fields: definition.fields.filter(({ id }) => !['total', 'signer', 'spare'].includes(id)),
  }));
  const refused = await release(formId, { acceptLoss: true });
  expect(codeOf(refused)).toBe('forms.uses.refused');
  expect(
    (refused.body as { data: { uses: Use[] } }).data.uses.map(({ part, place, what }) => [part, place, what.zh]),
  ).toEqual(
    expect.arrayContaining([
      ['yes', 'condition', 'total'],
      ['approve', 'executors', 'signer'],
      ['approve', 'executors', 'spare'],
    ]),
  );
  const [one, two] = [await server.as('user2'), await server.as('user3')];
  const { id: recordId } = await write(formId, { name: '3000', total: 3000, signer: [one.id], spare: [two.id] });
  await admin.ok(workflowApi.start, { params: { formId, recordId }, body: { commandId: crypto.randomUUID() } });
  const { nodes } = await admin.ok(workflowApi.process, { params: { formId, recordId } });
  expect(nodes.filter(({ display }) => display === 'current').map(({ node }) => node)).toEqual(['approve']);
  for (const signer of [one, two])
    expect((await signer.ok(workflowApi.process, { params: { formId, recordId } })).myTasks).toHaveLength(1);
});
