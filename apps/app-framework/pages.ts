import type { PageList } from '@formwork/web/router/page-list.ts';

export const pages = {
  appList: { load: () => import('./pages/list/AppListPage.tsx'), texts: ['records', 'printing', 'jobs'] },
  recordDetail: { load: () => import('./pages/record/RecordDetailPage.tsx'), texts: ['records', 'workflow', 'printing', 'jobs'] },
  form: { load: () => import('./pages/form/FormPage.tsx'), texts: ['records', 'workflow', 'printing', 'jobs'] },
} satisfies PageList<'app-framework'>;
