import type { ElementOf } from '@formwork/contract/console/elements.ts';
import { lazy, type ComponentType } from 'react';

interface CentreTab {
  /** Its title is the text `personal.tab.<id>`. */
  id: ElementOf<'personalCentre', 'tabs'>;
  Tab: ComponentType;
  /** Not for the trustee of a hosted account. */
  inPerson?: boolean;
}

/** The tabs of the personal centre in their order; only tabs that work stand here. */
export const centreTabs: CentreTab[] = [
  { id: 'info', Tab: lazy(() => import('./MyInfo.tsx')) },
  { id: 'security', Tab: lazy(() => import('./AccountSecurity.tsx')), inPerson: true },
  { id: 'groups', Tab: lazy(() => import('./UserGroups.tsx')) },
  { id: 'hosting', Tab: lazy(() => import('./HostingTab.tsx')), inPerson: true },
  { id: 'push', Tab: lazy(() => import('./PushTab.tsx')) },
  { id: 'developer', Tab: lazy(() => import('./DeveloperTab.tsx')), inPerson: true },
  { id: 'agents', Tab: lazy(() => import('./AgentsTab.tsx')), inPerson: true },
];
