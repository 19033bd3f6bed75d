import { SkeletonPage } from '@formwork/ui/feedback/state.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { ResourcePage } from '@formwork/web/resources/ResourcePage.tsx';
import { usePage, useQueryText, useRouter, useSetQuery } from '@formwork/web/router/page-context.ts';
import { useEffect } from 'react';
import { StartPageButton } from '../../parts/StartPageButton.tsx';
import { addressOfPage, useStartItems, useStartPage } from '../../parts/use-start-page.tsx';
import { charts, dashboards, dataSets, screens } from '../../resources.ts';

const tabs = { dashboards, screens, charts, datasets: dataSets } as const;
type Tab = keyof typeof tabs;

/** Without a tab in its address what somebody chose opens in the place of the list. */
export default function DashboardsPage() {
  const router = useRouter();
  const { query } = usePage();
  const start = useStartPage();
  const isList = Object.keys(query).length > 0;
  const chosen = isList ? undefined : (start.data?.own ?? start.data?.everyone);
  const opens = chosen ? addressOfPage(chosen) : undefined;
  useEffect(() => {
    if (opens !== undefined) void router.go(opens, { replace: true });
  }, [opens, router]);
  return !isList && (opens !== undefined || start.isPending) ? <SkeletonPage /> : <List />;
}

/** All dashboards, screens, charts and data sets that one may see; a row leads to where it is looked at. */
function List() {
  const t = useT();
  const [given] = useQueryText('tab');
  const setQuery = useSetQuery();
  const elements = useElements('dashboards');
  const shown = elements.arranged(
    'tabs',
    (Object.keys(tabs) as Tab[]).map((id) => ({ id })),
  );
  const tab: Tab = shown.find(({ id }) => id === given)?.id ?? 'dashboards';
  // whoever chooses something here goes on looking at the list
  const startItems = useStartItems(() => setQuery({ tab }));
  return (
    <ResourcePage
      key={tab}
      of={tabs[tab]}
      actions={<StartPageButton />}
      rowActions={({ kind, id, released, enabled }) =>
        (kind === 'dashboard' || kind === 'screen' || kind === 'chart') && released !== null && enabled
          ? startItems(kind, id)
          : []
      }
      tabs={shown.map(({ id }) => ({ id, title: elements.title('tabs', id, t(`analytics.tab.${id}`)) }))}
      tab={tab}
      onTab={(id) => setQuery({ tab: id, search: undefined, state: undefined, tag: undefined, favourite: undefined })}
    />
  );
}
