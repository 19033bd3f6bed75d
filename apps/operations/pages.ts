import type { PageList } from '@formwork/web/router/page-list.ts';

export const pages = {
  operationLog: { load: () => import('./pages/operation-log/OperationLogPage.tsx'), texts: ['operations', 'audit', 'records'] },
} satisfies PageList<'operations'>;
