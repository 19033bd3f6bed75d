import type { User, UserSource } from '../forms/public.ts';

/** Entries of menus that lead to a form. Those that lead to an application are told by `appEntries`. */
export const menuUsers: UserSource = {
  async find(tx, { forms, apps }) {
    if (forms.length === 0 && apps.length === 0) return [];
    const rows = await tx.selectFrom('console.nav_entry').select(['id', 'terminal', 'target', 'title']).execute();
    return rows.flatMap(({ id, terminal, target, title }): User[] => {
      if (target.kind !== 'app') return [];
      const to = target.formId !== null ? target.formId : target.appId;
      if (target.formId !== null ? !forms.includes(to) : !apps.includes(to)) return [];
      return [
        {
          kind: 'menu',
          id,
          state: 'released',
          formId: null,
          ...(title && { title }),
          references: [{ part: terminal, place: 'entry', to: { form: to, element: '' }, how: 'warn' }],
        },
      ];
    });
  },
};
