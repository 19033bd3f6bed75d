import { assetsApi } from '@formwork/contract/assets/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { FieldInput } from '@formwork/ui/input/field-row.tsx';
import { InputRow, type InputProps } from '@formwork/web/form/InputRow.tsx';
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
  input?: FieldInput;
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

/** The same in a form. */
export function WordInputRow({ kind, ...props }: InputProps & Pick<Choice, 'kind'>) {
  return (
    <InputRow<string | null> {...props} empty={null}>
      {({ input, value, set }) => (
        <WordChoice kind={kind} label={props.label} input={input} value={value} onChange={set} />
      )}
    </InputRow>
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

function useWords({ kind, label, disabled = false, input }: Choice, chosen: readonly string[]) {
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
      // in a form its label is beside it
      ...(input ?? { 'aria-label': label, placeholder: label }),
      disabled,
      popupMatchSelectWidth: false,
      showSearch: { filterOption: false, onSearch: setSearch },
    } as const,
  };
}
