import type { PersonRef } from '@formwork/contract/workflow/process.ts';
import type { ConditionInput } from '@formwork/process/conditions.ts';
import { questionKey, type Person, type Question } from '@formwork/process/command.ts';
import type { Ctx } from '../../../platform/context.ts';
import {
  directoryOf,
  holds,
  membersOfRole,
  pinyinOf,
  unitsOf,
  wayTo,
  type Directory,
  type DirectoryPerson,
} from '../../organization/public.ts';

type Where = Pick<Ctx, 'platform' | 'spaceId'>;

/** Gives a person's name; who has left the space keeps the name the directory still knows. */
export type PersonName = (id: string) => PersonRef;

/** Names for the ids of an answer. */
export async function personRefs(where: Where): Promise<PersonName> {
  const { people } = await directoryOf(where.platform, where.spaceId);
  return (id) => ({ id, name: people.get(id)?.name ?? '' });
}

/** Who takes part, as conditions ask it. */
export function peopleOf(
  directory: Directory,
  initiator: string,
  submitter: string,
): Pick<ConditionInput, 'initiator' | 'submitter' | 'wayUp'> {
  const person = (id: string) => ({ id, ...unitsOf(directory, id) });
  return {
    initiator: person(initiator),
    submitter: person(submitter),
    wayUp: (department) => wayTo(directory, department).map(({ id }) => id),
  };
}

/**
 * Answers the engine's questions about the organization from memory. The directory is read before a transaction opens:
 * a second connection must not be waited for while the first holds a lock.
 */
export function answersFrom(directory: Directory): (questions: Question[]) => Map<string, Person[]> {
  return (questions) =>
    new Map(
      questions.map((question) => [
        questionKey(question),
        answer(directory, question)
          .filter((one) => !one.disabled)
          .map(asPerson),
      ]),
    );
}

function answer(directory: Directory, question: Question): DirectoryPerson[] {
  const { people, departments } = directory;
  const byId = (id: string | null | undefined) => (id ? (people.get(id) ?? []) : []);
  switch (question.ask) {
    case 'persons':
      return question.ids.flatMap(byId);
    case 'role':
      return membersOfRole(directory, question.id).flatMap(byId);
    case 'post':
      return [...people.values()].filter((one) => holds(one, question.id));
    case 'department-head':
      return [byId(departments.get(question.id)?.headId)].flat();
    case 'superior': {
      let at = people.get(question.person);
      for (let level = 0; at && level < question.levels; level++)
        at = at.superiorId === null ? undefined : people.get(at.superiorId);
      return at ? [at] : [];
    }
    case 'department-head-of': {
      let department = departments.get(people.get(question.person)?.departmentId ?? '');
      for (let level = 0; department && level < (question.levels ?? 0); level++)
        department = departments.get(department.parentId ?? '');
      return [byId(department?.headId)].flat();
    }
    case 'administrators':
      return [...people.values()].filter((one) => one.role === 'admin');
  }
}

function asPerson(one: DirectoryPerson): Person {
  return { id: one.id, sortKey: pinyinOf(one.name) };
}
