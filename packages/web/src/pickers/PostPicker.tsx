import { organizationApi } from '@formwork/contract/organization/api.ts';
import { PickSelect } from './PickSelect.tsx';
import { call } from '../http/call.ts';
import { nobody, type PickerProps } from './PersonPicker.tsx';
import { useAdministering } from '../session/administering.tsx';
import { rememberChosen, withRecent } from './recent.ts';

/** Posts of the space with their grade; those chosen last come first. */
export function PostPicker({
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
    rememberChosen('posts', value, ids);
    onChange?.(ids);
  };
  return (
    <PickSelect
      kind="posts"
      input={input}
      disabled={disabled}
      except={except}
      placeholder={placeholder}
      value={value}
      onChange={choose}
      multiple={multiple}
      find={(search) =>
        withRecent('posts', search, (query) => call(organizationApi.pickPosts, { query: { ...query, ...asked } }))
      }
      scope={asked.administering}
      describe={({ name, grade }) => (
        <>
          {name} {grade && <span className="fw-field-note">{grade}</span>}
        </>
      )}
    />
  );
}
