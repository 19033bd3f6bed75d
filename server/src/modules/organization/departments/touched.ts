/** What a change of the organization has touched, so that a directory of 100,000 people need not be read again as a whole. */
export interface Touched {
  all?: boolean;
  people?: readonly string[];
  departments?: readonly string[];
  /** Parents whose children stand in another order; null for the top. */
  siblingsOf?: readonly (string | null)[];
  /** Posts, grades, suppliers, groups and roles. */
  rest?: boolean;
}

/** A message is small, 39 bytes an id; who touches more has the directory read anew. */
export const mostIds = 150;

export function joined(
  before: Touched | undefined,
  { all, people = [], departments = [], siblingsOf = [], rest }: Touched,
): Touched {
  if (all || before?.all) return { all: true };
  return bounded({
    people: [...new Set([...(before?.people ?? []), ...people])],
    departments: [...new Set([...(before?.departments ?? []), ...departments])],
    siblingsOf: [...new Set([...(before?.siblingsOf ?? []), ...siblingsOf])],
    rest: rest === true || before?.rest === true,
  });
}

/** What events of the organization and of memberships tell; an event that names nothing in particular touches everything. */
export function touchedBy(events: readonly { type: string; data: unknown }[]): Touched {
  let touched: Touched | undefined;
  for (const { type, data } of events)
    touched = joined(touched, touchedByOne(type, data as { id?: unknown; ids?: unknown; siblingsOf?: unknown }));
  return touched ?? { all: true };
}

function touchedByOne(
  type: string,
  { id, ids, siblingsOf }: { id?: unknown; ids?: unknown; siblingsOf?: unknown },
): Touched {
  const named = Array.isArray(ids) ? (ids as string[]) : typeof id === 'string' ? [id] : undefined;
  if (type.startsWith('organization.department.')) {
    return named
      ? { departments: named, siblingsOf: Array.isArray(siblingsOf) ? (siblingsOf as (string | null)[]) : [] }
      : { all: true };
  }
  if (type.startsWith('organization.person.') || type.startsWith('identity.'))
    return named ? { people: named } : { all: true };
  return { rest: true };
}

function bounded(touched: Touched): Touched {
  return (touched.people?.length ?? 0) + (touched.departments?.length ?? 0) + (touched.siblingsOf?.length ?? 0) >
    mostIds
    ? { all: true }
    : touched;
}
