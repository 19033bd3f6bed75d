import { organizationApi } from '@formwork/contract/organization/api.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { q } from '../http/query.ts';
import { useT } from '../i18n/i18n.ts';
import type { PickerProps } from './PersonPicker.tsx';

/** Roles of the space with the number of their members. */
export function RolePicker({ value, onChange, multiple = false, disabled = false }: PickerProps) {
  const t = useT();
  const [search, setSearch] = useState('');
  const found = useQuery({ ...q(organizationApi.pickRoles, { query: search === '' ? {} : { search } }), placeholderData: (before) => before });
  const chosen = useQuery({ ...q(organizationApi.pickRoles, { query: { ids: value } }), enabled: value.length > 0, placeholderData: (before) => before });
  const known = [...(chosen.data ?? []), ...(found.data ?? []).filter(({ id }) => !chosen.data?.some((role) => role.id === id))];
  return (
    <Select
      {...(multiple ? { mode: 'multiple' as const } : {})} disabled={disabled} allowClear value={multiple ? value : value[0]} loading={found.isFetching}
      showSearch={{ filterOption: false, searchValue: search, onSearch: setSearch }} notFoundContent={t('organization.pick.no_role')}
      options={known.map(({ id, name, members }) => ({ value: id, label: `${name} (${members})` }))}
      onChange={(picked: unknown) => onChange(Array.isArray(picked) ? (picked as string[]) : picked ? [picked as string] : [])}
    />
  );
}
