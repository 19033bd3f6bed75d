import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { SearchInput } from '@formwork/ui/input/search-input.tsx';
import { DataList, type DataListProps } from '@formwork/ui/list/data-list.tsx';
import { Button, Select } from 'antd';
import { Fragment, useMemo, type ReactNode } from 'react';
import { useLocale, useT } from '../i18n/i18n.ts';
import { useQueryText, useSetQuery } from '../router/page-context.ts';
import type { Columns } from './columns-of.tsx';
import './list.css';
import type { ListSource } from './list-of.ts';
import { useList } from './use-list.ts';

/** A choice above the list that stands in the address under its name. */
export interface ListFilter {
  name: string;
  label: string;
  /** Undefined where it brings an input of its own. */
  options?: readonly { value: string; label: string }[];
  /** In place of a choice: an input that keeps its state in the address by itself. */
  input?: (title: string) => ReactNode;
}

export interface ListPaneProps<Row, Answer> extends Pick<
  DataListProps<Row>,
  'rowHref' | 'onOpen' | 'rowActions' | 'rowTone' | 'selection' | 'onSelection' | 'bulkActions' | 'renderCard'
> {
  list: ListSource<Row, Answer>;
  columns: Columns<Row>;
  /** Read aloud as the name of the list. */
  label: string;
  rowKey?: (row: Row) => string;
  /** Text of the search; without it there is none. */
  search?: string;
  filters?: readonly ListFilter[];
  /** Stands at the end of the line above the list. */
  tools?: ReactNode;
  /** What stands there when there is nothing at all. */
  empty: { title: string; hint?: string; action?: ReactNode };
  /** What is said where search and filters leave nothing. */
  noneFound?: { title: string; hint: string };
}

const noFilters: readonly ListFilter[] = [];

/** Search, filters and total above a list whose state stands in the page's address; each state of it says what to do next. */
export function ListPane<Row, Answer>({
  list: source,
  columns: columnsFor,
  label,
  rowKey = ownId,
  search,
  filters = noFilters,
  tools,
  empty,
  noneFound,
  ...rest
}: ListPaneProps<Row, Answer>) {
  const t = useT();
  const locale = useLocale();
  const setQuery = useSetQuery();
  const { list, total, isFiltered } = useList(source);
  const columns = useMemo(() => columnsFor(t, locale), [columnsFor, t, locale]);
  const clear = () => setQuery(Object.fromEntries(source.address.map((name) => [name, undefined])));
  return (
    <div className="list-pane">
      {(search !== undefined || filters.length > 0 || tools || total !== undefined) && (
        <div className="list-tools">
          {search !== undefined && <AddressSearch label={search} />}
          {filters.map(({ name, label: title, options = [], input }) => (
            <Fragment key={name}>
              {input?.(title) ?? <AddressFilter name={name} label={title} options={options} />}
            </Fragment>
          ))}
          {total !== undefined && (
            <span className="list-total" role="status">
              {t('shell.list.total', { count: total })}
            </span>
          )}
          {tools}
        </div>
      )}
      <DataList<Row>
        {...rest}
        {...list}
        label={label}
        columns={columns}
        rowKey={rowKey}
        empty={
          isFiltered ? (
            <EmptyState
              title={noneFound?.title ?? t('shell.list.none_found')}
              hint={noneFound?.hint ?? t('shell.list.none_found_hint')}
              action={<Button onClick={clear}>{t('shell.list.show_all')}</Button>}
            />
          ) : (
            <EmptyState {...empty} />
          )
        }
      />
    </div>
  );
}

function ownId(row: unknown): string {
  return (row as { id: string }).id;
}

function AddressSearch({ label }: { label: string }) {
  const [value = '', set] = useQueryText('search');
  return (
    <SearchInput
      label={label}
      className="list-search"
      value={value}
      onChange={(event) => set(event.target.value || undefined)}
    />
  );
}

function AddressFilter({ name, label, options }: Required<Omit<ListFilter, 'input'>>) {
  const [value, set] = useQueryText(name);
  return (
    <Select
      className="list-filter"
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={label}
      placeholder={label}
      value={value ?? null}
      onChange={(next: string | undefined) => set(next ?? undefined)}
      options={[...options]}
    />
  );
}
