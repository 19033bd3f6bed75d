import { organizationApi } from '@formwork/contract/organization/api.ts';
import { Person } from '@formwork/ui/format/avatar.tsx';
import { PickSelect } from './PickSelect.tsx';
import { call } from '../http/call.ts';
import { useAdministering } from '../session/administering.tsx';
import { rememberChosen, withRecent } from './recent.ts';

export interface PickerProps {
  /** A form item hands over its own. */
  value?: string[];
  onChange?: (ids: string[]) => void;
  multiple?: boolean;
  disabled?: boolean;
  placeholder?: string;
  /** Ids that are not offered. */
  except?: readonly string[] | undefined;
  id?: string;
  'aria-label'?: string;
}

/** What a picker without a choice has. */
export const nobody: string[] = [];

/** People of the space, found by name, pinyin or login; those chosen last come first. */
export function PersonPicker({
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
    rememberChosen('people', value, ids);
    onChange?.(ids);
  };
  return (
    <PickSelect
      kind="people"
      input={input}
      disabled={disabled}
      except={except}
      placeholder={placeholder}
      value={value}
      onChange={choose}
      multiple={multiple}
      find={(search) =>
        withRecent('people', search, (query) => call(organizationApi.pickPeople, { query: { ...query, ...asked } }))
      }
      scope={asked.administering}
      describe={({ name, login, department }) => <Person name={name} note={department ?? login} />}
    />
  );
}
