import type { PageList } from '@formwork/web/router/page-list.ts';

export const pages = {
  home: { load: () => import('./pages/home/HomePage.tsx'), texts: ['home', 'messages'] },
  login: { load: () => import('./pages/login/LoginPage.tsx'), texts: ['login'] },
  loginMiddle: { load: () => import('./pages/login/LoginMiddlePage.tsx'), texts: ['login'] },
  entRegist: { load: () => import('./pages/ent-regist/EntRegistPage.tsx'), texts: ['joining'] },
  noPermission: { load: () => import('./pages/no-permission/NoPermissionPage.tsx') },
  workbench: { load: () => import('./pages/workbench/WorkbenchPage.tsx'), texts: ['workflow', 'records'] },
  messageCentre: { load: () => import('./pages/messages/MessagesPage.tsx'), texts: ['messages'] },
  subscriptions: { load: () => import('./pages/subscriptions/SubscriptionsPage.tsx'), texts: ['messages'] },
  application: { load: () => import('./pages/applications/ApplicationsPage.tsx'), texts: ['home'] },
  appCentre: { load: () => import('./pages/app-centre/AppCentrePage.tsx'), texts: ['home'] },
  search: { load: () => import('./pages/search/SearchPage.tsx'), texts: ['search', 'messages'] },
  recycle: { load: () => import('./pages/recycle/RecyclePage.tsx'), texts: ['recycle', 'records'] },
} satisfies PageList<'main'>;
