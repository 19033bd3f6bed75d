import type { SlaveTable } from '@formwork/contract/forms/definition.ts';
import { createContext, useContext, type ReactNode } from 'react';
import type { ShownRow } from './slave-columns.tsx';

type SlaveRowActions = (table: SlaveTable, chosen: readonly ShownRow[]) => ReactNode;

/** What a page offers to do with chosen rows beside what the form itself does: only where the record is saved can they be given to others. */
export const SlaveRowActionsProvider = createContext<SlaveRowActions | undefined>(undefined);

export function useSlaveRowActions(): SlaveRowActions | undefined {
  return useContext(SlaveRowActionsProvider);
}
