import type { Field } from '@formwork/contract/forms/field.ts';
import type { RecordRow } from '@formwork/contract/records/record.ts';
import { isEmptyValue } from '@formwork/contract/forms/values/value.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { FieldValueView } from '@formwork/records-ui/fields/FieldValueView.tsx';
import { useLocale } from '@formwork/web/i18n/i18n.ts';
import { fieldText } from '@formwork/records-ui/record-list/record-columns.tsx';

const mostLines = 4;

/** A record on a phone: its name, where its process stands, and the first things that are filled in. */
export function RecordCard({ row, fields, href }: { row: RecordRow; fields: readonly Field[]; href: string }) {
  const locale = useLocale();
  const [title, ...rest] = fields.filter(({ id }) => id !== '_processState');
  const state = fields.find(({ id }) => id === '_processState');
  const lines = rest.filter(({ id }) => !isEmptyValue(row.values[id])).slice(0, mostLines);
  if (!title) return null;
  return (
    <article className="fw-card">
      <div className="fw-card-title">
        <Link className="fw-list-open" href={href}>
          {fieldText(title, row.values[title.id], locale) || '—'}
        </Link>
        {state && <FieldValueView field={state} value={row.values[state.id]} place="cell" />}
      </div>
      {lines.length > 0 && (
        <dl>
          {lines.map((field) => [
            <dt key={`${field.id}-title`}>{textIn(field.title, locale)}</dt>,
            <dd key={field.id}>
              <FieldValueView field={field} value={row.values[field.id]} place="card" />
            </dd>,
          ])}
        </dl>
      )}
    </article>
  );
}
