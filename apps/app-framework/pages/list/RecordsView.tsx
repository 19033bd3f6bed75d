import { DeleteOutlined, EditOutlined, ShareAltOutlined, SwapOutlined } from '@ant-design/icons';
import { recordsApi, type PersonalPlan } from '@formwork/contract/records/api.ts';
import type { RecordRow } from '@formwork/contract/records/record.ts';
import { textIn } from '@formwork/contract/text.ts';
import { DataList } from '@formwork/ui/data-list.tsx';
import type { ListColumn } from '@formwork/ui/list-columns.ts';
import type { Selection } from '@formwork/ui/list-selection.ts';
import type { MenuEntry } from '@formwork/ui/menu.tsx';
import { formatNumber } from '@formwork/ui/number-format.ts';
import { conditionFieldsOf } from '@formwork/web/conditions/condition-fields.ts';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { refresh } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useLive } from '@formwork/web/live/use-live.ts';
import { usePage, useRouter, useSetQuery } from '@formwork/web/router/page-context.ts';
import { BatchPrint } from '@formwork/web/printing/BatchPrint.tsx';
import { Alert, Button } from 'antd';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { paths, viewQuery, type ListView } from '../../paths.ts';
import { ColumnSettings } from './ColumnSettings.tsx';
import { recordColumns } from '@formwork/web/record-list/record-columns.tsx';
import { EmptyList } from './EmptyList.tsx';
import { listableFields, shownFields, useListSettings } from './list-settings.ts';
import { ListToolbar } from './ListToolbar.tsx';
import { sortOf, sortText, viewOf } from './list-view.ts';
import './list.css';
import { RecordCard } from './RecordCard.tsx';
import { searchLimit, useRecordCount, useRecordList } from './use-record-list.ts';
import { useRemoval } from './use-removal.ts';

const ShareDialog = lazy(() => import('../record/ShareDialog.tsx'));
const TransferDialog = lazy(() => import('../record/TransferDialog.tsx'));

/** More pages than these are not read again by themselves: a hint offers it. */
const quietPages = 4;
const noRows: Selection = new Set();

/** The records of one form as a list; what it shows stands in the address. */
export function RecordsView({ plan, canStart }: { plan: PersonalPlan; canStart: boolean }) {
  const t = useT();
  const locale = useLocale();
  const router = useRouter();
  const setQuery = useSetQuery();
  const { query } = usePage();
  const { formId, appId, definition, can } = plan;
  const view = useMemo(() => viewOf(query), [query]);
  const [settings, setSettings] = useListSettings(formId);
  const [selection, setSelection] = useState(noRows);
  const [stale, setStale] = useState(false);
  const [giving, setGiving] = useState<{ as: 'share' | 'transfer'; records: string[] }>();
  const { pages, rows, cut, hasMore } = useRecordList(formId, view);
  const count = useRecordCount(formId, view);
  const { remove, removing } = useRemoval(formId, (ids) => setSelection((now) => new Set([...now].filter((id) => !ids.includes(id)))));

  // whoever may not start a process sees by the records that there is one
  const hasProcess = canStart || rows.some(({ values }) => values._processState !== null && values._processState !== undefined);
  const fields = useMemo(() => shownFields(definition, settings, hasProcess), [definition, settings, hasProcess]);
  const columns = useMemo(() => recordColumns(fields, locale), [fields, locale]);
  const filterFields = useMemo(() => conditionFieldsOf({ fields: listableFields(definition, hasProcess).filter(({ id }) => !id.startsWith('_')) }), [definition, hasProcess]);

  const setView = (change: Partial<ListView>) => {
    setSelection(noRows);
    setQuery(viewQuery({ ...view, ...change }));
  };
  const readAgain = () => {
    setStale(false);
    void refresh(recordsApi.list, recordsApi.count);
  };
  useRecordChanges(formId, () => {
    void refresh(recordsApi.count);
    if ((pages.data?.pages.length ?? 0) > quietPages) setStale(true);
    else void refresh(recordsApi.list);
  });

  const sort = sortOf(view.sort);
  const columnMenu = (column: ListColumn<RecordRow>): MenuEntry[] => {
    const ids = fields.map(({ id }) => id);
    const at = ids.indexOf(column.id);
    const moved = (to: number) => () => setSettings({ columns: ids.with(at, ids[to]!).with(to, column.id) });
    return [
      { id: 'up', title: t('records.columns.ascending'), disabled: !column.sortable, checked: sort[0]?.column === column.id && sort[0].direction === 'asc', onSelect: () => setView({ sort: column.id }) },
      { id: 'down', title: t('records.columns.descending'), disabled: !column.sortable, checked: sort[0]?.column === column.id && sort[0].direction === 'desc', onSelect: () => setView({ sort: `-${column.id}` }) },
      'line',
      { id: 'left', title: t('records.columns.left'), disabled: at === 0, onSelect: moved(at - 1) },
      { id: 'right', title: t('records.columns.right'), disabled: at === ids.length - 1, onSelect: moved(at + 1) },
      { id: 'hide', title: t('records.columns.hide'), disabled: ids.length === 1, onSelect: () => setSettings({ columns: ids.filter((id) => id !== column.id) }) },
    ];
  };

  const error = pages.error;
  const status = pages.isPending ? 'loading' : !error ? 'ready' : !isApiError(error) ? 'error' : error.kind === 'network' ? 'offline' : error.status === 403 || error.status === 404 ? 'forbidden' : 'error';
  const badView = isApiError(error) && error.code.startsWith('records.list.');
  const total = count.data && (count.data.estimated ? t('records.list.about', { count: formatNumber(count.data.total, locale) }) : t('records.list.total', { count: formatNumber(count.data.total, locale) }));
  const mayRemove = can.delete && can.batch;
  const selectable = ((can.delete || can.share || can.transfer) && can.batch) || can.print;
  const endGiving = () => { setGiving(undefined); setSelection(noRows); };
  return (
    <div className="fw-records">
      <ListToolbar fields={filterFields} view={view} onView={setView} total={total} stale={stale} onRefresh={readAgain}>
        <ColumnSettings
          fields={listableFields(definition, hasProcess)}
          shown={fields}
          height={settings.height ?? 'normal'}
          onColumns={(ids) => setSettings(ids === undefined ? { columns: [], widths: {} } : { columns: ids })}
          onHeight={(height) => setSettings({ height })}
        />
      </ListToolbar>
      {cut && <Alert type="info" showIcon title={t('records.list.cut', { count: searchLimit })} />}
      {badView && <Alert type="warning" showIcon title={t('records.list.bad_view')} action={<Button size="small" onClick={() => setView({ filter: undefined, sort: undefined })}>{t('records.empty.clear')}</Button>} />}
      <DataList<RecordRow>
        label={textIn(definition.title, locale)}
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.record(appId, formId, id, view)}
        rowHeight={settings.height ?? 'normal'}
        {...(can.edit || can.delete ? {
          rowActions: ({ id }) => [
            ...(can.edit ? [{ id: 'edit', title: t('records.list.edit'), icon: <EditOutlined />, href: paths.editRecord(appId, formId, id) }] : []),
            ...(can.delete ? [{ id: 'delete', title: t('ui.action.delete'), icon: <DeleteOutlined />, danger: true, onSelect: () => remove([id]) }] : []),
          ],
        } : {})}
        status={status}
        onRetry={() => void pages.refetch()}
        requestId={isApiError(error) ? error.requestId : undefined}
        empty={<EmptyList plan={plan} view={view} onClear={() => setView({ filter: undefined, search: undefined })} />}
        total={count.data?.total}
        hasMore={hasMore}
        loadingMore={pages.isFetchingNextPage}
        onEndReached={() => void pages.fetchNextPage()}
        sort={sort}
        onSort={(next) => setView({ sort: sortText(next) })}
        columnMenu={columnMenu}
        widths={settings.widths ?? {}}
        onWidth={(column, width) => setSettings({ widths: { ...settings.widths, [column]: width } })}
        {...(selectable ? { selection, onSelection: setSelection } : {})}
        bulkActions={removing ? <span role="status">{t('records.delete.progress', removing)}</span> : (
          <>
            {can.share && can.batch && <Button size="small" icon={<ShareAltOutlined />} onClick={() => setGiving({ as: 'share', records: [...selection] })}>{t('records.share.action')}</Button>}
            {can.transfer && can.batch && <Button size="small" icon={<SwapOutlined />} onClick={() => setGiving({ as: 'transfer', records: [...selection] })}>{t('records.transfer.action')}</Button>}
            {can.print && <BatchPrint appId={appId} formId={formId} recordIds={[...selection].map(String)} />}
            {mayRemove && <Button size="small" danger icon={<DeleteOutlined />} onClick={() => remove([...selection])}>{t('ui.action.delete')}</Button>}
          </>
        )}
        renderCard={(row) => <RecordCard row={row} fields={fields} href={router.hrefOf(paths.record(appId, formId, row.id, view))} />}
      />
      <Suspense>
        {giving?.as === 'share' && <ShareDialog formId={formId} records={giving.records} onClose={endGiving} />}
        {giving?.as === 'transfer' && <TransferDialog formId={formId} records={giving.records} onClose={endGiving} />}
      </Suspense>
    </div>
  );
}

/** Calls back a moment after others have changed records of the form, once for many changes. */
function useRecordChanges(formId: string, changed: () => void): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(changed);
  latest.current = changed;
  useLive(`form:${formId}`, () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(), 600);
  });
}
