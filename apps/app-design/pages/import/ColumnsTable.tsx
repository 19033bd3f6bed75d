import { columnTypes } from '@formwork/contract/records/import.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Input, Select } from 'antd';
import type { ColumnChoice } from './column-choice.ts';

/** One line a column: take it or leave it, its title, its type, what is in it. */
export function ColumnsTable({
  choices,
  onChange,
}: {
  choices: ColumnChoice[];
  onChange: (choices: ColumnChoice[]) => void;
}) {
  const t = useT();
  const change = (at: number, part: Partial<ColumnChoice>) =>
    onChange(choices.map((choice, place) => (place === at ? { ...choice, ...part } : choice)));
  return (
    <div className="import-table-frame">
      <table className="import-table">
        <thead>
          <tr>
            <th>
              <span className="fw-hidden-text">{t('design.import.take')}</span>
            </th>
            <th>{t('design.import.column_title')}</th>
            <th>{t('design.import.column_type')}</th>
            <th>{t('design.import.samples')}</th>
          </tr>
        </thead>
        <tbody>
          {choices.map(({ column, taken, title, type }, at) => (
            <tr key={column.index} data-left={!taken || undefined}>
              <td>
                <input
                  type="checkbox"
                  className="fw-check"
                  checked={taken}
                  aria-label={t('design.import.take_column', { title: column.title })}
                  onChange={(event) => change(at, { taken: event.target.checked })}
                />
              </td>
              <td>
                <Input
                  value={title}
                  disabled={!taken}
                  status={taken && title.trim() === '' ? 'error' : ''}
                  aria-label={t('design.import.title_of', { title: column.title })}
                  onChange={(event) => change(at, { title: event.target.value })}
                />
              </td>
              <td>
                <Select
                  value={type}
                  disabled={!taken}
                  aria-label={t('design.import.type_of', { title: column.title })}
                  onChange={(next) => change(at, { type: next })}
                  options={columnTypes.map((value) => ({ value, label: t(`design.type.${value}`) }))}
                />
              </td>
              <td className="import-samples">{column.samples.slice(0, 4).join(' · ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
