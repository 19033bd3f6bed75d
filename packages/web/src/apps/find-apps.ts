import type { App } from '@formwork/contract/forms/api.ts';
import { usableApps } from './by-system.ts';

/** Applications one can work in, by title, forms, category, pinyin or initials; of one found by a form, the forms that fit. */
export function findApps(apps: readonly App[], search: string): App[] {
  const wanted = search.trim().toLowerCase();
  const usable = usableApps(apps);
  if (wanted === '') return usable;
  const fits = ({ zh, en }: App['title']) =>
    zh.toLowerCase().includes(wanted) || (en ?? '').toLowerCase().includes(wanted);
  return usable.flatMap((app) => {
    if (fits(app.title) || app.category?.toLowerCase().includes(wanted)) return [app];
    const forms = app.forms.filter(({ title }) => fits(title));
    if (forms.length > 0) return [{ ...app, forms }];
    return app.spelling.split(' ').some((word) => word.startsWith(wanted)) || app.spelling.includes(wanted)
      ? [app]
      : [];
  });
}
