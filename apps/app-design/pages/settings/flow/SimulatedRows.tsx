import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { SlaveTable } from '@formwork/contract/forms/definition.ts';
import { isComputed } from '@formwork/contract/forms/field.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Button } from 'antd';
import { ValueLine } from './ValueLine.tsx';

export interface SimulatedRow {
  key: string;
  values: Record<string, unknown>;
}

const mostRows = 100;

/** Rows of a slave table in a simulation; what is worked out in them follows from the rest. */
export function SimulatedRows({
  table,
  rows,
  onChange,
}: {
  table: SlaveTable;
  rows: readonly SimulatedRow[];
  onChange: (rows: SimulatedRow[]) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const title = textIn(table.title, locale);
  return (
    <fieldset className="flow-simulation-rows">
      <legend>{title}</legend>
      {rows.length === 0 && <small>{t('flow-design.simulate.no_rows')}</small>}
      {rows.map((row, at) => (
        <div key={row.key} role="group" aria-label={t('flow-design.simulate.row', { table: title, row: at + 1 })}>
          <div className="flow-simulation-row">
            <b>{t('flow-design.simulate.row', { table: title, row: at + 1 })}</b>
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={t('flow-design.simulate.remove_row', { row: at + 1 })}
              onClick={() => onChange(rows.filter((one) => one !== row))}
            />
          </div>
          {table.fields
            .filter((field) => !isComputed(field))
            .map((field) => (
              <ValueLine
                key={field.id}
                id={`${row.key}-${field.id}`}
                field={field}
                value={row.values[field.id]}
                onChange={(value) =>
                  onChange(
                    rows.map((one) => (one === row ? { ...one, values: { ...one.values, [field.id]: value } } : one)),
                  )
                }
              />
            ))}
        </div>
      ))}
      <Button
        size="small"
        icon={<PlusOutlined />}
        disabled={rows.length >= mostRows}
        onClick={() => onChange([...rows, { key: crypto.randomUUID(), values: {} }])}
      >
        {t('flow-design.simulate.add_row')}
      </Button>
    </fieldset>
  );
}
