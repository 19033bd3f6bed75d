import { ReloadOutlined, SearchOutlined } from '@ant-design/icons';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import { hasSpecialCharacters } from '@formwork/contract/records/choosable.ts';
import { useClear } from '@formwork/ui/input/search-input.tsx';
import type { ConditionFields } from '@formwork/records-ui/conditions/condition-fields.ts';
import { ConditionChips, FilterButton } from '@formwork/records-ui/conditions/FilterBar.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Input } from 'antd';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import type { ListView } from '../../paths.ts';

export interface ListToolbarProps {
  fields: ConditionFields;
  view: ListView;
  onView: (change: Partial<ListView>) => void;
  /** "339", "about 10,000"; nothing where the number stands elsewhere. */
  total: ReactNode;
  /** Records that others have added since the rows were read. */
  fresh: number;
  /** Others have saved more than can be named. */
  stale: boolean;
  onRefresh: () => void;
  children: ReactNode;
}

/** Search and filter at the left, what is found, arrangement at the right; the filter in words below. */
export function ListToolbar({ fields, view, onView, total, fresh, stale, onRefresh, children }: ListToolbarProps) {
  const t = useT();
  const elements = useElements('appList');
  const [open, setOpen] = useState(false);
  const openFilter = useCallback((next: boolean) => setOpen(next), []);
  const setFilter = (filter: Condition | undefined) => onView({ filter });
  return (
    <div className="fw-list-tools">
      <div className="fw-list-tools-line">
        {elements.shows('tools', 'search') && (
          <SearchBox
            label={elements.title('tools', 'search', t('records.list.search'))}
            value={view.search}
            onSearch={(search) => onView({ search })}
          />
        )}
        {elements.shows('tools', 'filter') && (
          <FilterButton fields={fields} value={view.filter} onChange={setFilter} open={open} onOpen={openFilter} />
        )}
        {total !== undefined && elements.shows('tools', 'total') && (
          <span className="fw-list-total" role="status">
            {total}
          </span>
        )}
        {stale && (
          <button type="button" className="fw-tool-button" data-on onClick={onRefresh}>
            <ReloadOutlined /> {t('records.list.stale')}
          </button>
        )}
        {!stale && fresh > 0 && (
          <button type="button" className="fw-tool-button" data-on onClick={onRefresh}>
            <ReloadOutlined /> {t('views.list.fresh', { count: fresh })}
          </button>
        )}
        {elements.shows('tools', 'columns') && <span className="fw-list-tools-end">{children}</span>}
      </div>
      {view.filter && (
        <ConditionChips fields={fields} value={view.filter} onChange={setFilter} onEdit={() => setOpen(true)} />
      )}
    </div>
  );
}

function SearchBox({
  label,
  value = '',
  onSearch,
}: {
  label: string;
  value: string | undefined;
  onSearch: (search: string | undefined) => void;
}) {
  const t = useT();
  const clear = useClear();
  const [text, setText] = useState(value);
  const latest = useRef(onSearch);
  latest.current = onSearch;
  // going back and forth changes what is searched for from outside
  useEffect(() => setText(value), [value]);
  const refused = hasSpecialCharacters(text);
  useEffect(() => {
    if (text.trim() === value || refused) return;
    const timer = setTimeout(() => latest.current(text.trim() || undefined), 350);
    return () => clearTimeout(timer);
  }, [text, value, refused]);
  return (
    <span className="fw-list-search">
      <Input
        prefix={<SearchOutlined />}
        allowClear={clear}
        maxLength={200}
        value={text}
        placeholder={label}
        aria-label={label}
        onChange={(event) => setText(event.target.value)}
        onPressEnter={() => {
          if (!refused) onSearch(text.trim() || undefined);
        }}
        {...(refused && { status: 'error' as const })}
      />
      {refused && (
        <span className="fw-list-refused" role="alert">
          {t('records.list.special_characters')}
        </span>
      )}
    </span>
  );
}
