import { assetsApi } from '@formwork/contract/assets/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale } from '@formwork/web/i18n/i18n.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useWordNames } from './use-word-names.ts';

interface Choice {
  kind: 'domain' | 'term';
  label: string;
  disabled?: boolean;
  size?: 'small';
}

/** A domain or a term of the glossary, found by what it is called. */
export function WordChoice({
  value,
  onChange,
  ...choice
}: Choice & { value: string | null; onChange: (id: string | null) => void }) {
  const { shown, select } = useWords(choice, value === null ? [] : [value]);
  return (
    <Select
      {...select}
      allowClear
      value={value === null ? undefined : value}
      options={shown}
      onChange={(next: string | undefined) => onChange(next ?? null)}
    />
  );
}

/** Several of them. */
export function WordsChoice({
  value,
  onChange,
  ...choice
}: Choice & { value: string[]; onChange: (ids: string[]) => void }) {
  const { shown, select } = useWords(choice, value);
  return (
    <Select {...select} mode="multiple" value={value} options={shown} onChange={(next: string[]) => onChange(next)} />
  );
}

function useWords({ kind, label, disabled = false, size }: Choice, chosen: readonly string[]) {
  const locale = useLocale();
  const [search, setSearch] = useState('');
  const asked = useDeferredValue(search.trim());
  const found = useQuery({
    ...q(assetsApi.words, { query: { kind, limit: 50, ...(asked !== '' && { search: asked }) } }),
    placeholderData: keepPreviousData,
    enabled: !disabled,
  });
  const nameOf = useWordNames(chosen);
  const rows = (found.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: textIn(name, locale) }));
  const known = new Set(rows.map(({ value }) => value));
  const others = chosen.filter((id) => !known.has(id)).map((id) => ({ value: id, label: nameOf(id) }));
  return {
    shown: [...others, ...rows],
    select: {
      'aria-label': label,
      placeholder: label,
      disabled,
      ...(size && { size }),
      popupMatchSelectWidth: false,
      showSearch: { filterOption: false, onSearch: setSearch },
    } as const,
  };
}
