import type { DelegatedPart } from '@formwork/contract/delegated.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { expect } from 'vitest';
import { signIn, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';

/** Whatever lies outside of the department in somebody's care has a name with this sign, so that it is found wherever it shows. */
export const outsideSign = 'OUTSIDE';

export interface DepartmentScene extends Makers {
  server: TestServer;
  admin: Client;
  /** Looks after `own` and what is below it, once it is given. */
  delegate: Client;
  ids: Record<'above' | 'own' | 'inside' | 'second' | 'outside', string>;
  people: Record<'above' | 'own' | 'inside' | 'outside' | 'nowhere' | 'admin' | 'partly', string>;
  postId: string;
}

interface Makers {
  /** A name that nobody has. */
  login: () => string;
  newDepartment: (name: string, parentId: string | null) => Promise<string>;
  newPerson: (name: string, departmentId: string | null, more?: object) => Promise<string>;
  /** Somebody who can sign in. */
  newClient: (name: string, departmentId: string | null) => Promise<Client>;
  give: (
    personId: string,
    departmentId: string,
    may?: DelegatedPart[],
    until?: string | null,
  ) => ReturnType<typeof giveBy>;
}

/** A tree with a department in somebody's care. */
export async function departmentScene({ given = true } = {}): Promise<DepartmentScene> {
  const server = await startTestServer();
  const admin = await server.as('admin');
  const makers = makersOf(server, admin);
  const { newDepartment, newPerson } = makers;
  const above = await newDepartment(`Above ${outsideSign}`, null);
  const own = await newDepartment('Own', above);
  const inside = await newDepartment('Inside', own);
  const second = await newDepartment('Second', own);
  const outside = await newDepartment(`Beside ${outsideSign}`, above);
  const post = await admin.ok(organizationApi.createPost, { body: { name: 'Fitter', description: '', gradeId: null } });
  const bob = await newPerson(`Bob${outsideSign}`, outside);
  const people = {
    above: await newPerson(`Ann${outsideSign}`, above),
    outside: bob,
    nowhere: await newPerson(`Cid${outsideSign}`, null),
    partly: await newPerson(`Dan${outsideSign}`, outside, { partTime: [{ departmentId: inside, postId: null }] }),
    own: await newPerson('Eve', own),
    inside: await newPerson('Flo', inside, { superiorId: bob, partTime: [{ departmentId: outside, postId: post.id }] }),
    admin: await newPerson('Gus', inside, { role: 'admin' }),
  };
  await admin.ok(organizationApi.updateDepartment, { params: { departmentId: inside }, body: { headId: bob } });
  const delegate = await makers.newClient('Delia', own);
  if (given) await makers.give(delegate.id, own);
  return { ...makers, server, admin, delegate, ids: { above, own, inside, second, outside }, people, postId: post.id };
}

/** The names that somebody meets in the list of people. */
export async function seen(who: Client): Promise<string[]> {
  const { rows } = await who.ok(organizationApi.listPeople, { query: { state: 'all', offset: 0, limit: 200 } });
  return rows.map(({ name }) => name);
}

/** What became of a sheet of people. */
export async function imported(who: Client, content: string) {
  const body = new FormData();
  body.append('file', new File([content], 'people.csv'));
  const { id } = (await (await who.fetch('/api/organization/people-imports', { method: 'POST', body })).json()) as {
    id: string;
  };
  const { jobId } = await who.ok(organizationApi.startPeopleImport, {
    params: { importId: id },
    body: { password: 'First-password-7' },
  });
  await expect
    .poll(async () => (await who.ok(runsApi.get, { params: { runId: jobId! } })).state, { timeout: 60_000 })
    .toBe('finished');
  return who.ok(organizationApi.getPeopleImport, { params: { importId: id } });
}

function giveBy(admin: Client, personId: string, departmentId: string, may: DelegatedPart[], until: string | null) {
  return admin.ok(organizationApi.giveDelegatedAdmin, { body: { personId, departmentId, may, until } });
}

function makersOf({ url }: TestServer, admin: Client): Makers {
  let made = 0;
  const login = () => `made.${(made += 1)}`;
  return {
    login,
    newDepartment: async (name, parentId) =>
      (await admin.ok(organizationApi.createDepartment, { body: { name, parentId } })).id,
    newPerson: async (name, departmentId, more = {}) => {
      const { person } = await admin.ok(organizationApi.createPerson, {
        body: { login: login(), name, role: 'user', departmentId, superiorId: null, ...more },
      });
      return person.id;
    },
    newClient: async (name, departmentId) => {
      const own = login();
      const { password } = await admin.ok(organizationApi.createPerson, {
        body: { login: own, name, role: 'user', departmentId, superiorId: null },
      });
      return signIn(url, own, password);
    },
    give: (personId, departmentId, may = ['people', 'posts', 'registrations'], until = null) =>
      giveBy(admin, personId, departmentId, may, until),
  };
}
