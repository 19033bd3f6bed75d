import { delimiters } from '@formwork/contract/records/import.ts';
import { Input, Select } from 'antd';
import { useT } from '@formwork/web/i18n/i18n.ts';
import './exchange.css';

const names = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const satisfies Record<
  (typeof delimiters)[number],
  string
>;
const other = 'other';

/** One of the usual delimiters, or any other sign. */
export function DelimiterSelect({
  value,
  onChange,
  disabled,
}: {
  value: string;
  onChange: (delimiter: string) => void;
  disabled?: boolean;
}) {
  const t = useT();
  const usual = (delimiters as readonly string[]).includes(value);
  return (
    <span className="exchange-delimiter">
      <Select
        value={usual ? value : other}
        disabled={disabled === true}
        onChange={(next) => onChange(next === other ? '~' : next)}
        aria-label={t('sheets.delimiter')}
        options={[
          ...delimiters.map((sign) => ({ value: sign as string, label: t(`sheets.delimiter.${names[sign]}`) })),
          { value: other, label: t('sheets.delimiter.other') },
        ]}
      />
      {!usual && (
        <Input
          value={value}
          maxLength={1}
          disabled={disabled === true}
          aria-label={t('sheets.delimiter.other')}
          onChange={(event) => {
            if (/^[^"\r\n]$/.test(event.target.value)) onChange(event.target.value);
          }}
        />
      )}
    </span>
  );
}
