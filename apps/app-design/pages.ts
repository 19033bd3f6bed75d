import type { PageList } from '@formwork/web/router/page-list.ts';

export const pages = {
  appDesign: {
    load: () => import('./pages/apps/AppDesignPage.tsx'),
    texts: ['design', 'packages', 'jobs', 'exchange', 'uses', 'organization', 'records', 'sheets'],
  },
  sysButtons: {
    load: () => import('./pages/buttons/SystemButtonsPage.tsx'),
    texts: ['buttons', 'design', 'organization', 'records', 'feel', 'formula', 'functions', 'uses'],
  },
  elementSetting: { load: () => import('./pages/elements/ElementSettingPage.tsx'), texts: ['elements'] },
  dataModel: {
    load: () => import('./pages/data-model/DataModelPage.tsx'),
    texts: ['model', 'records', 'jobs', 'uses'],
  },
  formSettings: {
    load: () => import('./pages/settings/FormSettingsPage.tsx'),
    texts: [
      'rights',
      'design',
      'uses',
      'organization',
      'workflow',
      'flow-design',
      'records',
      'feel',
      'formula',
      'functions',
      'sheets',
      'resources',
    ],
  },
  customViews: { load: () => import('./pages/views/CustomViewsPage.tsx'), texts: ['views', 'records'] },
  ratioViews: { load: () => import('./pages/views/RatioViewsPage.tsx'), texts: ['views', 'records'] },
} satisfies PageList<'app-design'>;
