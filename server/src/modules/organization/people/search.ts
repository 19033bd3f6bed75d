import type { Directory, DirectoryPerson } from '../directory/directory.ts';
import { holds, isIn, subtreeOf } from '../directory/directory-index.ts';
import { fitTo, spellAll } from './pinyin.ts';

export interface PeopleFilter {
  search?: string | undefined;
  /** `none`: people without a department. */
  department?: string | undefined;
  /** Without those of the departments below. */
  direct?: boolean | undefined;
  post?: string | undefined;
  supplier?: string | undefined;
  state: 'enabled' | 'disabled' | 'all';
}

/** Answers that are kept while nothing changes: the next page of a list asks the same again. */
const kept = new WeakMap<Directory, Map<string, DirectoryPerson[]>>();
const mostKept = 20;

/** People who fit, in the order of their names. */
export async function peopleWho(directory: Directory, filter: PeopleFilter): Promise<DirectoryPerson[]> {
  const answers = kept.get(directory) ?? new Map<string, DirectoryPerson[]>();
  kept.set(directory, answers);
  const { search, department, direct, post, supplier, state } = filter;
  const key = JSON.stringify([search, department, direct, post, supplier, state]);
  const known = answers.get(key);
  if (known) return known;
  const found = await findPeople(directory, filter);
  if (answers.size >= mostKept) answers.clear();
  answers.set(key, found);
  return found;
}

/** Name, pinyin or login; 0 when none fits. */
export async function personFit(
  directory: Directory,
  search: string,
): Promise<(person: { name: string; login: string }) => number> {
  if (search !== '') await spellAll(Array.from(directory.people.values(), ({ name }) => name));
  const fit = fitTo(search);
  const login = search.toLowerCase();
  return (person) => fit(person.name) || (person.login.toLowerCase().includes(login) ? 1 : 0);
}

async function findPeople(
  directory: Directory,
  { search = '', department, direct, post, supplier, state }: PeopleFilter,
): Promise<DirectoryPerson[]> {
  const fits = search === '' ? () => 1 : await personFit(directory, search);
  const within =
    department === undefined || department === 'none'
      ? undefined
      : direct
        ? new Set([department])
        : subtreeOf(directory, department);
  return [...directory.people.values()].filter(
    (person) =>
      (state === 'all' || person.disabled === (state === 'disabled')) &&
      (department !== 'none' || (person.departmentId === null && person.supplierId === null)) &&
      (within === undefined || isIn(person, within)) &&
      (post === undefined || holds(person, post)) &&
      (supplier === undefined || (supplier === 'any' ? person.supplierId !== null : person.supplierId === supplier)) &&
      fits(person) > 0,
  );
}
