import { recordsApi } from '@formwork/contract/records/api.ts';
import type { Sheet } from '@formwork/contract/records/import.ts';
import { firstSheet } from '@formwork/records-ui/exchange/SheetSelect.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Select } from 'antd';
import { matchedColumns, type SecondSheet, type Target } from './import-draft.ts';
import { TargetSelect } from './TargetSelect.tsx';

interface Props {
  sheet: Sheet;
  targets: readonly Target[];
  second: readonly SecondSheet[];
  onChange: (second: SecondSheet[]) => void;
}

/** Slave tables whose rows stand in sheets of their own, and the columns by which a row names its record. */
export function SecondSheets({ sheet, targets, second, onChange }: Props) {
  const t = useT();
  const tables = [...new Set(targets.flatMap(({ table }) => table ?? []))];
  const read = useCommand(recordsApi.readSheet);
  const choose = async (table: string, name: string | undefined) => {
    const others = second.filter((one) => one.table !== table);
    if (name === undefined) return onChange(others);
    const found = await read.run({ params: { uploadId: sheet.uploadId }, body: { ...sheet.reading, sheet: name } });
    if (found)
      onChange([...others, { table, sheet: found, main: 0, row: 0, into: matchedColumns(found, own(table), null) }]);
  };
  const own = (table: string): Target[] => targets.filter((target) => target.table === table);
  const columnsOf = ({ columns }: Sheet) => columns.map(({ index, title }) => ({ value: index, label: title }));
  return (
    <section className="exchange-second" aria-label={t('exchange.import.second')}>
      <h3>{t('exchange.import.second')}</h3>
      {tables.map((table) => {
        const chosen = second.find((one) => one.table === table);
        const set = (change: Partial<SecondSheet>) =>
          onChange(second.map((one) => (one.table === table ? { ...one, ...change } : one)));
        const title = own(table)[0]?.title.split(' · ')[0] ?? '';
        return (
          <div key={table} className="exchange-columns">
            <div className="exchange-reading">
              <label>
                {t('exchange.import.second_sheet', { title })}
                <Select
                  allowClear
                  loading={read.pending}
                  placeholder={t('exchange.import.second_none')}
                  value={chosen?.sheet.reading.sheet}
                  onChange={(name: string | undefined) => void choose(table, name)}
                  options={sheet.sheets
                    .filter(({ name }) => name !== (sheet.reading.sheet ?? firstSheet(sheet.sheets)))
                    .map(({ name, hidden }) => ({
                      value: name,
                      label: hidden ? t('ui.workbook.hidden', { name }) : name,
                    }))}
                />
              </label>
              {chosen && (
                <label>
                  {t('exchange.import.link_main')}
                  <Select value={chosen.main} onChange={(main) => set({ main })} options={columnsOf(sheet)} />
                </label>
              )}
              {chosen && (
                <label>
                  {t('exchange.import.link_row')}
                  <Select value={chosen.row} onChange={(row) => set({ row })} options={columnsOf(chosen.sheet)} />
                </label>
              )}
            </div>
            {chosen && (
              <div className="exchange-frame">
                <table className="exchange-table exchange-map">
                  <tbody>
                    {chosen.sheet.columns.map((column, at) => (
                      <tr key={column.index}>
                        <td>{column.title}</td>
                        <td className="exchange-samples">{column.samples.slice(0, 3).join(' · ')}</td>
                        <td>
                          <TargetSelect
                            label={column.title}
                            targets={own(table)}
                            value={chosen.into[at]}
                            onChange={(path) =>
                              set({
                                into: chosen.into.map((now, place) =>
                                  place === at ? path : now === path ? undefined : now,
                                ),
                              })
                            }
                          />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )}
          </div>
        );
      })}
    </section>
  );
}
