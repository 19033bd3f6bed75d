import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import { isEmptyValue } from '@formwork/contract/forms/values/value.ts';
import type { RecordRow } from '@formwork/contract/records/record.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { FieldValueView } from '@formwork/records-ui/fields/FieldValueView.tsx';
import { useLocale } from '@formwork/web/i18n/i18n.ts';
import { fieldText } from '@formwork/records-ui/record-list/record-columns.tsx';
import type { ReactNode } from 'react';
import './tile.css';

const tagged: ReadonlySet<string> = new Set(['option', 'options', 'boolean']);
const footed: ReadonlySet<string> = new Set(['people', 'date', 'dateTime']);

/** A record as a small card: its name leads to it; what was chosen shares a line, who and when stand at the foot, the rest by its name. */
export function RecordTile({
  row,
  fields,
  href,
  children,
}: {
  row: RecordRow;
  fields: readonly Field[];
  href: string;
  children?: ReactNode;
}) {
  const locale = useLocale();
  const [title, ...rest] = fields;
  const filled = rest.filter(({ id }) => !isEmptyValue(row.values[id]));
  // a box by itself says nothing: what holds is named, what does not hold is left out
  const tags = filled.filter(
    (field) => tagged.has(fieldKind(field)) && (fieldKind(field) !== 'boolean' || row.values[field.id] === true),
  );
  const foot = filled.filter((field) => footed.has(fieldKind(field)));
  const lines = filled.filter((field) => !tagged.has(fieldKind(field)) && !foot.includes(field));
  const shown = (field: Field) => (
    <span key={field.id} title={textIn(field.title, locale)}>
      <FieldValueView field={field} value={row.values[field.id]} place="cell" />
      {fieldKind(field) === 'boolean' && textIn(field.title, locale)}
    </span>
  );
  return (
    <article className="fw-tile">
      {children}
      <Link className="fw-tile-title" href={href} draggable={false}>
        {(title && fieldText(title, row.values[title.id], locale)) || '—'}
      </Link>
      {tags.length > 0 && <div className="fw-tile-tags">{tags.map(shown)}</div>}
      {lines.map((field) => (
        <div key={field.id} className="fw-tile-line">
          <span>{textIn(field.title, locale)}</span>
          <FieldValueView field={field} value={row.values[field.id]} place="cell" />
        </div>
      ))}
      {foot.length > 0 && <div className="fw-tile-foot">{foot.map(shown)}</div>}
    </article>
  );
}
