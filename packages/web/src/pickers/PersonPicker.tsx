import { organizationApi } from '@formwork/contract/organization/api.ts';
import { Person } from '@formwork/ui/avatar.tsx';
import { PickSelect } from '../fields/PickSelect.tsx';
import { call } from '../http/call.ts';

export interface PickerProps {
  value: string[];
  onChange: (ids: string[]) => void;
  multiple?: boolean;
  disabled?: boolean;
}

/** People of the space, found by name, pinyin or login. */
export function PersonPicker({ value, onChange, multiple = false, disabled = false }: PickerProps) {
  return (
    <PickSelect kind="people" disabled={disabled} value={value} onChange={onChange} multiple={multiple}
      find={(search) => call(organizationApi.pickPeople, { query: { search } })}
      describe={({ name, department }) => <Person name={name} note={department} />} />
  );
}
