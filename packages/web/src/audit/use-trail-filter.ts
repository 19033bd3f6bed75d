import type { AuditFilter } from '@formwork/contract/audit/api.ts';
import { auditKinds, type AuditKind } from '@formwork/contract/audit/kinds.ts';
import { useMemo } from 'react';
import { isMoment, textOf } from '../query-string.ts';
import { usePage, useSetQuery } from '../router/page-context.ts';

const names = ['kind', 'person', 'object', 'from', 'to'] as const;
type Change = Partial<Record<(typeof names)[number], string | undefined>>;

/** What is searched for, kept in the address so that it survives a reload and can be sent to somebody. */
export function useTrailFilter(): {
  filter: AuditFilter;
  isEmpty: boolean;
  change: (change: Change) => void;
  clear: () => void;
} {
  const { query } = usePage();
  const setQuery = useSetQuery();
  const [kind, person, object, from, to] = names.map((name) => textOf(query[name]));
  const filter = useMemo(
    (): AuditFilter => ({
      ...(auditKinds.includes(kind as AuditKind) && { kind: kind as AuditKind }),
      ...(person && { person }),
      ...(object?.trim() && { object: object.trim() }),
      ...(isMoment(from) && { from }),
      ...(isMoment(to) && { to }),
    }),
    [kind, person, object, from, to],
  );
  return {
    filter,
    isEmpty: Object.keys(filter).length === 0,
    change: (change) => setQuery(change),
    clear: () => setQuery(Object.fromEntries(names.map((name) => [name, undefined]))),
  };
}
