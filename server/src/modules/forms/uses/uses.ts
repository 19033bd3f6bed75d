import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { FormerElement, Use, usesApi } from '@formwork/contract/forms/uses.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import { designedForm } from '../designed-form.ts';
import { draftDefinition } from '../releases/drafts.ts';
import { findUses, usesOfForms } from './find-uses.ts';
import { readAhead } from './known-users.ts';
import { allFields, ownOptions } from './taken-away.ts';

type Input<K extends keyof typeof usesApi> = InputOf<(typeof usesApi)[K]>;

export async function formUses(
  ctx: Ctx,
  { params: { formId } }: Input<'formUses'>,
): Promise<{ uses: Use[]; former: FormerElement[] }> {
  const ahead = await readAhead(ctx);
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    await designedForm(tx, formId);
    const { uses, names } = await findUses(ctx.platform, tx, { forms: [formId] }, ahead);
    return {
      uses,
      former: formerOf([...(names.get(formId)?.elements.values() ?? [])], await draftDefinition(tx, formId)),
    };
  });
}

export async function appUses(ctx: Ctx, { params: { appId } }: Input<'appUses'>): Promise<{ uses: Use[] }> {
  const ahead = await readAhead(ctx);
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    if (
      !(await tx
        .selectFrom('forms.app')
        .select('id')
        .where('id', '=', appId)
        .where('removed_at', 'is', null)
        .executeTakeFirst())
    )
      throw notFound('forms.app.not_found');
    const forms = await tx
      .selectFrom('forms.form')
      .select('id')
      .where('app_id', '=', appId)
      .where('removed_at', 'is', null)
      .execute();
    return { uses: await usesOfForms(ctx.platform, tx, { forms: forms.map(({ id }) => id), apps: [appId] }, ahead) };
  });
}

/** Refuses what something in force decides or writes by; the rest wants a yes. */
export function refuseWhileUsed(uses: readonly Use[], accepted: boolean): void {
  const refusing = uses.filter(({ how }) => how === 'refuse');
  if (refusing.length > 0) throw conflict('forms.uses.refused', { users: namesOf(refusing), uses: refusing });
  const shown = uses.filter(({ how }) => how === 'warn');
  if (shown.length > 0 && !accepted) throw conflict('forms.uses.unaccepted', { users: namesOf(shown), uses: shown });
}

function namesOf(uses: readonly Use[]): string {
  return [...new Set(uses.map(({ title }) => title.zh))].slice(0, 5).join('、');
}

/** What the form has no more, and of what it has, options that are gone. */
function formerOf(elements: readonly FormerElement[], now: FormDefinition): FormerElement[] {
  const fields = new Map(allFields(now).map((field) => [field.id, new Set(ownOptions(field).map(({ id }) => id))]));
  const tables = new Set(now.tables.map(({ id }) => id));
  return elements.flatMap((element) => {
    if (tables.has(element.id)) return [];
    const left = fields.get(element.id);
    const options = left ? element.options.filter(({ id }) => !left.has(id)) : element.options;
    return left && options.length === 0 ? [] : [{ ...element, whole: !left, options }];
  });
}
