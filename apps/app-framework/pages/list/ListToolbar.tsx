import { CloseCircleFilled, ReloadOutlined, SearchOutlined } from '@ant-design/icons';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import type { ConditionFields } from '@formwork/web/conditions/condition-fields.ts';
import { ConditionChips, FilterButton } from '@formwork/web/conditions/FilterBar.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Input } from 'antd';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import type { ListView } from '../../paths.ts';

export interface ListToolbarProps {
  fields: ConditionFields;
  view: ListView;
  onView: (change: Partial<ListView>) => void;
  /** "339", "about 10,000". */
  total: ReactNode;
  /** Others have saved since the rows were read. */
  stale: boolean;
  onRefresh: () => void;
  children: ReactNode;
}

/** Search and filter at the left, what is found, arrangement at the right; the filter in words below. */
export function ListToolbar({ fields, view, onView, total, stale, onRefresh, children }: ListToolbarProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const openFilter = useCallback((next: boolean) => setOpen(next), []);
  const setFilter = (filter: Condition | undefined) => onView({ filter });
  return (
    <div className="fw-list-tools">
      <div className="fw-list-tools-line">
        <SearchBox value={view.search} onSearch={(search) => onView({ search })} />
        <FilterButton fields={fields} value={view.filter} onChange={setFilter} open={open} onOpen={openFilter} />
        <span className="fw-list-total" role="status">{total}</span>
        {stale && <button type="button" className="fw-tool-button" data-on onClick={onRefresh}><ReloadOutlined /> {t('records.list.stale')}</button>}
        <span className="fw-list-tools-end">{children}</span>
      </div>
      {view.filter && <ConditionChips fields={fields} value={view.filter} onChange={setFilter} onEdit={() => setOpen(true)} />}
    </div>
  );
}

function SearchBox({ value = '', onSearch }: { value: string | undefined; onSearch: (search: string | undefined) => void }) {
  const t = useT();
  const [text, setText] = useState(value);
  const latest = useRef(onSearch);
  latest.current = onSearch;
  // going back and forth changes what is searched for from outside
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => latest.current(text.trim() || undefined), 350);
    return () => clearTimeout(timer);
  }, [text, value]);
  return (
    <Input
      className="fw-list-search"
      prefix={<SearchOutlined />}
      allowClear={{ clearIcon: <CloseCircleFilled /> }}
      maxLength={200}
      value={text}
      placeholder={t('records.list.search')}
      aria-label={t('records.list.search')}
      onChange={(event) => setText(event.target.value)}
      onPressEnter={() => onSearch(text.trim() || undefined)}
    />
  );
}
