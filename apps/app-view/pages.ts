import type { PageList } from '@formwork/web/router/page-list.ts';

export const pages = {
  preview: { load: () => import('./pages/preview/PreviewPage.tsx'), texts: ['preview'] },
  share: { load: () => import('./pages/share/SharePage.tsx'), texts: ['share'] },
} satisfies PageList<'app-view'>;
