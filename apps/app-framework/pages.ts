import type { PageList } from '@formwork/web/router/page-list.ts';

export const pages = {
  appList: { load: () => import('./pages/list/AppListPage.tsx'), texts: ['records', 'views', 'printing', 'jobs', 'exchange', 'uses'] },
  recordDetail: { load: () => import('./pages/record/RecordDetailPage.tsx'), texts: ['records', 'workflow', 'rights', 'buttons', 'organization', 'printing', 'jobs'] },
  form: { load: () => import('./pages/form/FormPage.tsx'), texts: ['records', 'workflow', 'rights', 'buttons', 'organization', 'printing', 'jobs'] },
  fileApp: { load: () => import('./pages/files/FileAppPage.tsx'), texts: ['documents', 'records', 'organization'] },
  appRecycle: { load: () => import('./pages/recycle/AppRecyclePage.tsx'), texts: ['recycle', 'records'] },
} satisfies PageList<'app-framework'>;
