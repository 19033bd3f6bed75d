import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import { useTimeZone } from '@formwork/ui/format/time-zone.ts';
import { useLocale } from '@formwork/web/i18n/i18n.ts';
import type { ShownProps } from './field-ui.ts';

/** The value as the type itself puts it into words, on one line. */
export function ShownText({ field, value }: ShownProps) {
  const text = useValueText(field, value);
  return (
    <span className="fw-list-cell-text" title={text.length > 12 ? text : undefined}>
      {text}
    </span>
  );
}

/** The same, as long as it needs to be. */
export function FullText({ field, value }: ShownProps) {
  return <span className="fw-value-text">{useValueText(field, value)}</span>;
}

export function useValueText(field: ShownProps['field'], value: ShownProps['value']): string {
  const locale = useLocale();
  return fieldTypeSpec(field.type).toText(value, field.config, { locale, timeZone: useTimeZone() });
}
