import { ReloadOutlined } from '@ant-design/icons';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { columnMasks, exchangeApi, type OfferColumn } from '@formwork/contract/etl/exchange.ts';
import { useFormValues } from '@formwork/web/form/form-state.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Alert, Button, Checkbox, Input, Select } from 'antd';
import { useState } from 'react';
import { sourceOf, type SourceEntry } from './SourceOffered.tsx';

/** Which columns go out, under which names, and what of their values stays hidden. */
export function ColumnsOffered({
  value,
  onChange,
}: {
  value: readonly OfferColumn[];
  onChange: (columns: OfferColumn[]) => void;
}) {
  const t = useT();
  const { source } = useFormValues<{ source: SourceEntry }>();
  const [found, setFound] = useState<readonly DataColumn[]>();
  const read = useCommand(exchangeApi.sourceColumns, { quiet: true });
  const isChosen = source.kind === 'table' ? source.table !== '' : source.sql.trim() !== '';
  const refresh = async () => {
    const answer = await read.run({ body: { source: sourceOf(source) } });
    if (!answer) return;
    setFound(answer.columns);
    // what the source has no more cannot be offered
    onChange(value.filter(({ column }) => answer.columns.some(({ name }) => name === column)));
  };
  const known = found ?? value.map(({ column }): DataColumn => ({ name: column, type: 'text', nullable: true }));
  const set = (column: string, part: Partial<OfferColumn>) =>
    onChange(value.map((one) => (one.column === column ? { ...one, ...part } : one)));
  const toggle = ({ name, title }: DataColumn, on: boolean) => {
    const others = value.filter(({ column }) => column !== name);
    const order = known.map((one) => one.name);
    onChange(
      on
        ? [...others, { column: name, name: title ?? name, mask: 'none' as const }].sort(
            (a, b) => order.indexOf(a.column) - order.indexOf(b.column),
          )
        : others,
    );
  };
  return (
    <div className="exchange-columns">
      <Button icon={<ReloadOutlined />} loading={read.pending} disabled={!isChosen} onClick={() => void refresh()}>
        {t('dataexchange.columns_read')}
      </Button>
      {read.errorText && <Alert type="error" title={read.errorText} />}
      {known.map((column) => {
        const chosen = value.find((one) => one.column === column.name);
        return (
          <div key={column.name}>
            <Checkbox checked={chosen !== undefined} onChange={({ target }) => toggle(column, target.checked)}>
              {column.title ? `${column.title} (${column.name})` : column.name}
            </Checkbox>
            {chosen && (
              <>
                <Input
                  aria-label={t('dataexchange.column_name', { column: column.name })}
                  value={chosen.name}
                  maxLength={200}
                  onChange={({ target }) => set(column.name, { name: target.value })}
                />
                <Select
                  aria-label={t('dataexchange.column_mask', { column: column.name })}
                  value={chosen.mask}
                  options={columnMasks.map((mask) => ({ value: mask, label: t(`dataexchange.mask.${mask}`) }))}
                  onChange={(mask) => set(column.name, { mask })}
                />
              </>
            )}
          </div>
        );
      })}
    </div>
  );
}
