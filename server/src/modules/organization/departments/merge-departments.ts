import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { organizationApi } from '@formwork/contract/organization/api.ts';
import type { Department } from '@formwork/contract/organization/departments.ts';
import type { Ctx } from '../../../platform/context.ts';
import { conflict } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';
import { changeOrganization } from '../change.ts';
import {
  departmentIn,
  heightOf,
  lockTree,
  nextPosition,
  requireDepth,
  requireOwnRolesBelow,
  requireNotBelow,
  usable,
  viewOf,
} from './departments.ts';
import { childrenIn, isIn } from '../directory/directory-index.ts';
import type { Directory, DirectoryPerson } from '../directory/directory.ts';
import { requireBelow, requireOwnRoles } from '../delegated/limits.ts';

/**
 * People and departments of one department move into another. The emptied one stays below it, out of use: records bear
 * its id, and whoever sees "the department and below" goes on seeing them.
 */
export async function mergeDepartment(
  ctx: Ctx,
  { params, body }: InputOf<typeof organizationApi.mergeDepartment>,
): Promise<Department> {
  const from = params.departmentId;
  const into = body.intoId;
  const { directory } = await changeOrganization(
    ctx,
    async (tx, before) => {
      const source = departmentIn(before, from);
      requireBelow(tx.care, from);
      const { whole } = tx.care;
      const target = usable(before, into);
      if (from === into) throw conflict('organization.department.inside_itself');
      // nobody's main department is a virtual one
      if (source.virtual !== target.virtual) throw conflict('organization.department.other_kind');
      await lockTree(tx);
      await requireNotBelow(tx, into, from);
      requireDepth(whole, into, heightOf(before, from));
      // those who work there beside a place elsewhere, too
      const inside = [...whole.people.values()].filter((person) => isIn(person, new Set([from])));
      const people = inside.map(({ id }) => id);
      const children = (childrenIn(before).get(from) ?? []).map(({ id }) => id);
      requireOwnRolesBelow(tx.care, children, into);
      requireOwnRoles(
        tx.care,
        inside.map((person) => inPlaceOf(person, from, into)),
      );

      for (const child of children)
        await tx.tx
          .updateTable('organization.department')
          .set({ parent_id: into, position: nextPosition(into) })
          .where('id', '=', child)
          .execute();
      await tx.tx
        .updateTable('organization.person')
        .set({ department_id: into })
        .where('department_id', '=', from)
        .execute();
      await tx.tx
        .deleteFrom('organization.part_time as p')
        .where('p.department_id', '=', from)
        .where((eb) =>
          eb.or([
            eb.exists(
              eb
                .selectFrom('organization.part_time as other')
                .select('other.account_id')
                .whereRef('other.account_id', '=', 'p.account_id')
                .where('other.department_id', '=', into),
            ),
            eb.exists(
              eb
                .selectFrom('organization.person as main')
                .select('main.account_id')
                .whereRef('main.account_id', '=', 'p.account_id')
                .where('main.department_id', '=', into),
            ),
          ]),
        )
        .execute();
      await tx.tx
        .updateTable('organization.part_time')
        .set({ department_id: into })
        .where('department_id', '=', from)
        .execute();
      await tx.tx
        .updateTable('organization.department')
        .set({
          parent_id: into,
          position: nextPosition(into),
          disabled: true,
          name: freeName(before, into, source.name, from),
        })
        .where('id', '=', from)
        .execute();

      const departments = [from, into, ...children];
      await record(tx, 'organization.department.merged', { ids: departments, from, into, people: people.length });
      for (let at = 0; at < people.length; at += eventIds)
        await record(tx, 'organization.person.moved', { ids: people.slice(at, at + eventIds), departmentId: into });
      tx.touch({ departments, people });
    },
    'people',
  );
  return viewOf(directory, departmentIn(directory, into), true);
}

function inPlaceOf(person: DirectoryPerson, from: string, into: string): DirectoryPerson {
  const of = (id: string) => (id === from ? into : id);
  return {
    ...person,
    departmentId: person.departmentId === null ? null : of(person.departmentId),
    partTime: person.partTime.map((position) => ({ ...position, departmentId: of(position.departmentId) })),
  };
}

/** One event names so many people at most. */
const eventIds = 1_000;

/** The name among the children-to-be of the target; a number behind it where it is taken. */
function freeName(directory: Directory, into: string, name: string, from: string): string {
  const taken = new Set(
    [...(childrenIn(directory).get(into) ?? []), ...(childrenIn(directory).get(from) ?? [])]
      .filter(({ id }) => id !== from)
      .map((one) => one.name),
  );
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name} (${number})`;
  return free;
}
