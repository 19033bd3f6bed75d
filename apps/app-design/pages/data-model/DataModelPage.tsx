import { formsApi } from '@formwork/contract/forms/api.ts';
import type { DataModel } from '@formwork/contract/forms/data-model.ts';
import { textIn } from '@formwork/contract/text.ts';
import { formatBytes, formatNumber } from '@formwork/ui/format/number-format.ts';
import { Page } from '@formwork/ui/frame/page.tsx';
import { EmptyState, ErrorState, NoPermission, SkeletonPage, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Arranged, tabsOf } from '@formwork/web/elements/arranged.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { isApiError, isGone } from '@formwork/web/http/api-error.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { usePageTitle, useParams, useQueryText } from '@formwork/web/router/page-context.ts';
import { useCan } from '@formwork/web/session/session.ts';
import { useQuery } from '@tanstack/react-query';
import { ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { paths } from '../../paths.ts';
import { Growth } from './Growth.tsx';
import { ListIndexes } from './ListIndexes.tsx';
import { SlowQueries } from './SlowQueries.tsx';
import { TableStructure } from './TableStructure.tsx';
import './data-model.css';

// the drawing weighs much
const RelationsDrawing = lazy(() => import('./RelationsDrawing.tsx'));
const tabIds = ['structure', 'relations', 'growth', 'indexes', 'slow'] as const;

/** A form's tables as the database has them, and how they fare, and indexes that are proposed for its lists. */
export default function DataModelPage() {
  const t = useT();
  const { table: formId = '' } = useParams();
  const model = useQuery({ ...q(formsApi.dataModel, { params: { formId } }), staleTime: 30_000 });
  usePageTitle(t('model.title'));
  if (model.isPending) return <SkeletonPage />;
  if (model.isError) {
    const { error } = model;
    if (isGone(error)) return <NoPermission title={t('model.gone')} hint={t('model.gone_hint')} />;
    return (
      <ErrorState onRetry={() => void model.refetch()} requestId={isApiError(error) ? error.requestId : undefined} />
    );
  }
  return <Model model={model.data} refreshing={model.isFetching} onRefresh={() => void model.refetch()} />;
}

function Model({ model, refreshing, onRefresh }: { model: DataModel; refreshing: boolean; onRefresh: () => void }) {
  const t = useT();
  const locale = useLocale();
  const mayDesign = useCan()('forms.app.edit');
  const [asked, setTab] = useQueryText('tab');
  const elements = useElements('dataModel');
  const { tab, tabs } = tabsOf(elements, 'tabs', tabIds, asked, (id) => t(`model.tab.${id}`));
  const { form, tables } = model;
  const bytes = tables.reduce((sum, table) => sum + table.bytes.data + table.bytes.indexes, 0);
  const main = tables.find(({ kind }) => kind === 'main');
  return (
    <Page
      title={textIn(form.title, locale)}
      note={`${textIn(form.app, locale)} · ${t('model.title')}`}
      back={mayDesign ? paths.apps() : paths.app(form.appId, form.id)}
      tab={tab}
      onTab={(id) => setTab(id === 'structure' ? undefined : id)}
      tabs={tabs.map((one) => ({
        ...one,
        ...(one.id === 'relations' && model.relations.length > 0 && { count: model.relations.length }),
      }))}
      actions={
        elements.shows('tools', 'refresh') && (
          <Button icon={<ReloadOutlined />} loading={refreshing} onClick={onRefresh}>
            {elements.title('tools', 'refresh', t('model.refresh'))}
          </Button>
        )
      }
    >
      {tables.length === 0 ? (
        <EmptyState title={t('model.no_tables')} hint={t('model.no_tables_hint')} />
      ) : (
        <>
          <dl className="model-figures">
            <Arranged of={elements} group="figures">
              <Figure
                key="rows"
                name={elements.title('figures', 'rows', t('model.rows'))}
                value={main ? `${main.estimated ? t('model.about') : ''}${formatNumber(main.rows, locale)}` : '—'}
              />
              <Figure
                key="size"
                name={elements.title('figures', 'size', t('model.size'))}
                value={formatBytes(bytes, locale)}
              />
              <Figure
                key="tables"
                name={elements.title('figures', 'tables', t('model.tables'))}
                value={formatNumber(tables.length, locale)}
              />
              <Figure
                key="release"
                name={elements.title('figures', 'release', t('model.release'))}
                value={form.release === null ? t('model.draft') : formatNumber(form.release, locale)}
              />
            </Arranged>
          </dl>
          {tab === 'structure' &&
            tables.map((table) => <TableStructure key={table.name} table={table} formId={form.id} />)}
          {tab === 'relations' && (
            <Suspense fallback={<SkeletonRows rows={5} columns={2} />}>
              <RelationsDrawing model={model} />
            </Suspense>
          )}
          {tab === 'growth' && <Growth growth={model.growth} />}
          {tab === 'indexes' && form.release !== null && <ListIndexes formId={form.id} />}
          {tab === 'slow' && <SlowQueries slow={model.slow} />}
        </>
      )}
    </Page>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
