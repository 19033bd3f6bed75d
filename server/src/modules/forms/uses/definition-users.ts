import type { TxCtx } from '../../../platform/context.ts';
import type { ControlTx } from '../../../platform/db/db.ts';
import { followReferences, referencesTo, type Target } from '../../definitions/public.ts';
import { allFields, ownOptions } from './taken-away.ts';
import type { User, UserSource } from './known-users.ts';

/** How definitions name a field, `field`, and an option of it, `field/option`. */
function partOf({ element, option }: { element: string; option?: string | undefined }): string {
  return option === undefined ? element : `${element}/${option}`;
}

/** Forms that definitions may name, with their fields, slave tables and options. */
export async function findForms(tx: ControlTx, ids: readonly string[]): Promise<Target[]> {
  const rows = await tx
    .selectFrom('forms.form as form')
    .innerJoin('forms.release as release', (join) =>
      join
        .onRef('release.space_id', '=', 'form.space_id')
        .onRef('release.form_id', '=', 'form.id')
        .onRef('release.number', '=', 'form.release'),
    )
    .select(['form.id', 'form.title', 'release.definition'])
    .where('form.id', 'in', [...ids])
    .where('form.removed_at', 'is', null)
    .execute();
  return rows.map(({ id, title, definition }) => ({
    id,
    name: title,
    parts: new Set([
      ...definition.tables.map((table) => table.id),
      ...allFields(definition).flatMap((field) => [
        field.id,
        ...ownOptions(field).map((option) => partOf({ element: field.id, option: option.id })),
      ]),
    ]),
  }));
}

/** Rules, flows, dashboards and whatever else is a definition and names forms. */
export const definitionUsers: UserSource = {
  follows: ['definition'],
  follow: (ctx: TxCtx, at, to) =>
    followReferences(ctx, { kind: 'form', id: at.form }, { [partOf(at)]: partOf({ element: at.element, option: to }) }),
  async find(tx, { forms }) {
    const found = await referencesTo(tx, 'form', forms);
    return found.map(({ kind, id, name, of, part, how, to }): User => {
      const [element = '', option] = to.part.split('/');
      return {
        kind: 'definition',
        definition: kind,
        id,
        state: of === 'release' ? 'released' : 'draft',
        formId: null,
        title: name,
        references: [
          { part, place: 'setting', to: { form: to.id, element, ...(option !== undefined && { option }) }, how },
        ],
      };
    });
  },
};
