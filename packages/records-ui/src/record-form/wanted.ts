import { createContext } from 'react';

/** What somebody wants to see now: tabs and sections that hold it open. A new object each time. */
export interface Wanted {
  /** A field or a slave table. */
  name: string;
  /** The cell of a slave table. */
  cell?: { row: number; column: string };
}

export const WantedContext = createContext<Wanted | undefined>(undefined);

/** By the path of an error, such as `name` or `rows.3.who`. */
export function wantedAt(path: string): Wanted {
  const [name = '', row, column = ''] = path.split('.');
  return row === undefined ? { name } : { name, cell: { row: Number(row), column } };
}
