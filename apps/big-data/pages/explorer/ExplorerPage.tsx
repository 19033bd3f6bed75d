import { explorerApi } from '@formwork/contract/etl/explorer.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { Page } from '@formwork/ui/frame/page.tsx';
import { SplitView } from '@formwork/ui/frame/split-view.tsx';
import { tabsOf } from '@formwork/web/elements/arranged.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText, useSetQuery } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { ProfilePane } from './ProfilePane.tsx';
import { SamplePane } from './SamplePane.tsx';
import { SourceTree } from './SourceTree.tsx';
import { SqlPane } from './SqlPane.tsx';
import './explorer.css';

const tabIds = ['sample', 'profile', 'sql'] as const;

/** What is in a source: its tables, first rows, what columns hold, and statements over it. All of it stands in the address. */
export default function ExplorerPage() {
  const t = useT();
  const setQuery = useSetQuery();
  const [asked] = useQueryText('connection');
  const [askedSchema] = useQueryText('schema');
  const [table] = useQueryText('table');
  const [askedTab, setTab] = useQueryText('tab');
  const sources = useQuery(q(explorerApi.sources));
  const elements = useElements('dataExplorer');
  const { tab, tabs } = tabsOf(elements, 'tabs', tabIds, askedTab, (id) => t(`explorer.tab.${id}`));
  if (!sources.data)
    return (
      <Page title={t('explorer.title')}>
        <Unread of={[sources]} skeleton={<SkeletonRows rows={10} />} />
      </Page>
    );
  const source = sources.data.find(({ id }) => id === asked) ?? sources.data[0]!;
  const at = table === undefined ? undefined : { source: source.id, schema: askedSchema ?? '', table };
  return (
    <Page
      fill
      flush
      title={t('explorer.title')}
      actions={
        elements.shows('tools', 'sources') && (
          <Link href={pathTo('dataSources')}>{elements.title('tools', 'sources', t('explorer.to_sources'))}</Link>
        )
      }
      tab={tab}
      onTab={(id) => setTab(id === 'sample' ? undefined : id)}
      tabs={tabs}
    >
      <SplitView
        remember="explorer"
        side={
          <SourceTree
            key={source.id}
            sources={sources.data}
            source={source.id}
            schema={askedSchema}
            table={table}
            onSource={(id) => setQuery({ connection: id, schema: undefined, table: undefined })}
            onTable={({ schema, name }) => setQuery({ schema: schema || undefined, table: name })}
            onSchema={(schema) => setQuery({ schema, table: undefined })}
          />
        }
      >
        {tab === 'sql' ? (
          <SqlPane key={source.id} source={source.id} schema={askedSchema} table={table} />
        ) : at === undefined ? (
          <EmptyState title={t('explorer.choose_table')} hint={t('explorer.choose_table_hint')} />
        ) : tab === 'sample' ? (
          <SamplePane at={at} />
        ) : (
          <ProfilePane at={at} />
        )}
      </SplitView>
    </Page>
  );
}
