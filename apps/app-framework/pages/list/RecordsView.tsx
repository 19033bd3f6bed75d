import type { Condition } from '@formwork/contract/condition/condition.ts';
import { recordsApi, type PersonalPlan } from '@formwork/contract/records/api.ts';
import { mostSearched } from '@formwork/contract/records/search.ts';
import { textIn } from '@formwork/contract/text.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import type { Dimension } from '@formwork/contract/views/pivot.ts';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import type { Selection } from '@formwork/ui/list/list-selection.ts';
import { usePhone } from '@formwork/ui/skin/use-media.ts';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { isOffline } from '@formwork/web/http/Unread.tsx';
import { refresh } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { ButtonRow } from '@formwork/records-ui/record-buttons/ButtonRow.tsx';
import { BatchPrint } from '@formwork/records-ui/printing/BatchPrint.tsx';
import { recordColumns } from '@formwork/records-ui/record-list/record-columns.tsx';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { viewFields } from '@formwork/records-ui/views/view-fields.ts';
import { Alert, Button } from 'antd';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { mostFound } from '@formwork/contract/records/bulk.ts';
import { paths, viewQuery, type ListView } from '../../paths.ts';
import { useColours } from './colours.ts';
import { ColumnSettings } from './ColumnSettings.tsx';
import { DisplayButton } from './DisplayButton.tsx';
import { EmptyList } from './EmptyList.tsx';
import { editedCell, type EditedCell } from './edited-cell.ts';
import { useFilterFields } from './filter-fields.ts';
import { listableFields, shownFields, type Arrangement } from './list-settings.ts';
import { ListToolbar } from './ListToolbar.tsx';
import { sortOf, sortText } from './list-view.ts';
import './list.css';
import { QuickFilters } from './QuickFilters.tsx';
import { RecordCard } from './RecordCard.tsx';
import { SlowHint } from './SlowHint.tsx';
import { useColumnMenu } from './use-column-menu.tsx';
import { useGroupedRows, type GroupedRow } from './use-grouped-rows.tsx';
import { replaceRows, useLiveRows, useRecordCount, useRecordList } from './use-record-list.ts';
import { totalText } from './total-text.ts';
import { useListButtons, type Given } from './use-list-buttons.tsx';
import { useRemoval } from './use-removal.ts';
import { useSummaries } from './use-summaries.tsx';

const ShareDialog = lazy(() => import('../record/ShareDialog.tsx'));
const ExportDialog = lazy(() => import('../exchange/ExportDialog.tsx'));
const TransferDialog = lazy(() => import('../record/TransferDialog.tsx'));
const InlineEditor = lazy(() => import('./InlineEditor.tsx'));
const BulkEditDialog = lazy(() => import('./BulkEditDialog.tsx'));
const BulkJobDialog = lazy(() => import('./BulkJobDialog.tsx').then((module) => ({ default: module.BulkJobDialog })));
const UrgeDialog = lazy(() => import('./UrgeDialog.tsx'));

const noRows: Selection = new Set();
const noGroups: Dimension[] = [];

export interface RecordsViewProps {
  plan: PersonalPlan;
  canStart: boolean;
  view: ListView;
  onView: (change: Partial<ListView>) => void;
  arrangement: Arrangement;
  /** Narrows the list without being part of its filter: the place in a tree. */
  within?: Condition | undefined;
}

/** The records of one form as a list; what it shows stands in the address. */
export function RecordsView({ plan, canStart, view: own, onView, arrangement, within }: RecordsViewProps) {
  const t = useT();
  const locale = useLocale();
  const router = useRouter();
  const phone = usePhone();
  const { formId, appId, definition, can } = plan;
  const { settings, change: setSettings } = arrangement;
  const view = useMemo(
    (): ListView => (within ? { ...own, filter: own.filter ? { all: [own.filter, within] } : within } : own),
    [own, within],
  );
  const [selection, setSelection] = useState(noRows);
  const [giving, setGiving] = useState<Given>();
  const [editing, setEditing] = useState<EditedCell>();
  const list = useRecordList(formId, view, { enabled: (settings.groups ?? noGroups).length === 0 });
  const count = useRecordCount(formId, view);
  const live = useLiveRows(formId, view, list.rows, {
    hasMore: list.hasMore,
    grouped: (settings.groups ?? noGroups).length > 0,
  });
  const [everything, setEverything] = useState(false);
  const removal = useRemoval(formId, () => choose(noRows));

  const choose = (next: Selection) => {
    setSelection(next);
    setEverything(false);
  };

  const fieldsById = useMemo(() => new Map(viewFields(definition).map((field) => [field.id, field])), [definition]);
  const grouped = useGroupedRows(formId, view, settings.groups ?? noGroups, settings.summaries, fieldsById);
  const rows: GroupedRow[] = grouped.enabled ? grouped.rows : list.rows;
  const pages = list.pages;

  // whoever may not start a process sees by the records that there is one
  const hasProcess =
    canStart || rows.some(({ values }) => values._processState !== null && values._processState !== undefined);
  const fields = useMemo(() => shownFields(definition, settings, hasProcess), [definition, settings, hasProcess]);
  const paint = useColours(formId, settings.colours, fieldsById, rows);
  const sample = useFirstRows(formId, rows);
  const columns = useMemo(
    () => recordColumns(fields, locale, { frozen: settings.frozen, hueOf: paint.cell, sample }),
    [fields, locale, settings.frozen, paint, sample],
  );
  const filterFields = useFilterFields(definition, hasProcess);

  const setView = (change: Partial<ListView>) => {
    choose(noRows);
    onView(change);
  };

  const sort = sortOf(view.sort);
  const columnMenu = useColumnMenu({
    fields,
    fieldsById,
    sort,
    settings,
    setSettings,
    onSort: (text) => setView({ sort: text }),
  });
  const error = grouped.enabled ? grouped.pivot.error : pages.error;
  const pending = grouped.enabled ? grouped.pivot.isPending : pages.isPending;
  const offline = isOffline([grouped.enabled ? grouped.pivot : pages]);
  const status = pending
    ? offline
      ? 'offline'
      : 'loading'
    : !error || rows.length > 0
      ? 'ready'
      : offline
        ? 'offline'
        : !isApiError(error)
          ? 'error'
          : error.status === 403 || error.status === 404
            ? 'forbidden'
            : 'error';
  const badView = isApiError(error) && error.code.startsWith('records.list.');
  const total = totalText(count.data, t, locale);
  const footer = useSummaries({
    formId,
    view,
    summaries: settings.summaries,
    fields: fieldsById,
    onSummaries: (summaries) => setSettings({ summaries }),
    total: { column: fields[0]?.id, text: total },
  });
  // heads of groups are rows too
  const chosen = rows.filter(({ id }) => selection.has(id) && !id.includes(' '));
  const found =
    count.data && !list.cut && !count.data.more && count.data.total <= mostFound ? count.data.total : undefined;
  const buttons = useListButtons(
    plan,
    chosen,
    everything && found !== undefined
      ? { count: found, asked: { filter: viewQuery(view).filter, search: view.search } }
      : undefined,
    hasProcess,
    { onGive: setGiving, onRemove: removal.remove },
  );
  const endGiving = () => {
    setGiving(undefined);
    choose(noRows);
  };
  return (
    <div className="fw-records">
      <ListToolbar
        fields={filterFields}
        view={own}
        onView={setView}
        // where rows are a grid the number of them stands below it
        total={phone ? (total ?? '') : undefined}
        fresh={live.fresh}
        stale={live.stale}
        onRefresh={live.readAgain}
      >
        <DisplayButton
          fields={fields}
          all={[...fieldsById.values()]}
          filterFields={filterFields}
          settings={settings}
          onChange={setSettings}
        />
        <ColumnSettings
          fields={listableFields(definition, hasProcess)}
          shown={fields}
          height={settings.height ?? 'normal'}
          onColumns={(ids) => setSettings(ids === undefined ? { columns: [], widths: {} } : { columns: ids })}
          onHeight={(height) => setSettings({ height })}
        />
      </ListToolbar>
      {(settings.quick ?? []).length > 0 && (
        <QuickFilters ids={settings.quick ?? []} fields={fieldsById} view={own} onView={setView} />
      )}
      <SlowHint formId={formId} />
      {(list.cut || count.data?.more) && (
        <Alert type="info" showIcon title={t('records.list.cut', { count: mostSearched })} />
      )}
      {badView && (
        <Alert
          type="warning"
          showIcon
          title={t('records.list.bad_view')}
          action={
            <Button size="small" onClick={() => setView({ filter: undefined, sort: undefined })}>
              {t('records.empty.clear')}
            </Button>
          }
        />
      )}
      <DataList<GroupedRow>
        label={textIn(definition.title, locale)}
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.record(appId, formId, id, view)}
        rowHeight={settings.height ?? 'normal'}
        rowTone={({ id }) => (live.gone.has(id) ? 'left' : undefined)}
        rowHue={paint.row}
        {...(grouped.enabled ? { heading: grouped.heading } : {})}
        footer={footer}
        {...(can.edit
          ? { onEditCell: (row, column, cell) => setEditing(editedCell(row, fieldsById.get(column.id), cell)) }
          : {})}
        {...(buttons.row ? { rowActions: buttons.row } : {})}
        status={status}
        onRetry={() => void (grouped.enabled ? grouped.pivot : pages).refetch()}
        requestId={isApiError(error) ? error.requestId : undefined}
        empty={<EmptyList plan={plan} view={view} onClear={() => setView({ filter: undefined, search: undefined })} />}
        total={count.data?.total}
        hasMore={!grouped.enabled && list.hasMore}
        loadingMore={pages.isFetchingNextPage}
        onEndReached={() => void pages.fetchNextPage()}
        sort={sort}
        onSort={(next) => setView({ sort: sortText(next) })}
        columnMenu={columnMenu}
        widths={settings.widths ?? noWidths}
        onWidth={(column, width) => setSettings({ widths: { ...settings.widths, [column]: width } })}
        {...(buttons.selectable ? { selection, onSelection: choose } : {})}
        selectedCount={everything ? found : undefined}
        bulkActions={
          <>
            {can.batch &&
              (can.edit || can.delete) &&
              !grouped.enabled &&
              list.hasMore &&
              found !== undefined &&
              !everything &&
              chosen.length === rows.length && (
                <Button type="link" size="small" onClick={() => setEverything(true)}>
                  {t('views.bulk.everything', { count: found })}
                </Button>
              )}
            <ButtonRow
              size="small"
              items={buttons.bulk}
              main={['edit', 'share', 'transfer', 'delete']}
              parts={{
                print: ({ id, title }) => (
                  <BatchPrint
                    key={id}
                    appId={appId}
                    formId={formId}
                    title={title}
                    recordIds={chosen.map((row) => row.id)}
                  />
                ),
              }}
            />
          </>
        }
        renderCard={(row) =>
          row.head || row.more ? (
            <div className="fw-group-card">{grouped.heading(row)}</div>
          ) : (
            <RecordCard row={row} fields={fields} href={router.hrefOf(paths.record(appId, formId, row.id, view))} />
          )
        }
      />
      <Suspense>
        {editing && (
          <InlineEditor
            formId={formId}
            cell={editing}
            onClose={() => setEditing(undefined)}
            onSaved={(row) => {
              replaceRows(formId, view, new Map([[row.id, row]]));
              if (grouped.enabled) void refresh(recordsApi.list, viewsApi.pivot);
            }}
          />
        )}
        {giving?.as === 'edit' && <BulkEditDialog plan={plan} chosen={giving.chosen} onClose={endGiving} />}
        {removal.removing && (
          <BulkJobDialog
            plan={plan}
            jobId={removal.removing.jobId}
            title={t('records.delete.title', { count: removal.removing.count })}
            doneText={(done) => t('records.delete.done', { count: done })}
            onClose={removal.endRemoving}
          />
        )}
        {giving?.as === 'urge' && <UrgeDialog formId={formId} records={giving.records} onClose={endGiving} />}
        {giving?.as === 'share' && <ShareDialog formId={formId} records={giving.records} onClose={endGiving} />}
        {giving?.as === 'export' && (
          <ExportDialog plan={plan} hasProcess={hasProcess} ids={giving.records} onClose={() => setGiving(undefined)} />
        )}
        {giving?.as === 'transfer' && <TransferDialog formId={formId} records={giving.records} onClose={endGiving} />}
      </Suspense>
    </div>
  );
}

/** The rows that came first, for as long as it is the same form: columns keep the widths that these gave them. */
function useFirstRows(formId: string, rows: readonly GroupedRow[]): readonly GroupedRow[] | undefined {
  const first = useRef<{ formId: string; rows: readonly GroupedRow[] }>(undefined);
  const loaded = rows.filter(({ head, more }) => !head && !more);
  if (loaded.length > 0 && first.current?.formId !== formId) first.current = { formId, rows: loaded.slice(0, 60) };
  return first.current?.formId === formId ? first.current.rows : undefined;
}

const noWidths: Readonly<Record<string, number>> = {};
