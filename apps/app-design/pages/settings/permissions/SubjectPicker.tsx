import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import { enterpriseRoles } from '@formwork/contract/roles.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { PersonPicker } from '@formwork/web/pickers/PersonPicker.tsx';
import { RolePicker } from '@formwork/web/pickers/RolePicker.tsx';
import { Select } from 'antd';

type Subject = PermissionRule['subject'];
type Kind = 'everyone' | 'outer' | 'role' | 'person';

/** Everyone, all of an account kind, a role of the enterprise, or one person. */
export function SubjectPicker({ subject, disabled, onChange }: { subject: Subject; disabled: boolean; onChange: (subject: Subject) => void }) {
  const t = useT();
  const kind = kindOf(subject);
  const label = t(`design.permission.subject_${kind}`);
  const choose = (next: Kind) => onChange(next === 'everyone' ? { kind: 'everyone' } : next === 'outer' ? { kind: 'role', id: 'user' } : { kind: next, id: '' });
  return (
    <div className="permission-subject">
      <Select disabled={disabled} value={kind} aria-label={t('design.permission.subject')} onChange={choose} options={(['everyone', 'outer', 'role', 'person'] as const).map((value) => ({ value, label: t(`design.permission.subject_${value}`) }))} />
      {kind === 'outer' && <Select disabled={disabled} aria-label={label} value={subject.kind === 'role' ? subject.id : ''} onChange={(id: string) => onChange({ kind: 'role', id })} options={enterpriseRoles.map((value) => ({ value, label: t(`organization.role.${value}`) }))} />}
      {subject.kind === 'role' && kind === 'role' && <RolePicker disabled={disabled} aria-label={label} value={subject.id === '' ? [] : [subject.id]} onChange={([id]) => onChange({ kind: 'role', id: id ?? '' })} />}
      {subject.kind === 'person' && <PersonPicker disabled={disabled} aria-label={label} value={subject.id === '' ? [] : [subject.id]} onChange={([id]) => onChange({ kind: 'person', id: id ?? '' })} />}
    </div>
  );
}

function kindOf(subject: Subject): Kind {
  if (subject.kind !== 'role') return subject.kind;
  return (enterpriseRoles as readonly string[]).includes(subject.id) ? 'outer' : 'role';
}
