import { organizationApi } from '@formwork/contract/organization/api.ts';
import { call } from '@formwork/web/http/call.ts';
import { useLocale } from '@formwork/web/i18n/i18n.ts';
import type { EditorProps, FieldUi, ShownProps } from '../field-ui.ts';
import { useNames } from '@formwork/web/pickers/names.ts';
import { PickSelect } from '@formwork/web/pickers/PickSelect.tsx';
import { typedIds } from '../typed-text.ts';

export const departmentUi: FieldUi<'department'> = { Editor: DepartmentEditor, Cell: DepartmentNames, width: 150 };

function DepartmentEditor({ field, value, onChange, input, autoFocus }: EditorProps<'department'>) {
  return (
    <PickSelect
      kind="departments"
      input={input}
      autoFocus={autoFocus}
      value={typedIds(value)}
      onChange={onChange}
      multiple={field.config.multiple}
      max={field.config.max}
      find={(search) => call(organizationApi.pickDepartments, { query: { search } })}
      describe={({ name, path }) => (
        <>
          {name} {path.length > 0 && <span className="fw-field-note">{path.join(' / ')}</span>}
        </>
      )}
    />
  );
}

function DepartmentNames({ value }: ShownProps<'department'>) {
  const ids = typedIds(value);
  const nameOf = useNames('departments', ids);
  const text = ids.map((id) => nameOf(id) ?? '…').join(useLocale() === 'zh-CN' ? '、' : ', ');
  return (
    <span className="fw-list-cell-text" title={text}>
      {text}
    </span>
  );
}
