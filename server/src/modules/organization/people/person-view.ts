import type { Person, PersonDetails } from '@formwork/contract/organization/people.ts';
import { holds } from '@formwork/contract/operations/grants.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { profilesOf } from '../../profile/public.ts';
import { administeredIn, delegatedPartsOf } from '../delegated/administered.ts';
import { isOrdinary } from '../delegated/limits.ts';
import { directoryOf, type Directory, type DirectoryPerson } from '../directory/directory.ts';

/** People as pages show them: the directory knows where they belong, the database the rest. */
export async function viewsOf(ctx: Ctx, directory: Directory, people: readonly DirectoryPerson[]): Promise<Person[]> {
  const details = await detailsOf(
    ctx,
    people.map(({ id }) => id),
  );
  const mayEdit = await editsOf(ctx);
  return people.map((person) => {
    const { portrait: _, ...known } = details.get(person.id) ?? noDetails;
    return { ...known, ...viewOf(ctx, directory, person, mayEdit(person)) };
  });
}

type KnownDetails = PersonDetails & { portrait: string | null };

/** Who has never been given any is not among them. */
export async function detailsOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, KnownDetails>> {
  if (ids.length === 0) return new Map();
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const reach = await tx
      .selectFrom('organization.person')
      .select(['account_id', 'email', 'phone'])
      .where('account_id', 'in', [...ids])
      .execute();
    const details = new Map(
      [...(await profilesOf(tx, ids))].map(([id, profile]) => [id, { ...noDetails, ...profile }]),
    );
    for (const { account_id: id, email, phone } of reach)
      details.set(id, { ...(details.get(id) ?? noDetails), email, phone });
    return details;
  });
}

export const noDetails: KnownDetails = {
  portrait: null,
  gender: null,
  birthday: null,
  email: '',
  phone: '',
  extension: '',
  jobDescription: '',
  entryDate: null,
};

/** Whom the one who asks may change: administrators everybody, those who look after departments the ordinary people there. */
async function editsOf(ctx: Ctx): Promise<(person: DirectoryPerson) => boolean> {
  if (holds(ctx.user, 'organization.person.edit')) return () => true;
  const whole = await directoryOf(ctx.platform, ctx.spaceId);
  if (!delegatedPartsOf(whole, ctx.user).includes('people')) return () => false;
  const care = administeredIn(whole, ctx, ['people']);
  return (person) => care.part.people.has(person.id) && isOrdinary(care, person);
}

function viewOf(
  ctx: Ctx,
  directory: Directory,
  person: DirectoryPerson,
  edits: boolean,
): Omit<Person, keyof PersonDetails> {
  const { id, login, name, role, disabled } = person;
  const other = edits && id !== ctx.user.id;
  const administers = holds(ctx.user, 'organization.person.edit');
  const { departments, posts, people, suppliers } = directory;
  return {
    id,
    login,
    name,
    role,
    disabled,
    department: named(departments, person.departmentId),
    post: named(posts, person.postId),
    partTime: person.partTime.flatMap(({ departmentId, postId }) => {
      const department = named(departments, departmentId);
      return department ? [{ department, post: named(posts, postId) }] : [];
    }),
    superior: named(people, person.superiorId),
    supplier: named(suppliers, person.supplierId),
    roles: person.roleIds.map((roleId) => ({ id: roleId, name: directory.roles.get(roleId)?.name ?? '' })),
    can: {
      edit: edits,
      changeRole: other && administers,
      disable: other,
      resetPassword: other && person.atHome,
      handOver: other && administers,
    },
  };
}

function named(
  among: ReadonlyMap<string, { id: string; name: string }>,
  id: string | null,
): { id: string; name: string } | null {
  const one = among.get(id ?? '');
  return one ? { id: one.id, name: one.name } : null;
}
