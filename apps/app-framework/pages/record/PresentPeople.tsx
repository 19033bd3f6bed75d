import { EditOutlined } from '@ant-design/icons';
import { Avatar } from '@formwork/ui/format/avatar.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import type { Present } from './use-presence.ts';

const mostShown = 5;

/** Who else has the record open, and who of them is writing. */
export function PresentPeople({ people }: { people: readonly Present[] }) {
  const t = useT();
  const locale = useLocale();
  if (people.length === 0) return null;
  return (
    <span
      className="fw-present"
      role="status"
      aria-label={t('records.presence.here', {
        names: people.map(({ name }) => name).join(locale === 'zh-CN' ? '、' : ', '),
      })}
    >
      {people.slice(0, mostShown).map(({ id, name, editing }) => (
        <span key={id} title={t(editing ? 'records.presence.editing' : 'records.presence.reading', { name })}>
          <Avatar name={name} />
          {editing && <EditOutlined />}
        </span>
      ))}
      {people.length > mostShown && <span className="fw-field-note">+{people.length - mostShown}</span>}
    </span>
  );
}
