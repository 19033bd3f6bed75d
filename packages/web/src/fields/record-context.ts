import { createContext, useContext } from 'react';

/** The record an input stands in, for inputs that depend on more than their own value. */
export interface RecordContext {
  formId: string;
  /** Absent for a new one. */
  recordId: string | undefined;
  /** Of the main table, as they are at this moment. */
  values: Readonly<Record<string, unknown>>;
}

export const RecordContextProvider = createContext<RecordContext | undefined>(undefined);

/** undefined where a field stands alone: in a filter, in a preview of the designer. */
export function useRecordContext(): RecordContext | undefined {
  return useContext(RecordContextProvider);
}
