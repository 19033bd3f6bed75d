import type { InputOf } from '@formwork/contract/endpoint.ts';
import { buttonsFor, saysNothing, type ShownButton } from '@formwork/contract/forms/buttons.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { formActions } from '@formwork/contract/forms/permission.ts';
import type { PersonalPlan, recordsApi } from '@formwork/contract/records/api.ts';
import type { SlaveRow } from '@formwork/contract/records/record.ts';
import type { Values } from '@formwork/contract/forms/values/value.ts';
import type { FieldError } from '@formwork/contract/records/validate.ts';
import type { Ctx } from '../../../platform/context.ts';
import { layoutWithout } from './layout-without.ts';
import { leftOutByAll, subjectsOf, type Rights } from '../../forms/public.ts';
import { directoryOf } from '../../organization/public.ts';
import { withKnownOf } from '../write/known-values.ts';
import { maskedRecord } from '../rights/mask.ts';
import { formStarts } from './form-starts.ts';
import { planOf, type FormPlan } from './plan.ts';
import { prepareRecord } from '../write/prepare.ts';
import { offeredOnForm } from '../rights/offered.ts';
import { holdsGrants, requireSomeRight, rightsFor } from '../rights/rights.ts';

/** What a page needs to show the form to this person. */
export async function personalPlan(ctx: Ctx, { params }: InputOf<typeof recordsApi.plan>): Promise<PersonalPlan> {
  const plan = await planOf(ctx, params.formId);
  const rights = await rightsFor(plan, ctx);
  await requireSomeRight(plan, ctx, rights);
  const { formId, appId, release, definition } = plan.form;
  const rules = Object.fromEntries(
    formActions.map((action) => [action, rights[action] !== null]),
  ) as PersonalPlan['can'];
  const can = offeredOnForm(ctx.user, appId, rules);
  const { fields } = rights;
  const [buttons, starts] = await Promise.all([buttonsOf(plan, ctx), formStarts(ctx, formId)]);
  const more = { ...(starts.length > 0 && { starts }) };
  if (!fields) return { formId, appId, release, definition, can, ...(buttons && { buttons }), ...more };
  const absent = await absentFields(plan, ctx, rights);
  const making = {
    hidden: [...fields.newHidden].filter((key) => !absent.has(key)),
    readOnly: [...fields.newClosed].filter((key) => !absent.has(key)),
  };
  return {
    formId,
    appId,
    release,
    definition: definitionWithout(definition, absent),
    can,
    making,
    ...(buttons && { buttons: buttons.map((button) => withoutUnseen(button, absent)) }),
    ...more,
  };
}

async function buttonsOf(plan: FormPlan, ctx: Ctx): Promise<ShownButton[] | undefined> {
  return saysNothing(plan.form.buttons) ? undefined : buttonsFor(plan.form.buttons, (await subjectsOf(ctx)).roles);
}

/** A condition that speaks of fields which are not there for the person is left to the server. */
function withoutUnseen({ onlyIf, ...button }: ShownButton, absent: ReadonlySet<string>): ShownButton {
  return onlyIf === undefined || [...absent].some((id) => new RegExp(`\\b${id}\\b`).test(onlyIf))
    ? button
    : { ...button, onlyIf };
}

/** Computed values and errors of a record that is still being filled in. */
export async function evaluateRecord(
  ctx: Ctx,
  { params, body }: InputOf<typeof recordsApi.evaluate>,
): Promise<{ values: Values; slaves: Record<string, { values: Values }[]>; errors: FieldError[] }> {
  const plan = await planOf(ctx, params.formId);
  const rights = await rightsFor(plan, ctx);
  await requireSomeRight(plan, ctx, rights);
  const { given, known } = await withKnownOf(ctx, plan, body);
  const prepared = prepareRecord(plan, given, undefined, {
    allowed: 'all',
    files: 'all',
    known,
    userId: ctx.user.id,
    now: new Date(),
    timeZone: plan.timeZone,
    directory: await directoryOf(ctx.platform, ctx.spaceId),
  });
  // no record stands behind it: what is hidden somewhere is not worked out here
  const unseen =
    rights.fields && new Set([...rights.fields.newHidden, ...rights.fields.seen.flatMap(({ keys }) => [...keys])]);
  const { values, slaves } = maskedRecord<{ values: Values; slaves: Record<string, SlaveRow[]> }>(prepared, unseen);
  const errors = prepared.errors.filter(({ path }) => !unseen?.has(path.replace(/\.\d+/, '')));
  return {
    values,
    slaves: Object.fromEntries(
      Object.entries(slaves).map(([id, rows]) => [id, rows.map((row) => ({ values: row.values }))]),
    ),
    errors,
  };
}

/** What the person meets in no record, there or to be made: not even its name is for them. A grant may show what rules hide. */
async function absentFields(plan: FormPlan, ctx: Ctx, rights: Rights): Promise<ReadonlySet<string>> {
  const { fields } = rights;
  if (!fields || (rights.view !== 'all' && (await holdsGrants(plan, ctx)))) return new Set();
  const makes = rights.create !== null || rights.import !== null;
  return leftOutByAll([...fields.seen.map(({ keys }) => keys), ...(makes ? [fields.newHidden] : [])]);
}

/** The definition as if these fields and tables were not there; expressions that speak of them are left to the server. */
export function definitionWithout(definition: FormDefinition, absent: ReadonlySet<string>): FormDefinition {
  if (absent.size === 0) return definition;
  const ids = new Set([...absent].map((key) => key.slice(key.indexOf('.') + 1)));
  const speaks = (text: string | undefined): boolean =>
    text !== undefined && [...ids].some((id) => new RegExp(`\\b${id}\\b`).test(text));
  const silenced = (field: Field): Field => {
    const config = field.config as { expression?: string; table?: string; field?: string };
    const own = Object.fromEntries(
      Object.entries(field).filter(
        ([name, value]) =>
          !(
            expressions.has(name) &&
            speaks(typeof value === 'object' ? JSON.stringify(value) : (value as string | undefined))
          ),
      ),
    ) as unknown as Field;
    if (field.type === 'formula' && speaks(config.expression))
      return { ...own, config: { ...config, expression: '' } } as Field;
    if (
      field.type === 'concatenation' &&
      field.config.parts.some((part) => part.kind === 'field' && ids.has(part.field))
    )
      return { ...own, config: { parts: [] } } as Field;
    if (field.type === 'rollup' && (speaks(config.table) || speaks(config.field)))
      return { ...own, config: { ...config, table: '' } } as Field;
    return own;
  };
  return {
    ...definition,
    fields: definition.fields.filter(({ id }) => !absent.has(id)).map(silenced),
    tables: definition.tables
      .filter(({ id }) => !absent.has(id))
      .map((table) => ({
        ...table,
        fields: table.fields.filter(({ id }) => !absent.has(`${table.id}.${id}`)).map(silenced),
        ...(table.generators && { generators: table.generators.filter((rule) => !speaks(JSON.stringify(rule))) }),
        ...(table.totals && { totals: table.totals.filter((id) => !absent.has(`${table.id}.${id}`)) }),
      })),
    ...layoutWithout(definition, absent, speaks),
    titleField: definition.titleField !== null && absent.has(definition.titleField) ? null : definition.titleField,
    ...(definition.listFields && { listFields: definition.listFields.filter((id) => !absent.has(id)) }),
  };
}

const expressions = new Set([
  'requiredIf',
  'readOnlyIf',
  'hiddenIf',
  'validIf',
  'uniqueIf',
  'compare',
  'optionsFormula',
  'optionsBy',
  'defaultFormula',
]);
