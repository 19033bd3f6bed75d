import type { PageList } from '@formwork/web/router/page-list.ts';

export const pages = {
  customers: {
    load: () => import('./pages/customers/CustomersPage.tsx'),
    texts: ['operations', 'organization', 'security', 'login'],
  },
  users: { load: () => import('./pages/users/UsersPage.tsx'), texts: ['operations', 'security', 'login'] },
  roleAuthorisation: { load: () => import('./pages/roles/RoleAuthorisationPage.tsx'), texts: ['operations'] },
  personnel: { load: () => import('./pages/personnel/PersonnelPage.tsx'), texts: ['operations', 'organization'] },
  failedEvents: { load: () => import('./pages/events/FailedEventsPage.tsx'), texts: ['operations', 'audit', 'review'] },
  operationLog: {
    load: () => import('./pages/operation-log/OperationLogPage.tsx'),
    texts: ['operations', 'audit', 'records', 'review'],
  },
} satisfies PageList<'operations'>;
