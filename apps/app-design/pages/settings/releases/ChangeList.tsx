import type { DefinitionChange } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { propertyLabel } from './words/property-label.ts';

/** Differences between two releases, field by field. */
export function ChangeList({ changes, definition }: { changes: DefinitionChange[]; definition: FormDefinition }) {
  const t = useT();
  const locale = useLocale();
  if (changes.length === 0) return null;
  const tableTitle = (id: string | undefined) =>
    textIn(definition.tables.find((table) => table.id === id)?.title, locale);
  return (
    <ul className="release-changes">
      {changes.map((change, at) => (
        <li key={at} data-kind={change.kind}>
          {t(`design.change.${change.kind}_${change.what}`, {
            title: [change.what === 'field' ? tableTitle(change.table) : '', textIn(change.title, locale)]
              .filter(Boolean)
              .join(' / '),
          })}
          {change.properties && change.properties.length > 0 && (
            <small>
              {' '}
              {change.properties
                .flatMap((name) => propertyLabel(change.what, name) ?? [])
                .map((label) => t(label))
                .join(locale === 'zh-CN' ? '、' : ', ')}
            </small>
          )}
        </li>
      ))}
    </ul>
  );
}
