import type { GivenEncoding } from '@formwork/contract/records/encodings.ts';
import type { Sheet, SheetReading } from '@formwork/contract/records/import.ts';
import { Switch } from 'antd';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { DelimiterSelect } from './DelimiterSelect.tsx';
import { EncodingSelect } from './EncodingSelect.tsx';
import './exchange.css';
import { RefusedSheet } from './RefusedSheet.tsx';
import { SheetSelect } from './SheetSelect.tsx';

interface Props {
  sheet: Sheet;
  busy: boolean;
  /** Why the last change could not be read; what was read before stays. */
  error?: unknown;
  onChange: (reading: SheetReading) => void;
}

/** How the file was read, for the rare case that the guess is wrong, and which of its sheets. */
export function ReadingChoice({ sheet, busy, error, onChange }: Props) {
  const t = useT();
  const { reading, sheets, encodings } = sheet;
  const { replaced: _replaced, ...strict } = reading;
  return (
    <>
      <div className="exchange-reading">
        {sheets.length === 0 && (
          <label>
            {t('exchange.delimiter')}
            <DelimiterSelect
              value={reading.delimiter}
              disabled={busy}
              onChange={(delimiter) => onChange({ ...reading, delimiter })}
            />
          </label>
        )}
        {encodings.length > 0 && (
          <EncodingSelect
            choices={encodings}
            value={reading.encoding}
            busy={busy}
            onChange={(encoding) => onChange({ ...strict, encoding })}
          />
        )}
        {sheets.length > 1 && (
          <SheetSelect
            sheets={sheets}
            value={reading.sheet}
            busy={busy}
            onChange={(name) => onChange({ ...reading, sheet: name })}
          />
        )}
        <label>
          {t('exchange.header')}
          <Switch
            size="small"
            checked={reading.headerRow}
            disabled={busy}
            onChange={(headerRow) => onChange({ ...reading, headerRow })}
          />
        </label>
      </div>
      {reading.replaced === true && <p className="exchange-replaced">{t('encoding.replaced')}</p>}
      {error !== undefined && (
        <RefusedSheet error={error} busy={busy} onChoose={(given) => onChange({ ...strict, ...read(given) })} />
      )}
    </>
  );
}

function read({ encoding, replaced }: GivenEncoding): Partial<SheetReading> {
  return { ...(encoding && { encoding }), ...(replaced === true && { replaced }) };
}
