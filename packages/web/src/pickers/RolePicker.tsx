import { organizationApi } from '@formwork/contract/organization/api.ts';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Select } from '../inputs/heavy-inputs.ts';
import { call } from '../http/call.ts';
import { q } from '../http/query.ts';
import { useT } from '../i18n/i18n.ts';
import { nobody, type PickerProps } from './PersonPicker.tsx';
import { rememberChosen, withRecent } from './recent.ts';

/** Roles of the space with the number of their members; those chosen last come first. */
export function RolePicker({
  value = nobody,
  onChange,
  multiple = false,
  disabled = false,
  except,
  ...input
}: PickerProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const asked = useDeferredValue(search);
  const found = useQuery({
    queryKey: ['pick', 'roles', asked],
    queryFn: () => withRecent('roles', asked, (query) => call(organizationApi.pickRoles, { query })),
    enabled: open,
    placeholderData: (before) => before,
  });
  const chosen = useQuery({
    ...q(organizationApi.pickRoles, { query: { ids: value } }),
    enabled: value.length > 0,
    placeholderData: (before) => before,
  });
  const known = [
    ...(found.data ?? []),
    ...(chosen.data ?? []).filter(({ id }) => !found.data?.some((role) => role.id === id)),
  ];
  const deleted =
    chosen.isPlaceholderData || !chosen.data ? nobody : value.filter((id) => !known.some((role) => role.id === id));
  return (
    <Select
      {...input}
      className="fw-editor-wide"
      mode={multiple ? 'multiple' : undefined}
      disabled={disabled}
      allowClear
      value={multiple ? value : value[0]}
      loading={found.isFetching}
      showSearch={{ filterOption: false, searchValue: search, onSearch: setSearch }}
      onOpenChange={setOpen}
      notFoundContent={t('organization.pick.no_role')}
      options={[
        ...known
          .filter(({ id }) => !except?.includes(id))
          .map(({ id, name, members }) => ({
            value: id,
            label: t('organization.pick.role', { name, count: members }),
          })),
        ...deleted.map((id) => ({ value: id, label: t('shell.name.deleted') })),
      ]}
      onChange={(picked: unknown) => {
        const ids = Array.isArray(picked) ? (picked as string[]) : picked ? [picked as string] : [];
        rememberChosen('roles', value, ids);
        onChange?.(ids);
      }}
    />
  );
}
