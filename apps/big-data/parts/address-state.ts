import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useMemo } from 'react';

/** What a viewer chose, as one JSON in the address: a reload, a link and the way back keep it. What cannot be read counts as nothing. */
export function useAddressState<T extends object>(name: string, empty: T): [T, (next: T) => void] {
  const [text, setText] = useQueryText(name);
  const state = useMemo(() => {
    if (text === undefined) return empty;
    try {
      const found: unknown = JSON.parse(text);
      return typeof found === 'object' && found !== null ? { ...empty, ...found } : empty;
    } catch {
      return empty;
    }
  }, [text, empty]);
  const set = (next: T) => {
    const said = JSON.stringify(next);
    setText(said === JSON.stringify(empty) ? undefined : said, { push: true });
  };
  return [state, set];
}
