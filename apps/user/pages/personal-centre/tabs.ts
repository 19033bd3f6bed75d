import { lazy, type ComponentType } from 'react';

interface CentreTab {
  /** Its title is the text `personal.tab.<id>`. */
  id: string;
  Tab: ComponentType;
}

/** The tabs of the personal centre in their order; only tabs that work stand here. */
export const centreTabs: CentreTab[] = [
  { id: 'info', Tab: lazy(() => import('./MyInfo.tsx')) },
  { id: 'security', Tab: lazy(() => import('./AccountSecurity.tsx')) },
  { id: 'developer', Tab: lazy(() => import('./DeveloperTab.tsx')) },
  { id: 'agents', Tab: lazy(() => import('./AgentsTab.tsx')) },
  { id: 'groups', Tab: lazy(() => import('./UserGroups.tsx')) },
];
