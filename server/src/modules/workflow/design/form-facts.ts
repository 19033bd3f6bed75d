import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { fieldKind, isComputed } from '@formwork/contract/forms/field.ts';
import { systemFields } from '@formwork/contract/forms/system-fields.ts';
import type { ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import type { FormFacts } from '@formwork/process/problems.ts';
import { conditionErrors, valueErrors } from '@formwork/process/conditions.ts';
import type { Ctx } from '../../../platform/context.ts';
import { releasedForm } from '../../forms/public.ts';
import { currentRelease } from './released.ts';

/** The forms that sub-processes of a graph name, as far as they are released and have a process. Read before a transaction opens. */
export async function otherForms(ctx: Ctx, graph: ProcessGraph): Promise<Map<string, FormFacts>> {
  const ids = [
    ...new Set(
      graph.nodes.flatMap((node) =>
        node.kind === 'sub-process' && /^[a-z][a-z0-9]{1,30}$/.test(node.form) ? [node.form] : [],
      ),
    ),
  ];
  const found = await Promise.all(
    ids.map(async (id) => {
      const form = (await currentRelease(ctx, id)) && (await releasedForm(ctx, id).catch(() => null));
      return form ? [[id, formFacts(form.definition)] as const] : [];
    }),
  );
  return new Map(found.flat());
}

/** What a process graph is checked against: the form as it is released. */
export function formFacts(definition: FormDefinition, others: ReadonlyMap<string, FormFacts> = new Map()): FormFacts {
  const own = definition.fields.map(
    (field) =>
      [
        field.id,
        {
          members: fieldKind(field) === 'people',
          required: field.required === true,
          moment: isMoment(field),
          computed: isComputed(field),
        },
      ] as const,
  );
  const system = Object.values(systemFields).map(
    (field) =>
      [
        field.id,
        { members: fieldKind(field) === 'people', required: false, moment: isMoment(field), computed: true },
      ] as const,
  );
  return {
    fields: new Map([...own, ...system]),
    tables: new Map(definition.tables.map((table) => [table.id, new Set(table.fields.map((field) => field.id))])),
    conditionErrors: (text) => conditionErrors(definition, text),
    valueErrors: (text) => valueErrors(definition, text),
    otherForm: (id) => others.get(id)?.fields,
  };
}

function isMoment(field: Parameters<typeof fieldKind>[0]): boolean {
  return fieldKind(field) === 'date' || fieldKind(field) === 'dateTime';
}
