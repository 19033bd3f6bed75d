import type { ViewSettings } from '@formwork/contract/views/view.ts';
import { viewReferences, viewWithOption } from '@formwork/contract/views/references.ts';
import { sql } from 'kysely';
import type { User, UserSource } from '../forms/public.ts';

/** The message that drops what is remembered of the rules of shared labels, everywhere. */
export const rulesChanged = 'views.rules';

/** Shared labels by their names; of those that people have for themselves, and of how they arranged lists, how many there are. */
export const viewUsers: UserSource = {
  follows: ['view', 'ownView'],
  async follow({ tx, platform, spaceId }, at, to, { around, leadsTo }) {
    const changed = (formId: string, settings: ViewSettings): string | undefined => {
      const next = JSON.stringify(viewWithOption(settings, formId, leadsTo, at, to));
      return next === JSON.stringify(settings) ? undefined : next;
    };
    for (const { id, form_id: formId, settings } of await tx
      .selectFrom('views.view')
      .select(['id', 'form_id', 'settings'])
      .where('form_id', 'in', [...around])
      .forUpdate()
      .execute()) {
      const next = changed(formId, settings);
      if (next !== undefined)
        await tx
          .updateTable('views.view')
          .set({ settings: next, version: sql<number>`version + 1`, changed_at: sql<Date>`now()` })
          .where('id', '=', id)
          .execute();
    }
    for (const { form_id: formId, person_id: person, label, settings } of await tx
      .selectFrom('views.arrangement')
      .select(['form_id', 'person_id', 'label', 'settings'])
      .where('form_id', 'in', [...around])
      .forUpdate()
      .execute()) {
      const next = changed(formId, settings);
      if (next !== undefined)
        await tx
          .updateTable('views.arrangement')
          .set({ settings: next })
          .where('form_id', '=', formId)
          .where('person_id', '=', person)
          .where('label', '=', label)
          .execute();
    }
    return around.map((formId) => () => platform.bus.publish({ kind: rulesChanged, spaceId, formId }));
  },
  async find(tx, { forms, around, leadsTo }) {
    if (forms.length === 0) return [];
    const views = await tx
      .selectFrom('views.view')
      .select(['id', 'form_id', 'person_id', 'title', 'settings'])
      .where('form_id', 'in', [...around])
      .execute();
    const arrangements = await tx
      .selectFrom('views.arrangement')
      .select(['form_id', 'settings'])
      .where('form_id', 'in', [...forms])
      .execute();
    const shared = views
      .filter(({ person_id: owner }) => owner === null)
      .map(({ id, form_id: formId, title, settings }): User => ({
        kind: 'view',
        id,
        state: 'released',
        formId,
        title,
        references: viewReferences(settings, formId, leadsTo),
      }));
    const own: { form_id: string; settings: ViewSettings }[] = [
      ...views.filter(({ person_id: owner }) => owner !== null),
      ...arrangements,
    ];
    return [
      ...shared,
      ...[...Map.groupBy(own, ({ form_id: form }) => form)].flatMap(([formId, all]) =>
        counted(
          formId,
          all.map(({ settings }) => viewReferences(settings, formId, leadsTo)),
        ),
      ),
    ];
  },
};

/** One user for each thing that is named, with how many name it: whose they are is nobody's business. */
function counted(formId: string, all: readonly User['references'][]): User[] {
  const named = all.flatMap((references, at) =>
    references.map((reference) => ({ at, reference, key: JSON.stringify(reference.to) })),
  );
  return [...Map.groupBy(named, ({ key }) => key)].map(([, same]): User => ({
    kind: 'ownView',
    id: formId,
    state: 'released',
    formId,
    references: [same[0]!.reference],
    count: new Set(same.map(({ at }) => at)).size,
  }));
}
