import type { PageList } from '@formwork/web/router/page-list.ts';

export const pages = {
  preview: { load: () => import('./pages/preview/PreviewPage.tsx'), texts: ['preview'] },
} satisfies PageList<'app-view'>;
