import type { TxCtx } from '../../../platform/context.ts';
import { departmentsOf, departmentWithin, holds } from '../directory/directory-index.ts';
import type { Directory, DirectoryPerson } from '../directory/directory.ts';
import { namedBy } from '../roles/group-members.ts';

/** What rights can be given to, and everybody has who belongs to it. */
export interface Unit {
  kind: 'department' | 'post' | 'group';
  id: string;
  /** Of a department: those below it too. */
  below?: boolean | undefined;
}

export function isUnit<Subject extends { kind: string }>(
  subject: Subject,
): subject is Extract<Subject, { kind: Unit['kind'] }> {
  return subject.kind === 'department' || subject.kind === 'post' || subject.kind === 'group';
}

/** By the main position or part-time. */
export function belongsTo(directory: Directory, person: DirectoryPerson, { kind, id, below }: Unit): boolean {
  if (kind === 'post') return holds(person, id);
  if (kind === 'group') return inGroup(directory, id)(person);
  return departmentsOf(person).some((department) =>
    below ? departmentWithin(directory, department, id) : department === id,
  );
}

export function unitName({ departments, posts, groups }: Directory, { kind, id }: Unit): string {
  return { department: departments, post: posts, group: groups }[kind].get(id)?.name ?? '';
}

/** What is deleted gives no role any more. */
export async function holdNoRoles({ tx }: TxCtx, { kind, id }: Unit): Promise<void> {
  await tx.deleteFrom('organization.role_holder').where('kind', '=', kind).where('id', '=', id).execute();
}

const known = new WeakMap<Directory, Map<string, (person: DirectoryPerson) => boolean>>();
const nobody = () => false;

/** Kept with the picture of the organization it was worked out from: a group may name whole subtrees. A private one gives no rights. */
function inGroup(directory: Directory, id: string): (person: DirectoryPerson) => boolean {
  let groups = known.get(directory);
  if (!groups) known.set(directory, (groups = new Map()));
  let within = groups.get(id);
  if (!within) {
    const group = directory.groups.get(id);
    groups.set(id, (within = group?.kind === 'public' ? namedBy(directory, group.scope) : nobody));
  }
  return within;
}
