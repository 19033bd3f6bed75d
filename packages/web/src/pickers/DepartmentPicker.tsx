import { organizationApi } from '@formwork/contract/organization/api.ts';
import { PickSelect } from '../fields/PickSelect.tsx';
import { call } from '../http/call.ts';
import type { PickerProps } from './PersonPicker.tsx';

/** Departments of the space, each with the way to it from the top. */
export function DepartmentPicker({ value, onChange, multiple = false, disabled = false }: PickerProps) {
  return (
    <PickSelect kind="departments" disabled={disabled} value={value} onChange={onChange} multiple={multiple}
      find={(search) => call(organizationApi.pickDepartments, { query: { search } })}
      describe={({ name, path }) => [...path, name].join(' / ')} />
  );
}
