import { systemFields } from '@formwork/contract/forms/system-fields.ts';
import type { Ctx } from '../../platform/context.ts';
import { forbidden } from '../../platform/errors.ts';
import { chartGroups, rightsOnForm, seenDefinition } from '../records/public.ts';
import { formRows } from './form-rows.ts';
import type { Source } from './source-types.ts';

/** The records of a form: each sees them by their own rights, rows and fields. */
export async function formSource(ctx: Ctx, formId: string): Promise<Source> {
  const definition = await seenDefinition(ctx, formId);
  return {
    title: definition.title,
    hierarchies: [],
    fields: [...definition.fields, ...Object.values(systemFields)],
    async answer(question) {
      // a form knows its departments by themselves
      if (question.keys.some(({ level }) => level !== undefined)) throw forbidden('analytics.field_unseen');
      return chartGroups(ctx, question);
    },
    rows: (fields) => formRows(ctx, formId, fields),
    async mayGiveRows(how) {
      const rights = await rightsOnForm(ctx, formId);
      return how === 'taken' ? rights.export !== null : rights.share === 'all';
    },
  };
}
