import type { Field } from '../forms/field.ts';
import { typesOf, type ExpressionType } from '../records/expressions.ts';

/** Who began a process and who submits in it, and where they belong: conditions compare them like fields of the record. */
export const processFields = (['initiator', 'submitter'] as const).flatMap((who): Field[] => {
  const { zh, en } = { initiator: { zh: '发起人', en: 'Initiator' }, submitter: { zh: '提交人', en: 'Submitter' } }[
    who
  ];
  return [
    { id: `_${who}`, type: 'member', title: { zh, en }, config: { multiple: false } },
    {
      id: `_${who}Departments`,
      type: 'department',
      title: { zh: `${zh}的部门`, en: `${en}’s departments` },
      config: { multiple: true },
    },
    { id: `_${who}Posts`, type: 'post', title: { zh: `${zh}的岗位`, en: `${en}’s posts` }, config: { multiple: true } },
    { id: `_${who}Roles`, type: 'role', title: { zh: `${zh}的角色`, en: `${en}’s roles` }, config: { multiple: true } },
  ] as Field[];
});

const texts: ExpressionType = { kind: 'list', item: { kind: 'string' } };

/** Whether one of the departments is one of those that come second, or lies anywhere below one. */
export const belongsTo = 'belongs to';

/** What a condition of a process may read beside what a formula of the form may. */
export const processTypes: Readonly<Record<string, ExpressionType>> = {
  ...typesOf(processFields),
  [belongsTo]: { kind: 'function', params: [texts, texts], result: { kind: 'boolean' } },
};

/** Somebody in a process, as conditions know them. */
export interface ProcessPerson {
  id: string;
  departments: readonly string[];
  posts: readonly string[];
  roles: readonly string[];
}

/** The values of `processFields`. */
export function processValues(
  people: Readonly<Record<'initiator' | 'submitter', ProcessPerson>>,
): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(people).flatMap(([who, { id, departments, posts, roles }]) => [
      [`_${who}`, [id]],
      [`_${who}Departments`, departments],
      [`_${who}Posts`, posts],
      [`_${who}Roles`, roles],
    ]),
  );
}
