import type { PageList } from '@formwork/web/router/page-list.ts';

export const pages = {
  modifyPassword: { load: () => import('./pages/password/ModifyPasswordPage.tsx'), texts: ['login'] },
} satisfies PageList<'user'>;
