import { assetsApi } from '@formwork/contract/assets/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { FieldInput } from '@formwork/ui/input/field-row.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { assetKindName } from './kind.tsx';

/** An asset found by its name. */
export function AssetChoice({
  label,
  input,
  value,
  onChange,
}: {
  label: string;
  input?: FieldInput;
  value: number | undefined;
  onChange: (id: number | undefined) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const [search, setSearch] = useState('');
  const asked = useDeferredValue(search.trim());
  const found = useQuery({
    ...q(assetsApi.find, { query: { ...(asked !== '' && { search: asked }), limit: 30 } }),
    placeholderData: keepPreviousData,
  });
  const own = useQuery({ ...q(assetsApi.get, { params: { assetId: value ?? 0 } }), enabled: value !== undefined });
  const rows = found.data?.rows ?? [];
  const options = [...(own.data && !rows.some(({ id }) => id === value) ? [own.data] : []), ...rows];
  return (
    <Select
      className="asset-wide"
      {...(input ?? { 'aria-label': label, placeholder: label })}
      allowClear
      showSearch={{ filterOption: false, onSearch: setSearch }}
      value={value}
      onChange={(next: number | undefined) => onChange(next)}
      options={options.map(({ id, title, kind }) => ({
        value: id,
        label: `${textIn(title, locale)} · ${assetKindName(kind, t)}`,
      }))}
    />
  );
}
