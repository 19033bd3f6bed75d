import { SearchInput } from '@formwork/ui/input/search-input.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { SplitView } from '@formwork/ui/frame/split-view.tsx';
import { usePhone } from '@formwork/ui/skin/use-media.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Select } from 'antd';
import { useState, type ReactNode } from 'react';

interface Props {
  label: string;
  items: { id: string; title: string; note: string; off?: boolean }[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
  /** What adds to the list. */
  action: ReactNode;
  children: ReactNode;
}

/** A list to choose from at the side, what was chosen beside it; a drop-down above it on phones. */
export function SideList({ label, items, chosen, onChoose, action, children }: Props) {
  const t = useT();
  const phone = usePhone();
  const [search, setSearch] = useState('');
  if (phone) {
    return (
      <div className="base-phone">
        <div className="base-line">
          <Select
            className="base-choose"
            aria-label={label}
            value={chosen ?? null}
            options={items.map(({ id, title }) => ({ value: id, label: title }))}
            onChange={(id) => id && onChoose(id)}
          />
          {action}
        </div>
        {children}
      </div>
    );
  }
  const wanted = search.trim().toLowerCase();
  const shown = items.filter(({ title, note }) => `${title} ${note}`.toLowerCase().includes(wanted));
  const side = (
    <nav className="base-side" aria-label={label}>
      <div className="base-line">
        <SearchInput label={t('basedata.search')} value={search} onChange={(event) => setSearch(event.target.value)} />
        {action}
      </div>
      {shown.map(({ id, title, note, off }) => (
        <button
          key={id}
          type="button"
          className="base-entry"
          aria-current={id === chosen || undefined}
          onClick={() => onChoose(id)}
        >
          <span className="base-name" title={title}>
            {title}
          </span>
          {off && <StateTag>{t('basedata.off')}</StateTag>}
          <span className="base-quiet">{note}</span>
        </button>
      ))}
      {shown.length === 0 && items.length > 0 && <p className="base-quiet">{t('basedata.none_found', { search })}</p>}
    </nav>
  );
  return (
    <SplitView remember="base-data" width={280} side={side}>
      {children}
    </SplitView>
  );
}
