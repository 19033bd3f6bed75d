import { DeleteOutlined } from '@ant-design/icons';
import type { SetField } from '@formwork/contract/analytics/dataset.ts';
import { setKinds, type SetKind } from '@formwork/contract/analytics/source.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Input, Select } from 'antd';
import { SetFormat } from './SetFormat.tsx';

interface Props {
  fields: readonly SetField[];
  /** What its column is called. */
  nameOf: (field: SetField) => string;
  readOnly: boolean;
  onFields: (change: (fields: SetField[]) => SetField[], group?: string) => void;
}

/** What charts may use of the rows: how each column is called, and of which kind it is. */
export function SetFields({ fields, nameOf, readOnly, onFields }: Props) {
  const t = useT();
  const change = (id: string, part: Partial<SetField>, group?: string) =>
    onFields((now) => now.map((field) => (field.id === id ? { ...field, ...part } : field)), group);
  return (
    <table className="set-fields">
      <caption>{t('analytics.set.fields')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('analytics.set.column')}</th>
          <th scope="col">{t('analytics.set.title_zh')}</th>
          <th scope="col">{t('analytics.set.title_en')}</th>
          <th scope="col">{t('analytics.set.kind')}</th>
          <th scope="col">{t('analytics.format')}</th>
          {!readOnly && <th aria-label={t('ui.action.remove')} />}
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field.id}>
            <th scope="row" title={nameOf(field)}>
              {nameOf(field)}
            </th>
            <td>
              <Input
                size="small"
                disabled={readOnly}
                maxLength={100}
                aria-label={`${field.calc ? field.title.zh : nameOf(field)}: ${t('analytics.set.title_zh')}`}
                value={field.title.zh}
                onChange={({ target }) =>
                  change(field.id, { title: { ...field.title, zh: target.value } }, `zh ${field.id}`)
                }
              />
            </td>
            <td>
              <Input
                size="small"
                disabled={readOnly}
                maxLength={100}
                aria-label={`${field.calc ? field.title.zh : nameOf(field)}: ${t('analytics.set.title_en')}`}
                value={field.title.en ?? ''}
                onChange={({ target }) =>
                  change(
                    field.id,
                    { title: { zh: field.title.zh, ...(target.value !== '' && { en: target.value }) } },
                    `en ${field.id}`,
                  )
                }
              />
            </td>
            <td>
              <Select
                size="small"
                disabled={readOnly}
                aria-label={`${field.calc ? field.title.zh : nameOf(field)}: ${t('analytics.set.kind')}`}
                value={field.kind}
                options={setKinds.map((value) => ({ value, label: t(`analytics.set.kind.${value}`) }))}
                onChange={(kind: SetKind) => change(field.id, { kind })}
              />
            </td>
            <td>
              {field.kind === 'number' && (
                <SetFormat
                  format={field.format ?? {}}
                  name={field.calc ? field.title.zh : nameOf(field)}
                  readOnly={readOnly}
                  onFormat={(format, group) => change(field.id, { format }, group && `${group} ${field.id}`)}
                />
              )}
            </td>
            {!readOnly && (
              <td>
                <Button
                  type="text"
                  size="small"
                  icon={<DeleteOutlined />}
                  aria-label={t('analytics.set.remove_field', { field: field.title.zh })}
                  onClick={() => onFields((now) => now.filter(({ id }) => id !== field.id))}
                />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
