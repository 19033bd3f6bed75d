import { useT } from '@formwork/web/i18n/i18n.ts';
import { ResourcePage } from '@formwork/web/resources/ResourcePage.tsx';
import { useSetQuery, useQueryText } from '@formwork/web/router/page-context.ts';
import { charts, dashboards, screens } from '../../resources.ts';

const tabs = { dashboards, screens, charts } as const;
type Tab = keyof typeof tabs;

/** All dashboards, screens and charts that one may see; a row leads to where it is looked at. */
export default function DashboardsPage() {
  const t = useT();
  const [given] = useQueryText('tab');
  const setQuery = useSetQuery();
  const tab: Tab = given !== undefined && Object.hasOwn(tabs, given) ? (given as Tab) : 'dashboards';
  return (
    <ResourcePage
      key={tab}
      of={tabs[tab]}
      tabs={(Object.keys(tabs) as Tab[]).map((id) => ({ id, title: t(`analytics.tab.${id}`) }))}
      tab={tab}
      onTab={(id) =>
        setQuery({ tab: id === 'dashboards' ? undefined : id, search: undefined, state: undefined, tag: undefined })
      }
    />
  );
}
