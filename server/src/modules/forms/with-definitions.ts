import type { ControlTx } from '../../platform/db/db.ts';

/** Forms with what is being drawn (`draft`) and, where one is in force, with their release (`release`). */
export function formsWithDefinitions(tx: ControlTx) {
  return tx
    .selectFrom('forms.form as form')
    .innerJoin('forms.draft as draft', (join) =>
      join.onRef('draft.space_id', '=', 'form.space_id').onRef('draft.form_id', '=', 'form.id'),
    )
    .leftJoin('forms.release as release', (join) =>
      join
        .onRef('release.space_id', '=', 'form.space_id')
        .onRef('release.form_id', '=', 'form.id')
        .onRef('release.number', '=', 'form.release'),
    );
}
