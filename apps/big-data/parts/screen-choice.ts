import type { DashboardFilter } from '@formwork/contract/analytics/definition.ts';
import { createContext } from 'react';
import type { Chosen } from './chosen.ts';

/** What is chosen on a screen that is looked at: in its filters, and by clicks on marks of its charts. */
export interface ScreenChoice {
  screen: string;
  filters: readonly DashboardFilter[];
  chosen: Chosen;
  onChosen: (chosen: Chosen) => void;
}

/** Undefined where a screen is designed: nothing is chosen there. */
export const ScreenChosen = createContext<ScreenChoice | undefined>(undefined);
