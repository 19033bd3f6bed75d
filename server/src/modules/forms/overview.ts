import type { FormRelations, formsApi, Referrer } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { fieldKind, type Field, type FieldOf } from '@formwork/contract/forms/field.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { isLinkedRollup } from '@formwork/contract/records/linked.ts';
import type { TxCtx } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { designedForm } from './designed-form.ts';
import { formsInUse, speakersOf } from './links.ts';
import { formsWithDefinitions } from './with-definitions.ts';

type Input<K extends keyof typeof formsApi> = InputOf<(typeof formsApi)[K]>;

/** What a roll-up of the form can count: records and rows that name it. */
export async function formReferrers({ tx }: TxCtx, { params }: Input<'referrers'>): Promise<{ referrers: Referrer[] }> {
  await designedForm(tx, params.formId);
  const forms = await formsInUse(tx, await speakersOf(tx, params.formId));
  return {
    referrers: [...forms.values()].flatMap(({ id, title, definition }) =>
      placesOf(definition).flatMap(({ table, fields }) =>
        fields.flatMap((field): Referrer[] => {
          if (field.type !== 'relation' || field.config.form !== params.formId) return [];
          return [
            {
              formId: id,
              form: title,
              via: table === undefined ? field.id : `${table}.${field.id}`,
              title: field.title,
              fields: fields.map((one) => ({ id: one.id, title: one.title, kind: fieldKind(one) })),
            },
          ];
        }),
      ),
    ),
  };
}

/** The forms of an application as they are in use, drafts where there is no release, with what leads from one to another; relations that wait in drafts included. */
export async function appRelations({ tx }: TxCtx, { params }: Input<'relations'>): Promise<FormRelations> {
  const app = await tx.selectFrom('forms.app').select('id').where('id', '=', params.appId).executeTakeFirst();
  if (!app) throw notFound('forms.app.not_found');
  const rows = await formsWithDefinitions(tx)
    .select(['form.id', 'form.app_id', 'form.release', 'draft.definition as draft', 'release.definition as released'])
    .where('form.removed_at', 'is', null)
    .orderBy('form.position')
    .execute();
  const all = new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        appId: row.app_id,
        released: row.release !== null,
        definition: row.released ?? row.draft,
        draft: row.draft,
      },
    ]),
  );
  const relations = [...all.values()]
    .flatMap((form) => withPending(form, all))
    .filter(({ from, to }) => [from, to].some((id) => all.get(id)?.appId === params.appId));
  const shown = new Set([
    ...rows.filter((row) => row.app_id === params.appId).map((row) => row.id),
    ...relations.flatMap(({ from, to }) => [from, to]),
  ]);
  return {
    forms: [...all.values()]
      .filter(({ id }) => shown.has(id))
      .map(({ id, appId, released, definition }) => ({
        id,
        appId,
        released,
        title: definition.title,
        fields: definition.fields.length,
      })),
    relations,
  };
}

type Known = ReadonlyMap<string, { definition: FormDefinition }>;
type Relation = FormRelations['relations'][number];

function withPending(
  { id, definition, draft }: { id: string; definition: FormDefinition; draft: FormDefinition },
  all: Known,
): Relation[] {
  const inUse = relationsOf(id, definition, all);
  const known = new Set(inUse.map(({ field }) => field));
  return [
    ...inUse,
    ...relationsOf(id, draft, all)
      .filter(({ field }) => !known.has(field))
      .map((relation) => ({ ...relation, pending: true })),
  ];
}

function relationsOf(from: string, definition: FormDefinition, all: Known): Relation[] {
  return placesOf(definition).flatMap(({ table, fields }) =>
    fields.flatMap((field) => {
      if (field.type !== 'relation') return [];
      const target = all.get(field.config.form);
      if (!target) return [];
      return [
        {
          from,
          to: field.config.form,
          field: field.id,
          title: field.title,
          cardinality: field.config.cardinality,
          lookups: fields.filter((one) => one.type === 'lookup' && one.config.relation === field.id).length,
          rollups: rollupsOver(from, table, field, fields, target.definition),
          pending: false,
        },
      ];
    }),
  );
}

/** Roll-ups at either end. */
function rollupsOver(
  from: string,
  table: string | undefined,
  relation: FieldOf<'relation'>,
  fields: readonly Field[],
  target: FormDefinition,
): number {
  const via = table === undefined ? relation.id : `${table}.${relation.id}`;
  const own = fields.filter(
    (field) => isLinkedRollup(field) && !field.config.form && field.config.relation === relation.id,
  );
  return (
    own.length +
    target.fields.filter((field) => isLinkedRollup(field) && field.config.form === from && field.config.via === via)
      .length
  );
}

function placesOf(definition: FormDefinition): { table: string | undefined; fields: readonly Field[] }[] {
  return [
    { table: undefined, fields: definition.fields },
    ...definition.tables.map(({ id, fields }) => ({ table: id, fields })),
  ];
}
