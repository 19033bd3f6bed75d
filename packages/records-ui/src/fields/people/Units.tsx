import { organizationApi } from '@formwork/contract/organization/api.ts';
import { call } from '@formwork/web/http/call.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { withRecent } from '@formwork/web/pickers/recent.ts';
import type { EditorProps, FieldUi, ShownProps } from '../field-ui.ts';
import { useNames } from '@formwork/web/pickers/names.ts';
import { PickSelect } from '@formwork/web/pickers/PickSelect.tsx';
import { typedIds } from '../typed-text.ts';

export const postUi: FieldUi<'post'> = {
  Editor: PostEditor,
  Cell: (props) => <Names kind="posts" {...props} />,
  width: 150,
};
export const roleUi: FieldUi<'role'> = {
  Editor: RoleEditor,
  Cell: (props) => <Names kind="roles" {...props} />,
  width: 150,
};

function PostEditor({ field, value, ...props }: EditorProps<'post'>) {
  return (
    <PickSelect
      {...props}
      {...field.config}
      kind="posts"
      value={typedIds(value)}
      find={(search) => withRecent('posts', search, (query) => call(organizationApi.pickPosts, { query }))}
      describe={({ name, grade }) => (
        <>
          {name} {grade && <span className="fw-field-note">{grade}</span>}
        </>
      )}
    />
  );
}

function RoleEditor({ field, value, ...props }: EditorProps<'role'>) {
  const t = useT();
  return (
    <PickSelect
      {...props}
      {...field.config}
      kind="roles"
      value={typedIds(value)}
      find={(search) => withRecent('roles', search, (query) => call(organizationApi.pickRoles, { query }))}
      describe={({ name, members }) => (
        <>
          {name} <span className="fw-field-note">{t('records.pick.people_count', { count: members })}</span>
        </>
      )}
    />
  );
}

function Names({ kind, value }: Pick<ShownProps, 'value'> & { kind: 'posts' | 'roles' }) {
  const ids = typedIds(value);
  const nameOf = useNames(kind, ids);
  const text = ids.map((id) => nameOf(id) ?? '…').join(useLocale() === 'zh-CN' ? '、' : ', ');
  return (
    <span className="fw-list-cell-text" title={text}>
      {text}
    </span>
  );
}
