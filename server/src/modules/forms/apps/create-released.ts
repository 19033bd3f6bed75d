import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { insertForm } from '../forms.ts';
import { release } from '../releases/releases.ts';
import { writeRules } from '../rights/rules.ts';

/** A form in use at once, for what makes forms by itself: spreadsheets, copies, demonstrations. Its id. */
export async function createFormWithRelease(
  ctx: Ctx,
  appId: string,
  definition: FormDefinition,
  rules: PermissionRule[] = [],
): Promise<string> {
  const formId = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const id = await insertForm({ ...ctx, tx }, appId, definition.title, definition);
    await writeRules(tx, ctx.spaceId, { kind: 'form', id }, rules);
    return id;
  });
  await release(ctx, { params: { formId }, query: {}, body: { draftVersion: 1 } });
  return formId;
}
