import type { Condition } from '@formwork/contract/condition/condition.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { q, refresh } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useLive } from '@formwork/web/live/use-live.ts';
import { recordColumns } from '@formwork/records-ui/record-list/record-columns.tsx';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { paths } from '../../paths.ts';
import { shownFields } from '../list/list-settings.ts';
import { useRecordList } from '../list/use-record-list.ts';

/** What names this record, form by form, as far as the person sees it. */
export function RelatedLists({ formId, recordId }: { formId: string; recordId: string }) {
  const t = useT();
  const locale = useLocale();
  const lists = useQuery(q(recordsApi.referring, { params: { formId } }));
  if (!lists.data?.lists.length) return null;
  return (
    <section className="fw-related" aria-label={t('records.related.title')}>
      {lists.data.lists.map((list) => (
        <RelatedList
          key={`${list.formId} ${list.field}`}
          formId={list.formId}
          table={list.table?.id}
          field={list.field}
          recordId={recordId}
          title={[list.form, ...(list.table ? [list.table.title] : []), list.title]
            .map((part) => textIn(part, locale))
            .join(' · ')}
        />
      ))}
    </section>
  );
}

function RelatedList({
  formId,
  table,
  field,
  recordId,
  title,
}: {
  formId: string;
  table: string | undefined;
  field: string;
  recordId: string;
  title: string;
}) {
  const t = useT();
  const locale = useLocale();
  const filter = useMemo((): Condition => {
    const names: Condition = { field, operator: 'hasAny', value: [recordId] };
    return table === undefined ? names : { rows: table, where: names, fn: 'count', operator: 'gte', value: 1 };
  }, [table, field, recordId]);
  const plan = useQuery(q(recordsApi.plan, { params: { formId } }));
  const { pages, rows, hasMore } = useRecordList(formId, { filter });
  useLive(`form:${formId}`, () => void refresh(recordsApi.list));
  const definition = plan.data?.definition;
  // the relation says the same in every row
  const columns = useMemo(
    () =>
      (definition
        ? recordColumns(
            shownFields(definition, {}, false).filter(({ id }) => id !== field),
            locale,
          )
        : []
      ).map((column) => ({ ...column, sortable: false })),
    [definition, field, locale],
  );
  const appId = plan.data?.appId ?? '';
  return (
    <div className="fw-related-list">
      <header>
        <h2>{title}</h2>
        {rows.length > 0 && (
          <Link href={pathTo('appList', { appId }, { form: formId, filter: JSON.stringify(filter) })}>
            {t('records.related.all')}
          </Link>
        )}
      </header>
      <div className="fw-related-rows" style={{ blockSize: `${Math.min(Math.max(rows.length, 2), 8) * 36 + 44}px` }}>
        <DataList
          label={title}
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          rowHref={({ id }) => paths.record(appId, formId, id)}
          status={pages.isPending || plan.isPending ? 'loading' : pages.isError || plan.isError ? 'error' : 'ready'}
          onRetry={() => {
            void pages.refetch();
            void plan.refetch();
          }}
          empty={<EmptyState small title={t('records.related.empty')} />}
          hasMore={hasMore}
          loadingMore={pages.isFetchingNextPage}
          onEndReached={() => void pages.fetchNextPage()}
        />
      </div>
    </div>
  );
}
