import type { EncodingChoice, GivenEncoding } from '@formwork/contract/records/encodings.ts';
import type { SheetName, SheetReading } from '@formwork/contract/records/import.ts';
import { Switch } from 'antd';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { DelimiterSelect } from './DelimiterSelect.tsx';
import { EncodingSelect } from './EncodingSelect.tsx';
import './exchange.css';
import { RefusedSheet } from './RefusedSheet.tsx';
import { SheetSelect } from './SheetSelect.tsx';

interface Reading extends Omit<SheetReading, 'headerRow'> {
  /** Left out where the first row always names the columns. */
  headerRow?: boolean;
}

interface Props<R extends Reading> {
  sheet: { reading: R; sheets: SheetName[]; encodings: EncodingChoice[] };
  busy: boolean;
  /** Why the last change could not be read; what was read before stays. */
  error?: unknown;
  /** Shows how the text begins; where rows are shown anyway, they say so. */
  sample?: boolean;
  onChange: (reading: R) => void;
}

/** How the file was read, for the rare case that the guess is wrong, and which of its sheets. */
export function ReadingChoice<R extends Reading>({ sheet, busy, error, sample = false, onChange }: Props<R>) {
  const t = useT();
  const { reading, sheets, encodings } = sheet;
  const change = (next: Partial<Reading>) => onChange({ ...reading, ...next });
  // another encoding is another question whether all signs fit
  const inEncoding = ({ encoding, replaced }: GivenEncoding) => {
    const { replaced: _replaced, ...strict } = reading;
    onChange({ ...strict, ...(encoding && { encoding }), ...(replaced === true && { replaced }) } as R);
  };
  return (
    <>
      <div className="exchange-reading">
        {sheets.length === 0 && (
          <label>
            {t('sheets.delimiter')}
            <DelimiterSelect
              value={reading.delimiter}
              disabled={busy}
              onChange={(delimiter) => change({ delimiter })}
            />
          </label>
        )}
        {encodings.length > 0 && (
          <EncodingSelect
            choices={encodings}
            value={reading.encoding}
            busy={busy}
            onChange={(encoding) => inEncoding({ encoding })}
          />
        )}
        {sheets.length > 1 && (
          <SheetSelect sheets={sheets} value={reading.sheet} busy={busy} onChange={(name) => change({ sheet: name })} />
        )}
        {reading.headerRow !== undefined && (
          <label>
            {t('sheets.header')}
            <Switch
              size="small"
              checked={reading.headerRow}
              disabled={busy}
              onChange={(headerRow) => change({ headerRow })}
            />
          </label>
        )}
      </div>
      {sample && encodings.length > 0 && (
        <pre className="exchange-sample">{encodings.find(({ encoding }) => encoding === reading.encoding)?.text}</pre>
      )}
      {reading.replaced === true && <p className="exchange-replaced">{t('sheets.encoding.replaced')}</p>}
      {error !== undefined && error !== null && <RefusedSheet error={error} busy={busy} onChoose={inEncoding} />}
    </>
  );
}
