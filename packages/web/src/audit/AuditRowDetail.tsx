import type { AuditRow } from '@formwork/contract/audit/api.ts';
import { Time } from '@formwork/ui/format/time.tsx';
import { Button, Drawer } from 'antd';
import { useLocale, useT } from '../i18n/i18n.ts';
import { eventText, fieldText, valueText, whoText, type Names } from './audit-text.ts';
import { useTrailFilter } from './use-trail-filter.ts';

interface Props {
  row: AuditRow | undefined;
  names: Names;
  onClose: () => void;
}

/** Everything a line knows, and the way to all that the same person did or that was done to the same thing. */
export function AuditRowDetail({ row, names, onClose }: Props) {
  const t = useT();
  return (
    <Drawer open={row !== undefined} onClose={onClose} size={480} title={row && eventText(row, t)} destroyOnHidden>
      {row && <Detail row={row} names={names} onClose={onClose} />}
    </Drawer>
  );
}

function Detail({ row, names, onClose }: Props & { row: AuditRow }) {
  const t = useT();
  const locale = useLocale();
  const { change } = useTrailFilter();
  const narrow = (filter: Parameters<typeof change>[0]) => {
    change(filter);
    onClose();
  };
  const facts: [string, React.ReactNode][] = [
    [t('audit.row.at'), <Time key="at" at={row.at} locale={locale} precision="second" relative={false} />],
    [t('audit.row.actor'), whoText(row, names, t)],
    [t('audit.row.kind'), t(`audit.kind.${row.kind}`)],
    [t('audit.row.ip'), row.ip],
    [t('audit.row.request'), row.requestId],
    [t('audit.row.number'), row.seq],
  ];
  return (
    <div className="audit-detail">
      <dl>
        {facts.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3>{t('audit.row.data')}</h3>
      <dl>
        {Object.entries(row.data).map(([key, value]) => (
          <div key={key}>
            <dt>{fieldText(key, t)}</dt>
            <dd>{valueText(value, names, t, key) || '–'}</dd>
          </div>
        ))}
      </dl>
      <div className="audit-detail-ways">
        {row.actor !== null && (
          <Button onClick={() => narrow({ person: row.actor! })}>{t('audit.row.same_person')}</Button>
        )}
        {row.subject !== '' && (
          <Button onClick={() => narrow({ object: row.subject })}>{t('audit.row.same_object')}</Button>
        )}
      </div>
    </div>
  );
}
