import type { PageList } from '@formwork/web/router/page-list.ts';

export const pages = {
  appList: {
    load: () => import('./pages/list/AppListPage.tsx'),
    texts: ['records', 'views', 'charts', 'printing', 'jobs', 'exchange', 'uses', 'sheets'],
  },
  recordDetail: {
    load: () => import('./pages/record/RecordDetailPage.tsx'),
    texts: ['records', 'workflow', 'rights', 'buttons', 'organization', 'printing', 'jobs', 'sheets'],
  },
  form: {
    load: () => import('./pages/form/FormPage.tsx'),
    texts: ['records', 'workflow', 'rights', 'buttons', 'organization', 'printing', 'jobs', 'sheets'],
  },
  fileApp: { load: () => import('./pages/files/FileAppPage.tsx'), texts: ['documents', 'records', 'organization'] },
  appRecycle: { load: () => import('./pages/recycle/AppRecyclePage.tsx'), texts: ['recycle', 'records'] },
} satisfies PageList<'app-framework'>;
