import type { EnterpriseRole } from '@formwork/contract/organization/people.ts';
import { conflict, invalid } from '../../../platform/errors.ts';
import type { Job } from '../../../platform/runs/run-kinds.ts';
import { createAccounts, dropSession, takenLogins, updateMember } from '../../identity/public.ts';
import { changeOrganization, type OrganizationTx } from '../change.ts';
import {
  newcomer,
  placedAs,
  placeWithin,
  requireOrdinary,
  requireOrdinaryRole,
  requireOwnRoles,
} from '../delegated/limits.ts';
import type { Directory, DirectoryPerson } from '../directory/directory.ts';
import type { ImportPlaces } from './import-places.ts';
import { requireNotLast } from '../roles/kept-roles.ts';
import { requirePlace, writePlace, type Place } from '../people/places.ts';
import type { SheetPerson } from './sheet-columns.ts';

export interface ImportedRow {
  line: number;
  person: SheetPerson;
}

/** New logins become accounts, known ones are changed: all in one transaction, or none. */
export async function writePeople(
  job: Job,
  places: ImportPlaces,
  rows: readonly ImportedRow[],
  hash: string,
): Promise<{ created: number; updated: number }> {
  if (rows.length === 0) return { created: 0, updated: 0 };
  const { result } = await changeOrganization(
    job,
    async (tx, before) => {
      const byLogin = new Map([...before.people.values()].map((person) => [person.login.toLowerCase(), person]));
      const known = rows.filter(({ person }) => byLogin.has(person.login.toLowerCase()));
      const fresh = rows.filter(({ person }) => !byLogin.has(person.login.toLowerCase()));
      await requireFree(tx, fresh);
      const ids = await createAccounts(
        tx,
        fresh.map(({ person }) => ({ login: person.login, name: nameOf(person), role: person.role ?? 'user' })),
        hash,
      );
      for (const { person } of fresh) requireOrdinaryRole(tx.care, person.role);
      for (const [at, { person }] of fresh.entries())
        await writePlace(tx, ids[at]!, await placed(tx, before, places, person));
      for (const { person } of known)
        await change(job, tx, before, places, byLogin.get(person.login.toLowerCase())!, person);
      tx.touch({ people: [...ids, ...known.map(({ person }) => byLogin.get(person.login.toLowerCase())!.id)] });
      return { created: fresh.length, updated: known.length };
    },
    'people',
  );
  return result;
}

async function requireFree(tx: OrganizationTx, fresh: readonly ImportedRow[]): Promise<void> {
  const logins = fresh.map(({ person }) => person.login.toLowerCase());
  if (new Set(logins).size < logins.length) throw conflict('organization.import.login_twice');
  const taken = await takenLogins(tx.tx, logins);
  if (taken.size > 0) throw conflict('identity.account.login_taken');
}

function nameOf({ name }: SheetPerson): string {
  if (!name) throw invalid('organization.import.no_name');
  return name;
}

async function placed(
  tx: OrganizationTx,
  before: Directory,
  places: ImportPlaces,
  { department, post, details }: SheetPerson,
  person?: DirectoryPerson,
): Promise<Place> {
  const departmentId =
    department === undefined
      ? undefined
      : department.length === 0
        ? null
        : await places.departmentAt(tx, before, department);
  const postId = post === undefined ? undefined : post === '' ? null : await places.postNamed(tx, post);
  // what was made a moment ago is in no picture yet, and is usable
  requirePlace(
    before,
    {
      departmentId: before.departments.has(departmentId ?? '') ? departmentId : undefined,
      postId: before.posts.has(postId ?? '') ? postId : undefined,
    },
    person,
    tx.care.whole,
  );
  const place = placeWithin(
    tx.care,
    {
      ...details,
      ...(departmentId === undefined ? {} : { departmentId }),
      ...(postId === undefined ? {} : { postId }),
    },
    person?.id,
  );
  const { whole } = tx.care;
  const standing = departmentId ? places.standingAbove(whole, departmentId) : departmentId;
  requireOwnRoles(tx.care, [
    placedAs(whole.people.get(person?.id ?? '') ?? newcomer, { ...place, departmentId: standing }),
  ]);
  return place;
}

async function change(
  job: Job,
  tx: OrganizationTx,
  before: Directory,
  places: ImportPlaces,
  person: DirectoryPerson,
  row: SheetPerson,
): Promise<void> {
  requireOrdinary(tx.care, person);
  requireOrdinaryRole(tx.care, row.role);
  const role: EnterpriseRole | undefined = row.role === person.role ? undefined : row.role;
  if (role !== undefined) {
    if (person.id === job.user.id) throw conflict('organization.person.own_account');
    await requireNotLast(tx, person);
  }
  const name = row.name === person.name ? undefined : row.name;
  if (name !== undefined || role !== undefined) {
    await updateMember(tx, person.id, {
      ...(name === undefined ? {} : { name }),
      ...(role === undefined ? {} : { role }),
    });
    dropSession(job.platform, { accountId: person.id });
  }
  await writePlace(tx, person.id, await placed(tx, before, places, row, person));
}
