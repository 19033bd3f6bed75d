import type { PageList } from '@formwork/web/router/page-list.ts';

export const pages = {
  appDesign: { load: () => import('./pages/apps/AppDesignPage.tsx'), texts: ['design'] },
  formSettings: { load: () => import('./pages/settings/FormSettingsPage.tsx'), texts: ['rights', 'design', 'organization', 'workflow', 'records', 'feel', 'formula', 'functions'] },
} satisfies PageList<'app-design'>;
