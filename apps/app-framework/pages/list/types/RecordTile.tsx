import type { Field } from '@formwork/contract/forms/field.ts';
import type { RecordRow } from '@formwork/contract/records/record.ts';
import { isEmptyValue } from '@formwork/contract/forms/values/value.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Link } from '@formwork/ui/link.tsx';
import { FieldValueView } from '@formwork/web/fields/FieldValueView.tsx';
import { useLocale } from '@formwork/web/i18n/i18n.ts';
import { fieldText } from '@formwork/web/record-list/record-columns.tsx';
import type { ReactNode } from 'react';

/** A record as a small card: its name leads to it, below it what is filled in of the chosen fields. */
export function RecordTile({ row, fields, href, hue, children }: { row: RecordRow; fields: readonly Field[]; href: string; hue?: number | undefined; children?: ReactNode }) {
  const locale = useLocale();
  const [title, ...rest] = fields;
  return (
    <article className="fw-tile" style={hue === undefined ? undefined : ({ '--hue': `var(--fw-hue-${(hue % 10) + 1})` } as React.CSSProperties)} data-hue={hue}>
      {children}
      <Link className="fw-tile-title" href={href} draggable={false}>{(title && fieldText(title, row.values[title.id], locale)) || '—'}</Link>
      {rest.filter(({ id }) => !isEmptyValue(row.values[id])).map((field) => (
        <div key={field.id} className="fw-tile-line" title={textIn(field.title, locale)}><FieldValueView field={field} value={row.values[field.id]} place="cell" /></div>
      ))}
    </article>
  );
}
