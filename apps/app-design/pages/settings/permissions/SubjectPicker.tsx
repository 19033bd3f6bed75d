import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import { enterpriseRoles } from '@formwork/contract/roles.ts';
import type { NameKind } from '@formwork/web/pickers/names.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { DepartmentPicker } from '@formwork/web/pickers/DepartmentPicker.tsx';
import { PersonPicker } from '@formwork/web/pickers/PersonPicker.tsx';
import { PostPicker } from '@formwork/web/pickers/PostPicker.tsx';
import { PublicGroupPicker } from '@formwork/web/pickers/PublicGroupPicker.tsx';
import { RolePicker } from '@formwork/web/pickers/RolePicker.tsx';
import { Checkbox, Select } from 'antd';

type Subject = PermissionRule['subject'];

/** A kind of account is a role to the rule, and a kind of its own to who chooses. */
const kinds = ['everyone', 'outer', 'role', 'department', 'post', 'group', 'person'] as const;
type Kind = (typeof kinds)[number];

const pickers = {
  role: RolePicker,
  department: DepartmentPicker,
  post: PostPicker,
  group: PublicGroupPicker,
  person: PersonPicker,
} as const;

/** Everyone, all of an account kind, a role of the enterprise, who belongs to a department, post or group, or one person. */
export function SubjectPicker({
  subject,
  disabled,
  onChange,
}: {
  subject: Subject;
  disabled: boolean;
  onChange: (subject: Subject) => void;
}) {
  const t = useT();
  const kind = kindOf(subject);
  const label = t(`design.permission.subject_${kind}`);
  const choose = (next: Kind) =>
    onChange(
      next === 'everyone'
        ? { kind: 'everyone' }
        : next === 'outer'
          ? { kind: 'role', id: 'user' }
          : { kind: next, id: '' },
    );
  const Picker = kind === 'everyone' || kind === 'outer' ? undefined : pickers[kind];
  return (
    <div className="permission-subject">
      <Select
        disabled={disabled}
        value={kind}
        aria-label={t('design.permission.subject')}
        onChange={choose}
        options={kinds.map((value) => ({ value, label: t(`design.permission.subject_${value}`) }))}
      />
      {kind === 'outer' && subject.kind === 'role' && (
        <Select
          disabled={disabled}
          aria-label={label}
          value={subject.id}
          onChange={(id: string) => onChange({ kind: 'role', id })}
          options={enterpriseRoles.map((value) => ({ value, label: t(`organization.role.${value}`) }))}
        />
      )}
      {Picker && subject.kind !== 'everyone' && (
        <Picker
          key={kind}
          disabled={disabled}
          aria-label={label}
          value={subject.id === '' ? [] : [subject.id]}
          onChange={([id]) => onChange({ ...subject, id: id ?? '' })}
        />
      )}
      {subject.kind === 'department' && (
        <Checkbox
          disabled={disabled}
          checked={subject.below === true}
          onChange={(event) => onChange({ ...subject, below: event.target.checked })}
        >
          {t('design.permission.subject_below')}
        </Checkbox>
      )}
    </div>
  );
}

const nameKinds = {
  role: 'roles',
  department: 'departments',
  post: 'posts',
  group: 'groups',
  person: 'people',
} as const;

/** By what kind of names the subject is known, where it is somebody or something that can be deleted. */
export function namedKind(subject: Subject): NameKind | undefined {
  const kind = kindOf(subject);
  return kind === 'everyone' || kind === 'outer' ? undefined : nameKinds[kind];
}

function kindOf(subject: Subject): Kind {
  if (subject.kind !== 'role') return subject.kind;
  return (enterpriseRoles as readonly string[]).includes(subject.id) ? 'outer' : 'role';
}
