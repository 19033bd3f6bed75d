import { randomUUID } from 'node:crypto';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf } from '../../../testing/server.ts';
import { registerKinds, releasedOf } from '../../definitions/public.ts';
import { boardKind, type Board } from '../../definitions/testing/board-kind.ts';
import { admin, close, created, definitionOf, field, open, release, saved, server } from '../testing/designing.ts';

const kind = 'watch';
const namesOf = ({ names = '' }: Board['cards'][0]): [string, string] => {
  const slash = names.indexOf('/');
  return [names.slice(0, slash), names.slice(slash + 1)];
};

/** Boards whose cards name something of a form: `form/field` or `form/field/option`. */
const watch = boardKind({
  kind,
  references: ({ cards }) =>
    cards.map((card) => {
      const [id, part] = namesOf(card);
      return { part: card.id, to: { kind: 'form', id, part }, how: card.how ?? 'refuse' };
    }),
  rename: (board, ids) => ({
    ...board,
    cards: board.cards.map((card) => {
      const [id, part] = namesOf(card);
      return { ...card, names: `${id}/${ids.get(part) ?? part}` };
    }),
  }),
});

beforeAll(async () => {
  await open();
  registerKinds(server.platform, [watch]);
});
afterAll(close);

const options = (...more: object[]) => ({ config: { options: [{ id: 'high', label: { zh: '高' } }, ...more] } });
const low = { id: 'low', label: { zh: '低' } };

async function form(): Promise<string> {
  const id = await created(
    definitionOf([field('text', 'name'), field('singleSelect', 'level', options(low) as Partial<Field>)]),
  );
  expect((await release(id)).status).toBe(200);
  return id;
}

async function watching(names: string, how: 'refuse' | 'warn' = 'refuse'): Promise<string> {
  const draft = { title: 'Watch', cards: [{ id: 'c', title: '', names, how }], order: ['c'] };
  const body = { commandId: randomUUID(), name: { zh: 'Watch' }, draft };
  return (await admin.ok(definitionsApi.create, { params: { kind }, body })).id;
}

const released = (id: string) => admin.call(definitionsApi.release, { params: { kind, id }, body: { version: 1 } });

test('a definition names what a form has in force', async () => {
  const formId = await form();
  const codes = async (names: string) => {
    const { problems } = await admin.ok(definitionsApi.problems, { params: { kind, id: await watching(names) } });
    return problems.map(({ code }) => code);
  };
  expect(await codes('nowhere/name')).toEqual(['definitions.problem.target_missing']);
  expect(await codes(`${formId}/gone`)).toEqual(['definitions.problem.part_missing']);
  expect(await codes(`${formId}/level/gone`)).toEqual(['definitions.problem.part_missing']);
  for (const there of ['', 'name', 'level', 'level/low']) expect(await codes(`${formId}/${there}`)).toEqual([]);
});

test('what it decides by is not taken out of the form, what it shows wants a yes', async () => {
  const formId = await form();
  const deciding = await watching(`${formId}/name`);
  await released(deciding);
  await saved(formId, (definition) => ({ ...definition, fields: definition.fields.filter(({ id }) => id !== 'name') }));
  const refused = await release(formId, { acceptLoss: true, acceptUses: true });
  expect([refused.status, codeOf(refused)]).toEqual([409, 'forms.uses.refused']);
  const plan = await admin.ok(formsApi.planRelease, { params: { formId } });
  expect(plan.uses).toMatchObject([
    { kind: 'definition', definition: kind, id: deciding, state: 'released', how: 'refuse' },
    { kind: 'definition', id: deciding, state: 'draft' },
  ]);
  await admin.ok(definitionsApi.archive, { params: { kind, id: deciding }, body: {} });

  await released(await watching(`${formId}/name`, 'warn'));
  expect(codeOf(await release(formId, { acceptLoss: true }))).toBe('forms.uses.unaccepted');
  expect((await release(formId, { acceptLoss: true, acceptUses: true })).status).toBe(200);
});

test('an option that takes the place of another does so in what is in force', async () => {
  const formId = await form();
  const id = await watching(`${formId}/level/low`);
  await released(id);
  const replaced = options({ ...low, retired: true, replacedBy: 'high' }) as Partial<Field>;
  await saved(formId, (definition) => ({
    ...definition,
    fields: definition.fields.map((one) => (one.id === 'level' ? field('singleSelect', 'level', replaced) : one)),
  }));
  expect((await release(formId, { acceptUses: true })).status).toBe(200);
  await expect
    .poll(() => releasedOf<Board>(server.platform, 'demo', kind, id))
    .toMatchObject({ number: 2, body: { cards: [{ names: `${formId}/level/high` }] } });
});
