import { organizationApi } from '@formwork/contract/organization/api.ts';
import { People, Person } from '@formwork/ui/format/avatar.tsx';
import { call } from '@formwork/web/http/call.ts';
import type { EditorProps, FieldUi, ShownProps } from '../field-ui.ts';
import { useNames } from '@formwork/web/pickers/names.ts';
import { PickSelect } from '@formwork/web/pickers/PickSelect.tsx';
import { typedIds } from '../typed-text.ts';

export const memberUi: FieldUi<'member'> = { Editor: MemberEditor, Cell: MemberCell, Detail: MemberNames, width: 140 };

function MemberEditor({ field, value, onChange, input, autoFocus }: EditorProps<'member'>) {
  return (
    <PickSelect
      kind="people"
      input={input}
      autoFocus={autoFocus}
      value={typedIds(value)}
      onChange={onChange}
      multiple={field.config.multiple}
      max={field.config.max}
      find={(search) => call(organizationApi.pickPeople, { query: { search } })}
      describe={({ name, department }) => <Person name={name} note={department} />}
    />
  );
}

function MemberCell({ value }: ShownProps<'member'>) {
  const ids = typedIds(value);
  const nameOf = useNames('people', ids);
  return <People people={ids.map((id) => ({ name: nameOf(id) ?? '…' }))} size={20} />;
}

function MemberNames({ value }: ShownProps<'member'>) {
  const ids = typedIds(value);
  const nameOf = useNames('people', ids);
  return (
    <span className="fw-people-names">
      {ids.map((id) => (
        <Person key={id} name={nameOf(id) ?? '…'} size={20} />
      ))}
    </span>
  );
}
