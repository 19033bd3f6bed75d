import { assetsApi } from '@formwork/contract/assets/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale } from '@formwork/web/i18n/i18n.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

/** As many as are asked for at once. */
const most = 200;

/** What domains and terms are called, by their ids; '' until it is known. */
export function useWordNames(ids: readonly (string | null)[]): (id: string) => string {
  const locale = useLocale();
  const asked = [...new Set(ids.filter((id) => id !== null))].toSorted().slice(0, most);
  const words = useQuery({
    ...q(assetsApi.words, { query: { ids: asked, limit: most } }),
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
  });
  const names = new Map(words.data?.rows.map(({ id, name }) => [id, textIn(name, locale)]));
  return (id) => names.get(id) ?? '';
}
