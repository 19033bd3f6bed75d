import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { organizationApi } from '@formwork/contract/organization/api.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { RightsSubject } from '../../../platform/http/http.ts';
import { administered } from '../delegated/administered.ts';
import { departmentIn, usable } from '../departments/departments.ts';
import { childrenIn, isIn, wayTo } from '../directory/directory-index.ts';
import type { Directory, DirectoryPerson } from '../directory/directory.ts';
import { personIn } from '../people/person-in.ts';
import { usablePost } from '../departments/posts.ts';

/** Roles and rules speak of departments and posts: who stands elsewhere may do something else. */

type Input<Name extends keyof typeof organizationApi> = InputOf<(typeof organizationApi)[Name]>;
type Place = Partial<Pick<DirectoryPerson, 'role' | 'departmentId' | 'postId' | 'partTime'>>;

/** A reviewer reads so many lines; of what is beyond, how much it is. */
const mostShown = 200;

export async function changeOfPerson(ctx: Ctx, { params, body }: Input<'updatePerson'>): Promise<RightsSubject | null> {
  const person = personIn((await administered(ctx, 'people')).part, params.personId);
  const changed = (['role', 'departmentId', 'postId', 'partTime'] as const).filter(
    (key) => body[key] !== undefined && textOf(body[key]) !== textOf(person[key]),
  );
  if (changed.length === 0) return null;
  const of = (from: Place) => Object.fromEntries(changed.map((key) => [key, from[key]]));
  return { name: person.name, before: of(person), after: of(body) };
}

export async function movesOfPeople(ctx: Ctx, { body }: Input<'movePeople'>): Promise<RightsSubject | null> {
  const directory = (await administered(ctx, 'people')).part;
  const { id, name, virtual } = usable(directory, body.departmentId);
  const moved = peopleIn(directory, body.ids).filter((person) =>
    virtual ? !isIn(person, new Set([id])) : person.departmentId !== id,
  );
  if (moved.length === 0) return null;
  const partTime = (person: DirectoryPerson) => person.partTime.map((position) => position.departmentId);
  return virtual
    ? {
        name,
        before: places(moved, (person) => ({ partTime: partTime(person) })),
        after: places(moved, (person) => ({ partTime: [...partTime(person), id] })),
      }
    : {
        name,
        before: places(moved, ({ departmentId }) => ({ departmentId })),
        after: places(moved, () => ({ departmentId: id })),
      };
}

export async function newPostOfPeople(ctx: Ctx, { params, body }: Input<'assignPost'>): Promise<RightsSubject | null> {
  const directory = (await administered(ctx, 'posts')).part;
  const { id, name } = usablePost(directory, params.postId);
  const given = peopleIn(directory, body.ids).filter(({ postId }) => postId !== id);
  return given.length === 0
    ? null
    : { name, before: places(given, ({ postId }) => ({ postId })), after: places(given, () => ({ postId: id })) };
}

/** Whoever is in it comes below other departments, and has what they give to those below them. Another place among its siblings changes nothing. */
export async function moveOfDepartment(
  ctx: Ctx,
  { params, body }: Input<'updateDepartment'>,
): Promise<RightsSubject | null> {
  const directory = (await administered(ctx, 'people')).part;
  const { name, parentId } = departmentIn(directory, params.departmentId);
  if (body.parentId === undefined || body.parentId === parentId) return null;
  const way = (parent: string | null) =>
    `/ ${[...(parent === null ? [] : wayTo(directory, parent)), { name }].map((one) => one.name).join(' / ')}`;
  if (body.parentId !== null) usable(directory, body.parentId);
  return {
    name,
    before: { way: way(parentId) },
    after: { ...body, beforeId: undefined, parentId: undefined, way: way(body.parentId) },
  };
}

export async function mergeOfDepartment(
  ctx: Ctx,
  { params, body }: Input<'mergeDepartment'>,
): Promise<RightsSubject | null> {
  const directory = (await administered(ctx, 'people')).part;
  const [source, target] = [departmentIn(directory, params.departmentId), usable(directory, body.intoId)];
  const people = [...directory.people.values()].filter((person) => isIn(person, new Set([source.id])));
  const children = (childrenIn(directory).get(source.id) ?? []).map(({ id }) => id);
  const of = (departmentId: string) => ({
    ...places(people, () => ({ departmentId })),
    departments: children.slice(0, mostShown).map((id) => ({ departmentId: id, parentId: departmentId })),
  });
  return { name: source.name, before: of(source.id), after: { intoId: target.id, ...of(target.id) } };
}

function places(people: readonly DirectoryPerson[], placeOf: (person: DirectoryPerson) => object): object {
  return {
    places: people.slice(0, mostShown).map((person) => ({ personId: person.id, ...placeOf(person) })),
    ...(people.length > mostShown && { more: people.length - mostShown }),
  };
}

function peopleIn(directory: Directory, ids: readonly string[]): DirectoryPerson[] {
  return [...new Set(ids)].map((id) => personIn(directory, id));
}

/** The same whatever order positions beside the main one come in. */
function textOf(value: Place[keyof Place]): string {
  return Array.isArray(value)
    ? value
        .map(({ departmentId, postId }) => `${departmentId} ${postId}`)
        .toSorted()
        .join()
    : String(value);
}
