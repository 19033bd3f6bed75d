import type { PageList } from '@formwork/web/router/page-list.ts';

export const pages = {
  organization: {
    load: () => import('./pages/organization/OrganizationPage.tsx'),
    texts: ['organization', 'records', 'jobs', 'sheets'],
  },
  roleManage: {
    load: () => import('./pages/roles/RoleManagePage.tsx'),
    texts: ['organization', 'records', 'rights', 'buttons', 'sheets'],
  },
  enterpriseInfo: { load: () => import('./pages/enterprise/InfoPage.tsx'), texts: ['enterprise'] },
  logo: { load: () => import('./pages/enterprise/LogoPage.tsx'), texts: ['enterprise'] },
  themeColour: { load: () => import('./pages/enterprise/ThemePage.tsx'), texts: ['enterprise'] },
  styleSheet: { load: () => import('./pages/enterprise/StyleSheetPage.tsx'), texts: ['enterprise'] },
  watermark: { load: () => import('./pages/enterprise/WatermarkPage.tsx'), texts: ['enterprise'] },
  workTime: { load: () => import('./pages/enterprise/WorkTimePage.tsx'), texts: ['enterprise'] },
  baseData: { load: () => import('./pages/base-data/BaseDataPage.tsx'), texts: ['basedata', 'jobs', 'sheets'] },
  systemManage: {
    load: () => import('./pages/systems/SystemsPage.tsx'),
    texts: ['systems', 'organization', 'records'],
  },
  webNavigation: { load: () => import('./pages/navigation/WebNavigationPage.tsx'), texts: ['navigation', 'records'] },
  webNavigationEntry: {
    load: () => import('./pages/navigation/WebConfigEntryPage.tsx'),
    texts: ['navigation', 'records', 'organization'],
  },
  appNavigation: { load: () => import('./pages/navigation/AppNavigationPage.tsx'), texts: ['navigation', 'records'] },
  appNavigationEntry: {
    load: () => import('./pages/navigation/AppConfigEntryPage.tsx'),
    texts: ['navigation', 'records', 'organization'],
  },
  consolePermission: { load: () => import('./pages/console-permission/ConsolePermissionPage.tsx'), texts: ['console'] },
  securityReview: {
    load: () => import('./pages/review/SecurityReviewPage.tsx'),
    texts: ['organization', 'review', 'buttons'],
  },
  threeAdmin: { load: () => import('./pages/review/ThreeAdminPage.tsx'), texts: ['organization', 'review', 'buttons'] },
  audit: { load: () => import('./pages/audit/AuditPage.tsx'), texts: ['audit', 'records', 'review'] },
  accountSecurity: {
    load: () => import('./pages/account-security/AccountSecurityPage.tsx'),
    texts: ['policy', 'login'],
  },
  userRegister: {
    load: () => import('./pages/user-register/UserRegisterPage.tsx'),
    texts: ['register', 'organization', 'records'],
  },
  postManage: { load: () => import('./pages/posts/PostManagePage.tsx'), texts: ['organization', 'posts', 'records'] },
} satisfies PageList<'index'>;
