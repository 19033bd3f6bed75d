import { useElements } from '@formwork/web/elements/elements.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { ResourcePage } from '@formwork/web/resources/ResourcePage.tsx';
import { useSetQuery, useQueryText } from '@formwork/web/router/page-context.ts';
import { charts, dashboards, dataSets, screens } from '../../resources.ts';

const tabs = { dashboards, screens, charts, datasets: dataSets } as const;
type Tab = keyof typeof tabs;

/** All dashboards, screens, charts and data sets that one may see; a row leads to where it is looked at. */
export default function DashboardsPage() {
  const t = useT();
  const [given] = useQueryText('tab');
  const setQuery = useSetQuery();
  const elements = useElements('dashboards');
  const shown = elements.arranged(
    'tabs',
    (Object.keys(tabs) as Tab[]).map((id) => ({ id })),
  );
  const tab: Tab = shown.find(({ id }) => id === given)?.id ?? 'dashboards';
  return (
    <ResourcePage
      key={tab}
      of={tabs[tab]}
      tabs={shown.map(({ id }) => ({ id, title: elements.title('tabs', id, t(`analytics.tab.${id}`)) }))}
      tab={tab}
      onTab={(id) =>
        setQuery({ tab: id === 'dashboards' ? undefined : id, search: undefined, state: undefined, tag: undefined })
      }
    />
  );
}
