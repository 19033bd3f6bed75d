import type { FieldAccessMap, PermissionRule, RuleSubject } from '@formwork/contract/forms/permission.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inControl, type ControlTx } from '../../../platform/db/db.ts';
import { notFound } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';
import { forgetForm } from '../releases/released.ts';
import { requireInCare } from './in-care.ts';
import { lockForms, rulesOf, sameSubject } from './rules.ts';

/**
 * Lets one person see the records of a form, without the fields that are hidden, by one rule of a known id: given again, it stands in
 * the place of the one before. The caller looks after its rights.
 */
export async function giveViewing(
  ctx: Ctx,
  formId: string,
  { id, person, hidden }: { id: string; person: string; hidden: readonly string[] },
): Promise<void> {
  const subject: RuleSubject = { kind: 'person', id: person };
  const fields: FieldAccessMap = Object.fromEntries(
    hidden.map((key) => [key, { new: 'hidden', existing: 'hidden' } as const]),
  );
  if (!ctx.user.system) await requireInCare(ctx, 'rights', [{ kind: 'form', id: formId }]);
  await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const [form] = await lockForms(tx, [formId]);
    if (!form || form.removed_at !== null) throw notFound('forms.form.not_found');
    const { last } = await tx
      .selectFrom('forms.permission')
      .select(({ fn }) => fn.max('position').as('last'))
      .where('form_id', '=', formId)
      .executeTakeFirstOrThrow();
    await tx.deleteFrom('forms.permission').where('form_id', '=', formId).where('id', '=', id).execute();
    await tx
      .insertInto('forms.permission')
      .values({
        space_id: ctx.spaceId,
        form_id: formId,
        id,
        position: (last ?? -1) + 1,
        subject_kind: subject.kind,
        subject_id: person,
        effect: 'grant',
        actions: ['view'],
        scope: 'all',
        condition: null,
        fields: JSON.stringify(fields),
      })
      .execute();
    await told(ctx, tx, formId, subject);
  });
  forgetForm(ctx.platform, ctx.spaceId, formId);
}

/** Takes back what was given, whatever became of the form and of the rules beside it; what is gone needs nothing. */
export async function takeViewing(ctx: Ctx, formId: string, person: string, ruleId: string): Promise<void> {
  const taken = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    await lockForms(tx, [formId]);
    const gone = await tx
      .deleteFrom('forms.permission')
      .where('form_id', '=', formId)
      .where('id', '=', ruleId)
      .where('subject_kind', '=', 'person')
      .where('subject_id', '=', person)
      .returning('id')
      .executeTakeFirst();
    if (gone) await told(ctx, tx, formId, { kind: 'person', id: person });
    return gone !== undefined;
  });
  if (taken) forgetForm(ctx.platform, ctx.spaceId, formId);
}

async function told(ctx: Ctx, tx: ControlTx, formId: string, subject: RuleSubject): Promise<void> {
  const rules = ((await rulesOf(tx, 'form', [formId])).get(formId) ?? []).filter((rule: PermissionRule) =>
    sameSubject(rule.subject, subject),
  );
  await record({ ...ctx, tx }, 'forms.permission.changed', { id: formId, subject, rules });
}
