import { analyticsApi, type SourceField } from '@formwork/contract/analytics/api.ts';
import { joinedSources, partOfColumn, type SetSource } from '@formwork/contract/analytics/dataset.ts';
import { textIn } from '@formwork/contract/text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale } from '@formwork/web/i18n/i18n.ts';
import { useQueries } from '@tanstack/react-query';

export interface Part {
  title: string;
  fields: readonly SourceField[];
}

/** The forms and data sets that are joined, by the names they have in it, as far as they were read and are theirs. */
export function useParts(source: SetSource): ReadonlyMap<string, Part> {
  const locale = useLocale();
  const parts = joinedSources(source);
  const answers = useQueries({ queries: parts.map(({ of }) => q(analyticsApi.source, { params: { formId: of } })) });
  return new Map(
    parts.flatMap(({ as }, at): [string, Part][] => {
      const found = answers[at]?.data;
      return found ? [[as, { title: textIn(found.title, locale), fields: found.fields }]] : [];
    }),
  );
}

/** What a joined column is called; the column itself where its part is not known. */
export function columnName(parts: ReadonlyMap<string, Part>, column: string, locale: string): string {
  const { part, field } = partOfColumn(column);
  const found = parts.get(part);
  const named = found?.fields.find(({ id }) => id === field);
  return found && named ? `${found.title} · ${textIn(named.title, locale)}` : column;
}
