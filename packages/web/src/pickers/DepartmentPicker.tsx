import { organizationApi } from '@formwork/contract/organization/api.ts';
import { PickSelect } from './PickSelect.tsx';
import { call } from '../http/call.ts';
import { nobody, type PickerProps } from './PersonPicker.tsx';
import { useAdministering } from '../session/administering.tsx';
import { rememberChosen, withRecent } from './recent.ts';

/** Departments of the space, each with the way to it from the top; those chosen last come first. */
export function DepartmentPicker({
  value = nobody,
  onChange,
  multiple = false,
  disabled = false,
  except,
  placeholder,
  ...input
}: PickerProps) {
  const asked = useAdministering();
  const choose = (ids: string[]) => {
    rememberChosen('departments', value, ids);
    onChange?.(ids);
  };
  return (
    <PickSelect
      kind="departments"
      input={input}
      disabled={disabled}
      except={except}
      placeholder={placeholder}
      value={value}
      onChange={choose}
      multiple={multiple}
      find={(search) =>
        withRecent('departments', search, (query) =>
          call(organizationApi.pickDepartments, { query: { ...query, ...asked } }),
        )
      }
      scope={asked.administering}
      describe={({ name, path }) => [...path, name].join(' / ')}
    />
  );
}
