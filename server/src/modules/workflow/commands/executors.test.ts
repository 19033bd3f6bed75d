import { organizationApi } from '@formwork/contract/organization/api.ts';
import type { Executors, ExecutorRule } from '@formwork/contract/workflow/graph.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { begun, close, nodesOf, open, scene } from '../testing/begun.ts';
import type { Letter } from '../testing/scene.ts';

/** The plant is headed by E, its workshop by D; I works there under A, who works under B. C is an inspector, S the foreman. */
const place = { plant: '', workshop: '', role: '', post: '' };
beforeAll(async () => {
  await open();
  const admin = await scene.who('ADMIN');
  const id = async (letter: Letter) => (await scene.who(letter)).id;
  const department = async (name: string, parentId: string | null, head: Letter) =>
    (await admin.ok(organizationApi.createDepartment, { body: { name, parentId, headId: await id(head) } })).id;
  place.plant = await department('总厂', null, 'E');
  place.workshop = await department('一车间', place.plant, 'D');
  place.role = (await admin.ok(organizationApi.createRole, { body: { name: '质检员', description: '' } })).id;
  await admin.ok(organizationApi.setRoleMembers, { params: { roleId: place.role }, body: { ids: [await id('C')] } });
  place.post = (
    await admin.ok(organizationApi.createPost, { body: { name: '班长', description: '', gradeId: null } })
  ).id;
  const put = async (letter: Letter, body: { departmentId?: string; superiorId?: string; postId?: string }) =>
    admin.ok(organizationApi.updatePerson, { params: { personId: await id(letter) }, body });
  await put('A', { departmentId: place.plant, superiorId: await id('B') });
  await put('I', { departmentId: place.workshop, superiorId: await id('A') });
  await put('S', { departmentId: place.workshop, postId: place.post });
});
afterAll(close);

const usual: Executors = { rules: [], nobody: 'refuse', sameAsPrevious: 'again', isInitiator: 'again' };

/** Who has it in hand after I began a process whose first node is found so. */
async function foundBy(
  rules: ExecutorRule[],
  settings: Partial<Executors> = {},
  values?: Record<string, unknown>,
): Promise<string[]> {
  const at = await begun(
    'a:A b:B end',
    'start>a a>b b>end',
    (graph) => {
      for (const node of graph.nodes)
        if (node.id === 'a' && node.kind === 'approve')
          Object.assign(node, { executors: { ...usual, ...settings, rules }, signing: { way: 'all' } });
    },
    values,
  );
  const [current] = await nodesOf(at);
  const { nodes } = await scene.process(at.formId, at.recordId, 'ADMIN');
  const logins = new Map(
    await Promise.all(
      (['A', 'B', 'C', 'D', 'E', 'I', 'S', 'ADMIN'] as const).map(
        async (letter) => [(await scene.who(letter)).id, letter] as const,
      ),
    ),
  );
  const actors = nodes.find(({ node }) => node === current)?.tasks.at(-1)?.actors ?? [];
  return [
    current!,
    ...actors.filter(({ state }) => state === 'pending').map(({ person }) => logins.get(person.id) ?? person.name),
  ];
}

describe('who carries out a step', () => {
  test('is found by role, post, and the heads of departments', async () => {
    expect(await foundBy([{ by: 'role', role: place.role }])).toEqual(['a', 'C']);
    expect(await foundBy([{ by: 'post', post: place.post }])).toEqual(['a', 'S']);
    expect(await foundBy([{ by: 'department-head', department: place.plant }])).toEqual(['a', 'E']);
    expect(await foundBy([{ by: 'initiator-department-head' }])).toEqual(['a', 'D']);
    expect(await foundBy([{ by: 'initiator-upper-head', levels: 1 }])).toEqual(['a', 'E']);
  });

  test('is whoever began, those above them, or who a field of the form names', async () => {
    expect(await foundBy([{ by: 'initiator' }])).toEqual(['a', 'I']);
    expect(await foundBy([{ by: 'initiator-superior', levels: 1 }])).toEqual(['a', 'A']);
    expect(await foundBy([{ by: 'initiator-superior', levels: 2 }])).toEqual(['a', 'B']);
    expect(
      await foundBy(
        [{ by: 'member-field', field: 'expert' }],
        {},
        { name: '记录 60', expert: [(await scene.who('S')).id] },
      ),
    ).toEqual(['a', 'S']);
    expect(await foundBy([{ by: 'node', node: 'start' }])).toEqual(['a', 'I']);
  });

  test('is everybody that the rules find together, each once and in their order', async () => {
    expect(
      await foundBy([
        { by: 'post', post: place.post },
        { by: 'initiator-superior', levels: 1 },
        { by: 'post', post: place.post },
      ]),
    ).toEqual(['a', 'S', 'A']);
  });

  test('is who the settings say where nobody is found, or whoever began', async () => {
    // nobody stands three levels above
    const nobody: ExecutorRule[] = [{ by: 'initiator-superior', levels: 3 }];
    expect(await foundBy(nobody, { nobody: 'skip' })).toEqual(['b', 'B']);
    expect(await foundBy(nobody, { nobody: 'administrator' })).toEqual(['a', 'ADMIN']);
    await expect(foundBy(nobody)).rejects.toThrow('workflow.executor.nobody');
    expect(await foundBy([{ by: 'initiator' }], { isInitiator: 'pass' })).toEqual(['b', 'B']);
    expect(await foundBy([{ by: 'initiator' }], { isInitiator: 'superior' })).toEqual(['a', 'A']);
    expect(await foundBy([{ by: 'initiator' }], { sameAsPrevious: 'pass' })).toEqual(['b', 'B']);
  });
});
