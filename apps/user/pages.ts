import type { PageList } from '@formwork/web/router/page-list.ts';

export const pages = {
  modifyPassword: { load: () => import('./pages/password/ModifyPasswordPage.tsx'), texts: ['login'] },
  myHome: { load: () => import('./pages/home/HomePage.tsx'), texts: ['personal'] },
  personalCentre: {
    load: () => import('./pages/personal-centre/PersonalCentrePage.tsx'),
    texts: ['personal', 'records', 'login', 'security', 'organization'],
  },
  contacts: { load: () => import('./pages/contacts/ContactsPage.tsx'), texts: ['contacts', 'records'] },
  contactCard: { load: () => import('./pages/contacts/ContactCardPage.tsx'), texts: ['contacts'] },
} satisfies PageList<'user'>;
