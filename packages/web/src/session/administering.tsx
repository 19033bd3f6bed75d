import { permissionOfPart, type DepartmentPart } from '@formwork/contract/delegated.ts';
import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { can, looksAfter, useCan } from './session.ts';

const Part = createContext<DepartmentPart | undefined>(undefined);

/** Around a page that administers this: whoever looks after it for some departments is offered these alone, in trees, pickers and lists. */
export function Administering({ part, children }: { part: DepartmentPart; children: ReactNode }) {
  return <Part value={!can(permissionOfPart[part]) && looksAfter(part) ? part : undefined}>{children}</Part>;
}

/** What readings for such a page are asked with; nothing for administrators and on all other pages. */
export function useAdministering(): { administering?: DepartmentPart } {
  const part = useContext(Part);
  return useMemo(() => (part === undefined ? {} : { administering: part }), [part]);
}

/** `part`: in the departments that the person looks after alone. */
export function useMayAdminister(part: DepartmentPart): 'all' | 'part' | false {
  return useCan()(permissionOfPart[part]) ? 'all' : looksAfter(part) && 'part';
}
