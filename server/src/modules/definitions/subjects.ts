import type { AccessRule } from '@formwork/contract/definitions/level.ts';
import type { RuleSubject } from '@formwork/contract/forms/permission.ts';
import type { Ctx } from '../../platform/context.ts';
import { belongsTo, directoryOf, receiverName, type Directory } from '../organization/public.ts';

/** Whether a rule for the subject is one for the person: by name, role, or where they belong at the moment. */
export function meansPerson(
  directory: Directory,
  user: Pick<Ctx['user'], 'id' | 'role'>,
  subject: RuleSubject,
): boolean {
  if (subject.kind === 'everyone') return true;
  if (subject.kind === 'person') return subject.id === user.id;
  const person = directory.people.get(user.id);
  if (subject.kind === 'role') return subject.id === user.role || (person?.roleIds.includes(subject.id) ?? false);
  return person !== undefined && belongsTo(directory, person, subject);
}

/** How subjects are called, by `kind:id`. */
export async function subjectNames(
  ctx: Ctx,
  rules: readonly Pick<AccessRule, 'subject'>[],
): Promise<Record<string, string>> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  return Object.fromEntries(
    rules.flatMap(({ subject }): [string, string][] =>
      subject.kind === 'everyone'
        ? []
        : [
            [
              `${subject.kind}:${subject.id}`,
              receiverName(directory, { kind: receivers[subject.kind], id: subject.id }) ?? '',
            ],
          ],
    ),
  );
}

const receivers = {
  person: 'people',
  department: 'departments',
  post: 'posts',
  group: 'groups',
  role: 'roles',
} as const;
