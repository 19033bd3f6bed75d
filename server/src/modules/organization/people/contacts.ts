import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { organizationApi } from '@formwork/contract/organization/api.ts';
import type { Contact, ContactCard } from '@formwork/contract/organization/contacts.ts';
import type { Ctx } from '../../../platform/context.ts';
import { wayTo } from '../directory/directory-index.ts';
import { directoryOf, type Directory, type DirectoryPerson } from '../directory/directory.ts';
import { personIn } from './person-in.ts';
import { detailsOf, noDetails } from './person-view.ts';
import { spellAll, spellingOf } from './pinyin.ts';
import { peopleWho } from './search.ts';

type Input<Name extends keyof typeof organizationApi> = InputOf<(typeof organizationApi)[Name]>;

export async function listContacts(
  ctx: Ctx,
  { query }: Input<'listContacts'>,
): Promise<{ rows: Contact[]; total: number; initials: { letter: string; offset: number }[] }> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const { search, department, direct, offset, limit } = query;
  const found = await peopleWho(directory, { search, department, direct, state: 'enabled' });
  const page = found.slice(offset, offset + limit);
  const details = await detailsOf(
    ctx,
    page.map(({ id }) => id),
  );
  return {
    rows: page.map((person) => {
      const { extension, email, portrait } = details.get(person.id) ?? noDetails;
      return {
        id: person.id,
        name: person.name,
        department: directory.departments.get(person.departmentId ?? '')?.name ?? null,
        post: postName(directory, person.postId),
        extension,
        email,
        portrait,
      };
    }),
    total: found.length,
    initials: offset === 0 ? await initialsOf(found) : [],
  };
}

export async function getContact(ctx: Ctx, { params }: Input<'getContact'>): Promise<ContactCard> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const person = personIn(directory, params.personId);
  const { gender, birthday, email, extension, jobDescription, portrait } =
    (await detailsOf(ctx, [person.id])).get(person.id) ?? noDetails;
  const superior = directory.people.get(person.superiorId ?? '');
  return {
    id: person.id,
    name: person.name,
    portrait,
    disabled: person.disabled,
    gender,
    birthday,
    email,
    extension,
    jobDescription,
    positions: positionsOf(directory, person),
    supplier: directory.suppliers.get(person.supplierId ?? '')?.name ?? null,
    superior: superior ? { id: superior.id, name: superior.name } : null,
  };
}

function positionsOf(
  directory: Directory,
  { departmentId, postId, partTime }: DirectoryPerson,
): ContactCard['positions'] {
  const all = [
    ...(departmentId !== null || postId !== null ? [{ departmentId, postId, main: true }] : []),
    ...partTime.map((position) => ({ ...position, main: false })),
  ];
  return all.map((position) => ({
    department: position.departmentId === null ? [] : wayTo(directory, position.departmentId).map(({ name }) => name),
    post: postName(directory, position.postId),
    main: position.main,
  }));
}

function postName({ posts }: Directory, id: string | null): string | null {
  return posts.get(id ?? '')?.name ?? null;
}

/** Where each letter begins among people in the order of their names; `#` for names without one. */
async function initialsOf(people: readonly DirectoryPerson[]): Promise<{ letter: string; offset: number }[]> {
  await spellAll(people.map(({ name }) => name));
  const begins = new Map<string, number>();
  people.forEach(({ name }, offset) => {
    const first = spellingOf(name).initials[0]?.toUpperCase() ?? '';
    const letter = first >= 'A' && first <= 'Z' ? first : '#';
    if (!begins.has(letter)) begins.set(letter, offset);
  });
  return Array.from(begins, ([letter, offset]) => ({ letter, offset }));
}
