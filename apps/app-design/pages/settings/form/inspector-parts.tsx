import type { Text } from '@formwork/contract/text.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Input, Select, type SelectProps } from 'antd';
import type { ReactNode } from 'react';

/** A labelled setting; `inline` puts a switch at the end of its line, `wrong` says what cannot stay so. */
export function Line({
  label,
  help,
  wrong,
  inline,
  children,
}: {
  label: string;
  help?: string | undefined;
  wrong?: string | undefined;
  inline?: boolean;
  children: ReactNode;
}) {
  return (
    <label className="designer-line" data-inline={inline || undefined}>
      <span>{label}</span>
      {children}
      {help && <small>{help}</small>}
      {wrong !== undefined && <small role="alert">{wrong}</small>}
    </label>
  );
}

/** A choice among things of the form or beside it; what is chosen and no longer there is called so, not by its id. */
export function Choose<Value>(props: SelectProps<Value>) {
  const t = useT();
  return (
    <Select<Value> labelRender={({ label }) => label ?? (props.loading ? '…' : t('design.version.gone'))} {...props} />
  );
}

/** A text in both languages; undefined when both are blank. A `name` is short, and its Chinese side is not left blank. */
export function TextPair({
  label,
  value,
  onChange,
  long,
  name,
  most = name ? 200 : 2000,
}: {
  label: string;
  value: Text | undefined;
  onChange: (value: Text | undefined) => void;
  long?: boolean;
  name?: boolean;
  most?: number;
}) {
  const t = useT();
  const blank = name === true && (value?.zh ?? '').trim() === '';
  const set = (zh: string, en: string) =>
    onChange(zh === '' && en === '' ? undefined : en === '' ? { zh } : { zh, en });
  return (
    <fieldset className="designer-line">
      <legend>{label}</legend>
      <Box
        long={long}
        most={most}
        wrong={blank}
        mark="中"
        value={value?.zh ?? ''}
        label={`${label} ${t('design.field.zh')}`}
        onChange={(zh) => set(zh, value?.en ?? '')}
      />
      {blank && <small role="alert">{t('forms.problem.blank_title')}</small>}
      <Box
        long={long}
        most={most}
        mark="EN"
        value={value?.en ?? ''}
        label={`${label} ${t('design.field.en')}`}
        onChange={(en) => set(value?.zh ?? '', en)}
      />
    </fieldset>
  );
}

function Box({
  long,
  most,
  wrong = false,
  mark,
  value,
  label,
  onChange,
}: {
  long: boolean | undefined;
  most: number;
  wrong?: boolean;
  mark: string;
  value: string;
  label: string;
  onChange: (value: string) => void;
}) {
  if (long)
    return (
      <Input.TextArea
        value={value}
        maxLength={most}
        autoSize={{ minRows: 2, maxRows: 8 }}
        placeholder={mark}
        aria-label={label}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  return (
    <Input
      value={value}
      maxLength={most}
      status={wrong ? 'error' : ''}
      prefix={<small>{mark}</small>}
      aria-label={label}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
