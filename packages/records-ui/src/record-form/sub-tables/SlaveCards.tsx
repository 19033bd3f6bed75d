import { PlusOutlined } from '@ant-design/icons';
import type { SlaveTable } from '@formwork/contract/forms/definition.ts';
import { isComputed } from '@formwork/contract/forms/field.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useUiText } from '@formwork/ui/format/texts.ts';
import { textOf, valueOf, type SheetColumn } from '@formwork/ui/sheet/sheet-columns.ts';
import type { RowProblems } from '@formwork/ui/sheet/sheet-row.tsx';
import { Button } from 'antd';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import type { ShownRow } from './slave-columns.tsx';
import { SlaveRowActions } from './SlaveRowTools.tsx';
import { SlaveRowForm } from './SlaveRowForm.tsx';
import { touchedRow } from '../touched.ts';
import type { RecordFormModel } from '../use-record-form.ts';

interface Props {
  table: SlaveTable;
  form: RecordFormModel;
  columns: SheetColumn<ShownRow>[];
  rows: readonly ShownRow[];
  problems: ReadonlyMap<string, RowProblems>;
  wanted: { row: string; column: string } | undefined;
  editable: boolean;
  mayAdd: boolean;
  mayRemove: boolean;
  /** How many more rows there may be. */
  free: number;
  tools: ReactNode;
  onRows: (rows: ShownRow[]) => void;
}

/** Cards shown at first, and with each wish for more. */
const atOnce = 30;

/** A slave table on a phone: a card a row, which opens as a form. */
export function SlaveCards(props: Props) {
  const { table, form, columns, rows, problems, wanted, editable, mayAdd, mayRemove, free, tools, onRows } = props;
  const t = useT();
  const text = useUiText();
  const locale = useLocale();
  const [open, setOpen] = useState<string>();
  const [most, setMost] = useState(atOnce);
  useEffect(() => {
    if (wanted) setOpen(wanted.row);
  }, [wanted]);
  const leave = (next: string | undefined) => {
    // what is missing is said once the row's form was left
    if (editable && open !== undefined) form.touch(table.id, touchedRow(table.id, open));
    setOpen(next);
  };
  const add = () => {
    const row: ShownRow = { ...form.newRow(table.id), computed: {} };
    onRows([...rows, row]);
    setMost((now) => Math.max(now, rows.length + 1));
    setOpen(row.key);
  };
  const remove = (key: string) => {
    setOpen(undefined);
    onRows(rows.filter((row) => row.key !== key));
  };
  const computed = useMemo(() => new Set(table.fields.filter(isComputed).map(({ id }) => id)), [table]);
  const chosen = rows.find(({ key }) => key === open);
  const totals = rows.length === 0 ? [] : columns.filter(({ total }) => total);
  return (
    <div className="fw-slave-cards">
      <ul aria-label={textIn(table.title, locale)}>
        {rows.slice(0, most).map((row, at) => (
          <li key={row.key}>
            <Card
              row={row}
              at={at}
              columns={columns}
              computed={computed}
              problems={problems.get(row.key)}
              onOpen={() => leave(row.key)}
            />
          </li>
        ))}
      </ul>
      {rows.length === 0 && <p>{text(editable ? 'ui.sheet.empty_cards' : 'ui.sheet.empty_read_only')}</p>}
      {rows.length > most && (
        <Button block onClick={() => setMost(most + atOnce)}>
          {t('records.slave.more', { count: rows.length - most })}
        </Button>
      )}
      {totals.length > 0 && (
        <dl>
          {totals.map((column) => (
            <div key={column.id}>
              <dt>{t('records.slave.total_of', { title: column.title })}</dt>
              <dd>{column.total?.(rows)}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="fw-slave-cards-bar">
        {mayAdd && (
          <Button icon={<PlusOutlined />} disabled={free === 0} onClick={add}>
            {text('ui.sheet.add_row')}
          </Button>
        )}
        {tools}
        <span role="status">
          {text('ui.sheet.rows', { count: rows.length })}
          {problems.size > 0 && <b> · {text('ui.sheet.invalid_rows', { count: problems.size })}</b>}
        </span>
      </div>
      {open !== undefined && (
        <SlaveRowForm
          table={table}
          form={form}
          columns={columns}
          rows={rows}
          open={open}
          editable={editable}
          wanted={wanted?.row === open ? wanted.column : undefined}
          onOpen={leave}
          onRows={onRows}
          footer={
            chosen && (
              <SlaveRowActions
                table={table}
                form={form}
                chosen={[chosen]}
                rows={rows}
                editable={editable}
                free={free}
                onRows={onRows}
                onCopied={(copies) => {
                  setMost((now) => Math.max(now, rows.length + copies.length));
                  leave(copies[0]?.key);
                }}
                onRemove={mayRemove && editable ? () => remove(chosen.key) : undefined}
              />
            )
          }
        />
      )}
    </div>
  );
}

/** The first column that was filled in is the title, the others are lines. */
function Card({
  row,
  at,
  columns,
  computed,
  problems,
  onOpen,
}: {
  row: ShownRow;
  at: number;
  columns: SheetColumn<ShownRow>[];
  computed: ReadonlySet<string>;
  problems: RowProblems | undefined;
  onOpen: () => void;
}) {
  const t = useT();
  const told = columns.filter((column) => textOf(column, row) !== '' || drawnValue(column, row) !== undefined);
  // what is worked out names no row
  const first = told.find(({ id }) => !computed.has(id));
  const rest = told.filter((column) => column !== first);
  const shown = (column: SheetColumn<ShownRow>) => drawnValue(column, row) ?? textOf(column, row);
  return (
    <article className="fw-slave-card" data-invalid={problems ? '' : undefined}>
      <button type="button" onClick={onOpen}>
        <small>{t('records.slave.row', { row: at + 1 })}</small>{' '}
        <b>{first ? textOf(first, row) || first.title : t('records.slave.nothing_yet')}</b>
      </button>
      {rest.length > 0 && (
        <dl>
          {rest.map((column) => (
            <div key={column.id}>
              <dt>{column.title}</dt>
              <dd>{shown(column)}</dd>
            </div>
          ))}
        </dl>
      )}
      {Object.entries(problems ?? {}).map(([column, problem]) => (
        <p key={column} className="fw-slave-card-problem">
          {[columns.find(({ id }) => id === column)?.title, problem].filter(Boolean).join(': ')}
        </p>
      ))}
    </article>
  );
}

function drawnValue(column: SheetColumn<ShownRow>, row: ShownRow): ReactNode {
  const value = valueOf(column, row);
  return value === null || value === undefined || value === '' ? undefined : column.renderCell?.(value, row);
}
