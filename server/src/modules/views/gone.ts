import type { Option } from '@formwork/contract/forms/field-types/single-select.ts';
import { systemFields } from '@formwork/contract/forms/system-fields.ts';
import type { FormerElement } from '@formwork/contract/forms/uses.ts';
import { viewReferences } from '@formwork/contract/views/references.ts';
import type { View, ViewSettings } from '@formwork/contract/views/view.ts';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { everReleased, releasedForm } from '../forms/public.ts';

type Gone = NonNullable<View['gone']>;

/** What each of these settings still names though the form has it no more, by the name it had when it was released last. */
export async function goneIn(ctx: Ctx, formId: string, all: readonly ViewSettings[]): Promise<Gone[]> {
  if (all.length === 0) return [];
  const { definition } = await releasedForm(ctx, formId);
  const fields = [...definition.fields, ...definition.tables.flatMap((table) => table.fields)];
  const options = new Map(
    fields.map(({ id, config }) => [
      id,
      new Set('options' in config ? (config.options as readonly Option[]).map((option) => option.id) : []),
    ]),
  );
  const there = new Set([...options.keys(), ...Object.keys(systemFields), ...definition.tables.map(({ id }) => id)]);
  const named = all.map((settings) =>
    viewReferences(settings, formId, () => undefined).filter(
      ({ to }) =>
        to.form === formId &&
        (!there.has(to.element) || (to.option !== undefined && options.get(to.element)?.has(to.option) === false)),
    ),
  );
  if (named.every((references) => references.length === 0)) return named.map(() => []);
  const ever = await inControl(ctx.platform.control, ctx.spaceId, (tx) => everReleased(tx, formId));
  const known = new Map(ever.map((element) => [element.id, element]));
  return named.map((references) => {
    const found = references.flatMap(({ place, to }) => {
      const what = nameOf(known.get(to.element), there.has(to.element) ? to.option : undefined);
      return what ? [{ place, what }] : [];
    });
    return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
  });
}

/** A text that a field is compared with is an option only where the field once had it. */
function nameOf(element: FormerElement | undefined, option: string | undefined) {
  return option === undefined ? element?.title : element?.options.find(({ id }) => id === option)?.label;
}
