import { encodings, type Sheet, type SheetReading } from '@formwork/contract/records/import.ts';
import { Select, Switch } from 'antd';
import { useT } from '../i18n/i18n.ts';
import { DelimiterSelect } from './DelimiterSelect.tsx';
import './exchange.css';

/** How the file was read, for the rare case that the guess is wrong, and which of its sheets. */
export function ReadingChoice({ sheet, busy, onChange }: { sheet: Sheet; busy: boolean; onChange: (reading: SheetReading) => void }) {
  const t = useT();
  const { reading, sheets } = sheet;
  return (
    <div className="exchange-reading">
      {sheets.length === 0 && (
        <>
          <label>{t('exchange.delimiter')}<DelimiterSelect value={reading.delimiter} disabled={busy} onChange={(delimiter) => onChange({ ...reading, delimiter })} /></label>
          <label>{t('exchange.encoding')}
            <Select value={reading.encoding} disabled={busy} onChange={(encoding) => onChange({ ...reading, encoding })} options={encodings.map((value) => ({ value, label: value.toUpperCase() }))} />
          </label>
        </>
      )}
      {sheets.length > 1 && (
        <label>{t('exchange.sheet')}
          <Select value={reading.sheet ?? sheets[0] ?? ''} disabled={busy} onChange={(name: string) => onChange({ ...reading, sheet: name })} options={sheets.map((name) => ({ value: name, label: name }))} />
        </label>
      )}
      <label>{t('exchange.header')}<Switch size="small" checked={reading.headerRow} disabled={busy} onChange={(headerRow) => onChange({ ...reading, headerRow })} /></label>
    </div>
  );
}
