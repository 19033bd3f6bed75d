import type { PageList } from '@formwork/web/router/page-list.ts';

export const pages = {
  organization: { load: () => import('./pages/organization/OrganizationPage.tsx'), texts: ['organization', 'records'] },
  roleManage: { load: () => import('./pages/roles/RoleManagePage.tsx'), texts: ['organization', 'records'] },
} satisfies PageList<'index'>;
