import type { Encoding, EncodingChoice } from '@formwork/contract/records/encodings.ts';
import { Select } from 'antd';
import { useT } from '@formwork/web/i18n/i18n.ts';
import './exchange.css';

interface Props {
  choices: readonly EncodingChoice[];
  value: Encoding;
  busy: boolean;
  onChange: (encoding: Encoding) => void;
}

/** The encodings of a text, each with what it makes of the file's first telling lines. */
export function EncodingSelect({ choices, value, busy, onChange }: Props) {
  const t = useT();
  return (
    <label>
      {t('sheets.encoding.title')}
      <Select
        className="exchange-encoding"
        value={value}
        disabled={busy}
        onChange={onChange}
        popupMatchSelectWidth={false}
        options={choices.map(({ encoding, text }) => ({
          value: encoding,
          label: t(`sheets.encoding.name.${encoding}`),
          text,
        }))}
        optionRender={({ data }) => (
          <span className="exchange-encoding-option">
            {data.label}
            <small>{data.text}</small>
          </span>
        )}
      />
    </label>
  );
}
