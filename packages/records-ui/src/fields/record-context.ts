import { createContext, useContext, useEffect, useMemo, useRef } from 'react';

/** The record an input stands in, for inputs that depend on more than their own value. */
export interface RecordContext {
  formId: string;
  /** Absent for a new one. */
  recordId: string | undefined;
  /** Of the main table, as they are at this moment. */
  values: Readonly<Record<string, unknown>>;
  /** The slave table of the row it stands in. */
  table?: string | undefined;
  /** In a row of a slave table, whose values stand before those of the record: the other rows in the same way. */
  otherRows?: (() => readonly Readonly<Record<string, unknown>>[]) | undefined;
  /** It is tried, and never saved: what other records hold is not asked for. */
  trial?: boolean | undefined;
  /** A field says that something of it is still on its way, or no longer: what is saved now would be without it. */
  onUnfinished?: ((field: string, unfinished: boolean) => void) | undefined;
}

export const RecordContextProvider = createContext<RecordContext | undefined>(undefined);

/** undefined where a field stands alone: in a filter, in a preview of the designer. */
export function useRecordContext(): RecordContext | undefined {
  return useContext(RecordContextProvider);
}

/** Keeps the record from being saved while something of a field is on its way; of a row's field its slave table is told. */
export function useUnfinished(field: string, unfinished: boolean): void {
  const around = useRecordContext();
  const say = around?.onUnfinished;
  const path = around?.table ?? field;
  useEffect(() => {
    if (!unfinished || !say) return;
    say(path, true);
    return () => say(path, false);
  }, [path, unfinished, say]);
}

/** Within a row of a slave table: its own values stand before those of the record. */
export function useRowContext(
  table: string,
  row: Readonly<Record<string, unknown>>,
  besides: () => readonly Readonly<Record<string, unknown>>[],
): RecordContext | undefined {
  const around = useRecordContext();
  const latest = useRef(besides);
  latest.current = besides;
  return useMemo(
    () =>
      around && {
        ...around,
        table,
        values: { ...around.values, ...row },
        otherRows: () => latest.current().map((other) => ({ ...around.values, ...other })),
      },
    [table, row, around],
  );
}
