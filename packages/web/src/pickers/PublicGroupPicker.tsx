import { organizationApi } from '@formwork/contract/organization/api.ts';
import { PickSelect } from './PickSelect.tsx';
import { call } from '../http/call.ts';
import { useT } from '../i18n/i18n.ts';
import { nobody, type PickerProps } from './PersonPicker.tsx';

/** Public groups of users with the number of their people: those that rights can be given to. */
export function PublicGroupPicker({
  value = nobody,
  onChange,
  multiple = false,
  disabled = false,
  except,
  placeholder,
  ...input
}: PickerProps) {
  const t = useT();
  return (
    <PickSelect
      kind="groups"
      publicOnly
      input={input}
      disabled={disabled}
      except={except}
      placeholder={placeholder}
      value={value}
      onChange={(ids) => onChange?.(ids)}
      multiple={multiple}
      find={(search) =>
        call(organizationApi.pickGroups, { query: { public: true, ...(search.trim() !== '' && { search }) } })
      }
      describe={({ name, people }) => (
        <>
          {name} <span className="fw-field-note">{t('records.pick.people_count', { count: people })}</span>
        </>
      )}
    />
  );
}
