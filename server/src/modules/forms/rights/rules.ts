import type { PermissionRule, RuleSubject } from '@formwork/contract/forms/permission.ts';
import type { Selectable } from 'kysely';
import type { ControlTx } from '../../../platform/db/db.ts';
import { newShortId } from '../../../platform/ids.ts';
import type { AppPermissionTable, FormTable, PermissionTable } from '../tables.ts';

/** Rules stand on a form, or on an application for all its forms. */
export interface RuleTarget {
  kind: 'app' | 'form';
  id: string;
}

/** The rules of a target in their order, those of other subjects left as they are when `subject` names one. */
export async function writeRules(
  tx: ControlTx,
  spaceId: string,
  { kind, id: targetId }: RuleTarget,
  rules: readonly PermissionRule[],
  subject?: RuleSubject,
): Promise<void> {
  if (subject) {
    const kept = ((await rulesOf(tx, kind, [targetId])).get(targetId) ?? []).filter(
      (rule) => !sameSubject(rule.subject, subject),
    );
    return writeRules(tx, spaceId, { kind, id: targetId }, [...kept, ...rules]);
  }
  // ids are made where rules are edited, role by role: on one target they may meet
  const taken = new Set<string>();
  const idOf = (id: string): string => {
    const own = taken.has(id) ? newShortId() : id;
    taken.add(own);
    return own;
  };
  const rows = rules.map((rule, position) => ({
    space_id: spaceId,
    id: idOf(rule.id),
    position,
    subject_kind: rule.subject.kind,
    subject_id: rule.subject.kind === 'everyone' ? null : rule.subject.id,
    subject_below: rule.subject.kind === 'department' && rule.subject.below === true,
    effect: rule.effect ?? 'grant',
    actions: rule.actions,
  }));
  if (kind === 'app') {
    await tx.deleteFrom('forms.app_permission').where('app_id', '=', targetId).execute();
    if (rows.length > 0)
      await tx
        .insertInto('forms.app_permission')
        .values(rows.map((row, index) => ({ ...row, app_id: targetId, scope: rules[index]!.scope })))
        .execute();
    return;
  }
  await tx.deleteFrom('forms.permission').where('form_id', '=', targetId).execute();
  if (rows.length === 0) return;
  await tx
    .insertInto('forms.permission')
    .values(
      rows.map((row, index) => {
        const { scope, condition, fields } = rules[index]!;
        return {
          ...row,
          form_id: targetId,
          scope,
          condition: condition ? JSON.stringify(condition) : null,
          fields: fields ? JSON.stringify(fields) : null,
        };
      }),
    )
    .execute();
}

/** Rules of a form are changed by one at a time; in the order of their ids, so that no two wait for each other. */
export function lockForms(
  tx: ControlTx,
  ids: readonly string[],
): Promise<Pick<Selectable<FormTable>, 'id' | 'removed_at'>[]> {
  return tx
    .selectFrom('forms.form')
    .select(['id', 'removed_at'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** The rules that stand on forms or on applications, by id. */
export async function rulesOf(
  tx: ControlTx,
  kind: RuleTarget['kind'],
  ids: readonly string[],
): Promise<Map<string, PermissionRule[]>> {
  if (ids.length === 0) return new Map();
  const rows =
    kind === 'app'
      ? (
          await tx
            .selectFrom('forms.app_permission')
            .selectAll()
            .where('app_id', 'in', ids)
            .orderBy('position')
            .execute()
        ).map((row) => ({ target: row.app_id, rule: ruleOf(row) }))
      : (
          await tx.selectFrom('forms.permission').selectAll().where('form_id', 'in', ids).orderBy('position').execute()
        ).map((row) => ({ target: row.form_id, rule: ruleOf(row) }));
  return new Map(
    [...Map.groupBy(rows, ({ target }) => target)].map(([id, found]) => [id, found.map(({ rule }) => rule)]),
  );
}

/** All that hold on each form: those of its application and its own. */
export async function rulesHeldBy(
  tx: ControlTx,
  forms: readonly { id: string; app_id: string }[],
): Promise<Map<string, PermissionRule[]>> {
  const [ofApps, ofForms] = [
    await rulesOf(tx, 'app', [...new Set(forms.map(({ app_id }) => app_id))]),
    await rulesOf(
      tx,
      'form',
      forms.map(({ id }) => id),
    ),
  ];
  return new Map(forms.map(({ id, app_id }) => [id, [...(ofApps.get(app_id) ?? []), ...(ofForms.get(id) ?? [])]]));
}

export function sameSubject(left: RuleSubject, right: RuleSubject): boolean {
  return left.kind === right.kind && (left.kind === 'everyone' || left.id === (right as { id: string }).id);
}

type Row = Selectable<
  Pick<
    PermissionTable | AppPermissionTable,
    'id' | 'subject_kind' | 'subject_id' | 'subject_below' | 'effect' | 'actions' | 'scope'
  >
> & { condition?: PermissionRule['condition'] | null; fields?: PermissionRule['fields'] | null };

function ruleOf({
  id,
  subject_kind: kind,
  subject_id: subjectId,
  subject_below: below,
  effect,
  actions,
  scope,
  condition,
  fields,
}: Row): PermissionRule {
  const subject: RuleSubject = kind === 'everyone' ? { kind } : { kind, id: subjectId ?? '', ...(below && { below }) };
  return {
    id,
    subject,
    ...(effect === 'refuse' && { effect }),
    actions,
    scope,
    ...(condition && { condition }),
    ...(fields && { fields }),
  };
}
