import type { PageList } from '@formwork/web/router/page-list.ts';

export const pages = {
  preview: { load: () => import('./pages/preview/PreviewPage.tsx'), texts: ['preview'] },
  share: { load: () => import('./pages/share/SharePage.tsx'), texts: ['share', 'charts'] },
  embed: { load: () => import('./pages/embed/EmbedPage.tsx'), texts: ['share', 'charts'] },
  designerPreview: {
    load: () => import('./pages/designer-preview/DesignerPreviewPage.tsx'),
    texts: ['trial', 'records', 'organization', 'feel', 'sheets'],
  },
  viewPreview: { load: () => import('./pages/view-preview/ViewPreviewPage.tsx'), texts: ['trial'] },
} satisfies PageList<'app-view'>;
