import type { DelegatedPart } from '@formwork/contract/delegated.ts';
import type { Ctx } from '../../../platform/context.ts';
import { forbidden } from '../../../platform/errors.ts';
import { subtreeOf } from '../directory/directory-index.ts';
import { directoryOf, type Directory, type DirectoryDepartment, type DirectoryPerson } from '../directory/directory.ts';
import { grantsInForce } from './delegated-facts.ts';

/** The organization as somebody administers it. */
export interface Administered {
  /** As it is: for rules that reach beyond what they look after. */
  whole: Directory;
  /** What they look after; all of it for administrators. What lies outside is not there. */
  part: Directory;
  /** Whoever looks after a part alone. */
  delegate: DirectoryPerson | undefined;
  /** The departments that were given into their care, none of them below another. */
  tops: ReadonlySet<string>;
}

type Caller = Pick<Ctx, 'platform' | 'spaceId' | 'user'>;

/** For everything that administers departments and people: with one of these parts a delegate meets their departments, and nothing else exists. */
export async function administered(ctx: Caller, ...parts: DelegatedPart[]): Promise<Administered> {
  const whole = await directoryOf(ctx.platform, ctx.spaceId);
  return administeredIn(whole, ctx, parts);
}

/** The same in a picture of the organization that is at hand. */
export function administeredIn(whole: Directory, { user }: Caller, parts: readonly DelegatedPart[]): Administered {
  if (administersAll(user)) return { whole, part: whole, delegate: undefined, tops: none };
  const tops = topsOf(whole, user.id, parts);
  if (tops.size === 0) throw forbidden();
  return { whole, part: cutTo(whole, tops), delegate: whole.people.get(user.id), tops };
}

/** The part of a reading that is asked for with `administering`; everything without. */
export async function shownFor(ctx: Ctx, part: DelegatedPart | undefined): Promise<Directory> {
  return part === undefined ? directoryOf(ctx.platform, ctx.spaceId) : (await administered(ctx, part)).part;
}

/** What somebody who is no administrator looks after anywhere. */
export function delegatedPartsOf(directory: Directory, user: Ctx['user']): DelegatedPart[] {
  if (administersAll(user)) return [];
  return [...new Set(grantsInForce(directory, user.id).flatMap(({ may }) => may))];
}

/** Administrators, staff of the operator, and the house itself. */
export function administersAll({ role, system }: Ctx['user']): boolean {
  return role === 'admin' || role === 'root' || system !== undefined;
}

const none: ReadonlySet<string> = new Set();

function topsOf(whole: Directory, personId: string, parts: readonly DelegatedPart[]): ReadonlySet<string> {
  const given = new Set(
    grantsInForce(whole, personId)
      .filter(({ may }) => may.some((part) => parts.includes(part)))
      .flatMap(({ departmentId }) => departmentId ?? []),
  );
  return new Set(
    [...given].filter((id) => {
      let at = whole.departments.get(id)?.parentId ?? null;
      while (at !== null && !given.has(at)) at = whole.departments.get(at)?.parentId ?? null;
      return at === null;
    }),
  );
}

type Part = Pick<Directory, 'people' | 'departments'>;
/** Kept as long as people and departments are these, whatever else of the organization changes. */
const parts = new WeakMap<Directory['people'], WeakMap<Directory['departments'], Map<string, Part>>>();
/** One picture for each whole: what is worked out from it is kept by it. */
const pictures = new WeakMap<Directory, Map<string, Directory>>();

/** The directory with these departments, those below, and the people whose main place is there. Whoever and whatever else they point to is not there. */
export function cutTo(whole: Directory, tops: ReadonlySet<string>): Directory {
  const key = [...tops].toSorted().join();
  const known = pictures.get(whole) ?? new Map<string, Directory>();
  pictures.set(whole, known);
  let picture = known.get(key);
  if (!picture) known.set(key, (picture = { ...whole, ...partOf(whole, tops, key) }));
  return picture;
}

function partOf(whole: Directory, tops: ReadonlySet<string>, key: string): Part {
  const ofPeople = parts.get(whole.people) ?? new WeakMap<Directory['departments'], Map<string, Part>>();
  parts.set(whole.people, ofPeople);
  const kept = ofPeople.get(whole.departments) ?? new Map<string, Part>();
  ofPeople.set(whole.departments, kept);
  let part = kept.get(key);
  if (!part) kept.set(key, (part = cut(whole, tops)));
  return part;
}

function cut(whole: Directory, tops: ReadonlySet<string>): Part {
  const inside = new Set([...tops].flatMap((top) => [...subtreeOf(whole, top)]));
  const isInside = (person: DirectoryPerson | undefined) =>
    person !== undefined && person.departmentId !== null && inside.has(person.departmentId);
  const people = new Map<string, DirectoryPerson>();
  for (const person of whole.people.values()) {
    if (!isInside(person)) continue;
    const superiorInside = isInside(whole.people.get(person.superiorId ?? ''));
    const partTime = person.partTime.filter(({ departmentId }) => inside.has(departmentId));
    people.set(
      person.id,
      (superiorInside || person.superiorId === null) && partTime.length === person.partTime.length
        ? person
        : { ...person, superiorId: superiorInside ? person.superiorId : null, partTime },
    );
  }
  const departments = new Map<string, DirectoryDepartment>();
  for (const department of whole.departments.values()) {
    if (!inside.has(department.id)) continue;
    const { parentId, headId } = department;
    departments.set(department.id, {
      ...department,
      parentId: parentId !== null && inside.has(parentId) ? parentId : null,
      headId: people.has(headId ?? '') ? headId : null,
    });
  }
  return { people, departments };
}
