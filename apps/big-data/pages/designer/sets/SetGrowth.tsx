import { markKinds, type DataSet } from '@formwork/contract/analytics/dataset.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Select } from 'antd';
import { FieldRow } from '../../../parts/FieldRow.tsx';

interface Props {
  set: DataSet;
  readOnly: boolean;
  onSet: (change: (set: DataSet) => DataSet) => void;
}

/** How the source says what came or changed, so that it alone is read. */
export function SetGrowth({ set, readOnly, onSet }: Props) {
  const t = useT();
  const locale = useLocale();
  const own = set.fields.filter(({ calc }) => !calc);
  const choices = (fields: DataSet['fields']) =>
    fields.map(({ id, title }) => ({ value: id, label: textIn(title, locale) }));
  const marks = own.filter(({ kind }) => markKinds.has(kind));
  const { grows } = set;
  const by = (field: string | null) =>
    onSet((now) => ({
      ...now,
      grows:
        field === null ? null : { by: field, key: now.grows?.key ?? own.find(({ id }) => id !== field)?.id ?? field },
    }));
  return (
    <>
      <FieldRow label={t('analytics.set.grows_by')}>
        <Select
          disabled={readOnly}
          value={grows?.by ?? ''}
          options={[{ value: '', label: t('analytics.set.grows_not') }, ...choices(marks)]}
          onChange={(field: string) => by(field === '' ? null : field)}
        />
      </FieldRow>
      {grows && (
        <FieldRow label={t('analytics.set.grows_key')}>
          <Select
            disabled={readOnly}
            value={grows.key}
            options={choices(own)}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={(key: string) => onSet((now) => ({ ...now, grows: now.grows && { ...now.grows, key } }))}
          />
        </FieldRow>
      )}
      <p className="analytics-quiet">{t(grows ? 'analytics.set.grows_hint' : 'analytics.set.whole_hint')}</p>
    </>
  );
}
