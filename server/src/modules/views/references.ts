import type { ViewSettings } from '@formwork/contract/views/view.ts';
import { viewReferences } from '@formwork/contract/views/references.ts';
import type { User, UserSource } from '../forms/public.ts';

/** Shared labels by their names; of those that people have for themselves, and of how they arranged lists, how many there are. */
export const viewUsers: UserSource = {
  async find(tx, { forms, around, leadsTo }) {
    if (forms.length === 0) return [];
    const views = await tx.selectFrom('views.view').select(['id', 'form_id', 'person_id', 'title', 'settings']).where('form_id', 'in', [...around]).execute();
    const arrangements = await tx.selectFrom('views.arrangement').select(['form_id', 'settings']).where('form_id', 'in', [...forms]).execute();
    const shared = views.filter(({ person_id: owner }) => owner === null).map(({ id, form_id: formId, title, settings }): User => ({ kind: 'view', id, state: 'released', formId, title, references: viewReferences(settings, formId, leadsTo) }));
    const own: { form_id: string; settings: ViewSettings }[] = [...views.filter(({ person_id: owner }) => owner !== null), ...arrangements];
    return [...shared, ...[...Map.groupBy(own, ({ form_id: form }) => form)].flatMap(([formId, all]) => counted(formId, all.map(({ settings }) => viewReferences(settings, formId, leadsTo))))];
  },
};

/** One user for each thing that is named, with how many name it: whose they are is nobody's business. */
function counted(formId: string, all: readonly User['references'][]): User[] {
  const named = all.flatMap((references, at) => references.map((reference) => ({ at, reference, key: JSON.stringify(reference.to) })));
  return [...Map.groupBy(named, ({ key }) => key)].map(([, same]): User => ({ kind: 'ownView', id: formId, state: 'released', formId, references: [same[0]!.reference], count: new Set(same.map(({ at }) => at)).size }));
}
