import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { organizationApi } from '@formwork/contract/organization/api.ts';
import type { Ctx } from '../../../platform/context.ts';
import { conflict } from '../../../platform/errors.ts';
import type { RightsSubject } from '../../../platform/http/http.ts';
import { linesIn } from '../../../platform/sheet/import/lines.ts';
import { initialPasswordHash } from '../../identity/public.ts';
import { administered } from '../delegated/administered.ts';
import { wayTo } from '../directory/directory-index.ts';
import type { Directory, DirectoryPerson } from '../directory/directory.ts';
import { ownImport, readingOf } from '../import/imports.ts';
import { readRow, type SheetPerson } from '../import/sheet-columns.ts';

/** A reviewer reads so many lines; of what is beyond, how much it is. */
const mostShown = 1_000;

interface Line {
  login: string;
  name: string | undefined;
  department: string | undefined;
  post: string | undefined;
  role: string | undefined;
}

/** What a file of people brings: accounts that are new, and places and roles of known people that change. Phone numbers and the like are nobody's rights. */
export async function peopleImport(
  ctx: Ctx,
  { params, body }: InputOf<typeof organizationApi.startPeopleImport>,
): Promise<RightsSubject | null> {
  const found = await ownImport(ctx, params.importId);
  const { file_key, file_name, columns, state } = found;
  if (state !== 'waiting') throw conflict('organization.import.started');
  await initialPasswordHash(body.password);
  const directory = (await administered(ctx, 'people')).part;
  const known = new Map([...directory.people.values()].map((person) => [person.login.toLowerCase(), person]));
  const [before, after]: [Line[], Line[]] = [[], []];
  let [created, changed] = [0, 0];
  for await (const { cells } of linesIn(ctx.platform.files, file_key, await readingOf(ctx, found))) {
    const read = readRow(cells, columns);
    if (!('person' in read)) continue;
    const person = known.get(read.person.login.toLowerCase());
    const now = person && lineOf(directory, person);
    const then = { ...now, ...given(read.person), login: read.person.login } as Line;
    if (now && (['department', 'post', 'role'] as const).every((key) => (now[key] ?? '') === (then[key] ?? '')))
      continue;
    if (person) changed += 1;
    else created += 1;
    if (after.length >= mostShown) continue;
    if (now) before.push(now);
    after.push(then);
  }
  const more = created + changed - after.length;
  return {
    name: file_name,
    before: { people: before },
    after: { created, changed, people: after, ...(more > 0 && { more }) },
  };
}

function lineOf(directory: Directory, { login, name, departmentId, postId, role }: DirectoryPerson): Line {
  const way = departmentId === null ? [] : wayTo(directory, departmentId).map((department) => department.name);
  return { login, name, department: way.join(' / '), post: directory.posts.get(postId ?? '')?.name, role };
}

function given({ name, department, post, role }: SheetPerson): Partial<Line> {
  const all = { name, department: department?.join(' / '), post, role };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Partial<Line>;
}
