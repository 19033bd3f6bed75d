import { organizationApi, type PageRight, type RoleView } from '@formwork/contract/organization/api.ts';
import { routes, type Route } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import { ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useMemo } from 'react';

type Effect = 'none' | 'grant' | 'refuse' | 'closed';

/** Pages that members other than administrators open; the home page leads to all others and stays open. */
const pages = (routes as readonly Route[]).filter(
  ({ id, owner }) => id !== 'home' && owner.some((role) => role === 'user' || role === 'safe' || role === 'audit'),
);

/** Which pages a role opens. Everyone opens a page until it is closed for everyone; then those whose roles grant it. */
export function PageRights({ subject, roles, mayEdit }: { subject: string; roles: RoleView[]; mayEdit: boolean }) {
  const t = useT();
  const locale = useLocale();
  const rights = useQuery(q(organizationApi.listPageRights));
  const set = useCommand(organizationApi.setPageRights, { refresh: [organizationApi.listPageRights] });
  const everyone = subject === 'everyone';
  const columns = useMemo((): ListColumn<Route>[] => {
    const rightOf = (id: string): PageRight | undefined => rights.data?.find(({ page }) => page === id);
    const effectOf = (id: string): Effect => {
      const right = rightOf(id);
      if (everyone) return right?.closed ? 'closed' : 'none';
      return right?.refusedTo.includes(subject) ? 'refuse' : right?.grantedTo.includes(subject) ? 'grant' : 'none';
    };
    const choices: Effect[] = everyone ? ['none', 'closed'] : ['none', 'grant', 'refuse'];
    const namesOf = (ids: readonly string[]): string =>
      ids.map((id) => roles.find((role) => role.id === id)?.name ?? '').join(locale === 'zh-CN' ? '、' : ', ');
    const word = (effect: Effect, id: string): string => {
      if (everyone) return t(effect === 'closed' ? 'rights.page_closed' : 'rights.page_open');
      if (effect === 'none') return t(rightOf(id)?.closed ? 'rights.page_as_closed' : 'rights.page_as_open');
      return t(effect === 'grant' ? 'rights.page_granted' : 'rights.page_refused');
    };
    return [
      { id: 'page', title: t('rights.page'), width: 220, value: ({ title }) => textIn(title, locale) },
      {
        id: 'right',
        title: t('rights.page_right'),
        width: 240,
        render: ({ id, title }) => (
          <Select<Effect>
            size="small"
            className="rights-page"
            disabled={!mayEdit || set.pending}
            value={effectOf(id)}
            aria-label={textIn(title, locale)}
            options={choices.map((value) => ({ value, label: word(value, id) }))}
            onChange={(effect) =>
              void set.run({
                params: { subject },
                body: { changes: [{ page: id, effect: effect === 'none' ? null : effect }] },
              })
            }
          />
        ),
      },
      {
        id: 'granted',
        title: t('rights.page_granted_to'),
        width: 200,
        value: ({ id }) => namesOf(rightOf(id)?.grantedTo ?? []),
      },
      {
        id: 'refused',
        title: t('rights.page_refused_to'),
        width: 200,
        value: ({ id }) => namesOf(rightOf(id)?.refusedTo ?? []),
      },
    ];
  }, [t, locale, rights.data, everyone, subject, roles, mayEdit, set]);
  if (rights.isPending) return <SkeletonRows rows={6} columns={3} />;
  if (rights.isError) return <ErrorState onRetry={() => void rights.refetch()} />;
  return (
    <div className="rights-matrix">
      <p className="rights-hint">{t(everyone ? 'rights.pages_everyone_hint' : 'rights.pages_hint')}</p>
      <DataList<Route> label={t('rights.pages')} rows={pages} columns={columns} rowKey={({ id }) => id} />
    </div>
  );
}
