import type { Text } from '@formwork/contract/text.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Input } from 'antd';
import type { ReactNode } from 'react';

/** A labelled setting; `inline` puts a switch at the end of its line. */
export function Line({ label, help, inline, children }: { label: string; help?: string; inline?: boolean; children: ReactNode }) {
  return (
    <label className="designer-line" data-inline={inline || undefined}>
      <span>{label}</span>
      {children}
      {help && <small>{help}</small>}
    </label>
  );
}

/** A text in both languages; undefined when both are blank. */
export function TextPair({ label, value, onChange, long }: { label: string; value: Text | undefined; onChange: (value: Text | undefined) => void; long?: boolean }) {
  const t = useT();
  const set = (zh: string, en: string) => onChange(zh === '' && en === '' ? undefined : en === '' ? { zh } : { zh, en });
  return (
    <fieldset className="designer-line">
      <legend>{label}</legend>
      <Box long={long} mark="中" value={value?.zh ?? ''} label={`${label} ${t('design.field.zh')}`} onChange={(zh) => set(zh, value?.en ?? '')} />
      <Box long={long} mark="EN" value={value?.en ?? ''} label={`${label} ${t('design.field.en')}`} onChange={(en) => set(value?.zh ?? '', en)} />
    </fieldset>
  );
}

function Box({ long, mark, value, label, onChange }: { long: boolean | undefined; mark: string; value: string; label: string; onChange: (value: string) => void }) {
  if (long) return <Input.TextArea value={value} maxLength={2000} autoSize={{ minRows: 2, maxRows: 8 }} placeholder={mark} aria-label={label} onChange={(event) => onChange(event.target.value)} />;
  return <Input value={value} maxLength={2000} prefix={<small>{mark}</small>} aria-label={label} onChange={(event) => onChange(event.target.value)} />;
}
