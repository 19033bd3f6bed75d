import { roleHolds } from '@formwork/contract/permissions.ts';
import { TemplateContent } from '@formwork/contract/printing/template.ts';
import { shortId } from '@formwork/contract/endpoint.ts';
import { z } from 'zod';
import type { TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import type { DefinitionKind } from '../../platform/definition-kind.ts';
import { invalid } from '../../platform/errors.ts';
import type { Subscriber } from '../../platform/events/events.ts';
import { findDefinitions } from '../definitions/public.ts';
import { requireForm } from '../forms/public.ts';

const Body = z.object({ form: shortId, content: TemplateContent });
export type TemplateBody = z.infer<typeof Body>;

export const templateKind = 'print_template';

/** A template prints records of one form: who designs forms designs it, and it is in force as it is saved. */
export const printTemplateKind: DefinitionKind<TemplateBody, TemplateContent> = {
  kind: templateKind,
  area: 'printing',
  saves: 'whole',
  schema: Body,
  // a template begins with the form it prints: without one there is none
  empty() {
    throw invalid('definitions.draft.invalid', [{ path: 'draft', code: 'input.custom' }]);
  },
  settle: (body) => body,
  format: 1,
  migrate: (body) => body,
  permissions: { use: ['admin', 'safe', 'audit'], create: ['admin'] },
  levelOf: ({ user }, places) =>
    Promise.resolve(places.map(() => (roleHolds(user.role, 'forms.design.edit') ? 'own' : 'see'))),
  problems: () => [],
  // forms ask for what templates name by `templateUsers`, which says at which place
  references: () => [],
  parts: ({ content }) => content.blocks.map(({ id }) => id),
  rename: (body, ids) => ({ ...body, form: ids.get(body.form) ?? body.form }),
  compile: ({ content }) => content,
  words: () => [],
  onRelease: (ctx, { id, number, after }) => (number === 1 ? offer(ctx, id, after.form) : Promise.resolve()),
};

/** The first one of a form is offered first. */
async function offer(ctx: TxCtx, id: string, formId: string): Promise<void> {
  await requireForm(ctx.tx, formId);
  const rows = await ctx.tx.selectFrom('printing.template').select('id').where('form_id', '=', formId).execute();
  const others = await findDefinitions(
    ctx.tx,
    templateKind,
    rows.map((row) => row.id),
  );
  if (others.length === 0)
    await ctx.tx.updateTable('printing.template').set({ is_default: false }).where('form_id', '=', formId).execute();
  await ctx.tx
    .insertInto('printing.template')
    .values({ space_id: ctx.spaceId, id, form_id: formId, is_default: others.length === 0 })
    .execute();
}

/** What has left the bin for good is offered nowhere. */
export const forgetTemplates: Subscriber = {
  name: 'printing.templates',
  start: 'now',
  types: ['definitions.purged'],
  async handle(platform, spaceId, events) {
    const ids = events.flatMap(({ subject, data }) => (data.kind === templateKind ? [subject] : []));
    if (ids.length > 0)
      await inControl(platform.control, spaceId, (tx) =>
        tx.deleteFrom('printing.template').where('id', 'in', ids).execute(),
      );
  },
};
