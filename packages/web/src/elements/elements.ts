import {
  elementsApi,
  noElementSettings,
  placeIn,
  type ElementOf,
  type ElementPage,
  type Elements,
  type ElementSettings,
  type GroupOf,
} from '@formwork/contract/console/elements.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useMemo } from 'react';
import { spacePath } from '../http/call.ts';
import { http } from '../http/client.ts';
import { useLocale } from '../i18n/i18n.ts';
import { useLive } from '../live/use-live.ts';
import { observed } from '../observed.ts';
import { pageConfig } from '../page-config.ts';

const elements = observed<Elements>(pageConfig.elements);

export interface PageElements<P extends ElementPage> {
  /** Whether an element is to be shown. */
  shows: <G extends GroupOf<P>>(group: G, id: ElementOf<P, G>) => boolean;
  /** What it is called: as somebody set it, else as the page says. */
  title: <G extends GroupOf<P>>(group: G, id: ElementOf<P, G>, usual: string) => string;
  /** What of these is shown, in order. */
  arranged: <G extends GroupOf<P>, T extends { id: ElementOf<P, G> }>(group: G, items: readonly T[]) => T[];
}

/** Of a part that stands on several pages: what it shows where none of them says otherwise. */
export function showsAll(): boolean {
  return true;
}

/** The elements of a page as an administrator arranged them; they come with the page, and again when they change or the space does. */
export function useElements<P extends ElementPage>(page: P): PageElements<P> {
  const locale = useLocale();
  const settings = elements.use()[page];
  return useMemo(() => elementsIn(page, settings ?? noElementSettings, locale), [page, settings, locale]);
}

/** Of any settings: of those that are being edited too. */
export function elementsIn<P extends ElementPage>(page: P, settings: ElementSettings, locale: string): PageElements<P> {
  const of = (group: string, id: string) => settings.elements[`${group}.${id}`];
  return {
    shows: (group, id) => of(group, id)?.hidden !== true,
    title: (group, id, usual) => textIn(of(group, id)?.title, locale) || usual,
    arranged: (group, items) => {
      const order = settings.order[group] ?? [];
      return items
        .filter(({ id }) => of(group, id)?.hidden !== true)
        .toSorted((a, b) => placeIn(order, a.id) - placeIn(order, b.id));
    },
  };
}

/** `prefix` is the space's part of the address, which may still lead to another one. */
export async function loadElements(prefix: string = spacePath()): Promise<void> {
  try {
    elements.set(await http.get<Elements>(`${prefix}/api${elementsApi.elements.path}`));
  } catch {
    // another space's arrangement is worse than the product's own
    if (prefix !== spacePath()) elements.set({});
  }
}

/** An administrator changed them: everybody's pages follow at once. */
export function useElementChanges(): void {
  useLive('console:elements', () => void loadElements());
}
