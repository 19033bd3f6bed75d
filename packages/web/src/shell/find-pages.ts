import { pageSpellings } from '@formwork/contract/routes/spellings.ts';
import type { NavRoute } from './nav.ts';

/** How well a page fits what was typed: its names in both languages, its pinyin in full or by first letters; 0 where it does not. */
export function fitOfPage({ route: { title } }: Pick<NavRoute, 'route'>, search: string): number {
  const wanted = plain(search);
  if (wanted === '') return 1;
  const names = [plain(title.zh), plain(title.en)];
  const spelled = (pageSpellings[title.zh] ?? '').split(' ');
  if (names.includes(wanted)) return 6;
  if (spelled.includes(wanted)) return 5;
  if (names.some((name) => name.startsWith(wanted))) return 4;
  if (spelled.some((word) => word.startsWith(wanted))) return 3;
  if (names.some((name) => name.includes(wanted))) return 2;
  return spelled.some((word) => word.includes(wanted)) ? 1 : 0;
}

/** The pages that fit, the best first. */
export function findPages<Page extends NavRoute>(pages: readonly Page[], search: string): Page[] {
  return pages
    .map((page) => ({ page, fit: fitOfPage(page, search) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit)
    .map(({ page }) => page);
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, '');
}
