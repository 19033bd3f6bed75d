import type { PageList } from '@formwork/web/router/page-list.ts';

export const pages = {
  appList: { load: () => import('./pages/list/AppListPage.tsx'), texts: ['records'] },
  recordDetail: { load: () => import('./pages/record/RecordDetailPage.tsx'), texts: ['records', 'workflow'] },
  form: { load: () => import('./pages/form/FormPage.tsx'), texts: ['records', 'workflow'] },
} satisfies PageList<'app-framework'>;
