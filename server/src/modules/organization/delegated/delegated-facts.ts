import type { DelegatedPart } from '@formwork/contract/delegated.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { ControlTx } from '../../../platform/db/db.ts';
import { departmentWithin } from '../directory/directory-index.ts';
import type { Directory } from '../directory/directory.ts';
import '../tables.ts';

/** Somebody looks after a department and those below it, or after a system: one of the two is named. */
export interface DelegatedGrant {
  id: string;
  personId: string;
  departmentId: string | null;
  systemId: string | null;
  may: readonly DelegatedPart[];
  until: Date | null;
  /** The grant that it was handed on from. */
  under: string | null;
  givenBy: string;
  givenAt: Date;
}

export type DelegatedGrants = ReadonlyMap<string, DelegatedGrant>;

export async function readDelegatedGrants(tx: ControlTx): Promise<DelegatedGrants> {
  const rows = await tx
    .selectFrom('organization.delegated_admin')
    .selectAll()
    .orderBy('given_at')
    .orderBy('id')
    .execute();
  return new Map(
    rows.map(({ id, account_id, department_id, system_id, may, until, under, given_by, given_at }) => [
      id,
      {
        id,
        personId: account_id,
        departmentId: department_id,
        systemId: system_id,
        may,
        until,
        under,
        givenBy: given_by,
        givenAt: given_at,
      },
    ]),
  );
}

/** What somebody looks after now. The time is asked at each use; administrators and officers look after nothing in part. */
export function grantsInForce(directory: Directory, personId: string): DelegatedGrant[] {
  if (directory.delegated.size === 0) return [];
  return [...directory.delegated.values()].filter(
    (grant) => grant.personId === personId && isInForce(directory, grant),
  );
}

/** What was handed on holds while the one it came from does, and reaches that far. */
export function isInForce(directory: Directory, grant: DelegatedGrant, now = Date.now()): boolean {
  for (let at: DelegatedGrant | undefined = grant; at;) {
    const person = directory.people.get(at.personId);
    if (!person || person.disabled || person.role !== 'user') return false;
    if (at.until !== null && at.until.getTime() <= now) return false;
    if (at.under === null) return true;
    const above = directory.delegated.get(at.under);
    if (!above || !isWithin(directory, at, above)) return false;
    at = above;
  }
  return false;
}

type Cared = Pick<DelegatedGrant, 'departmentId' | 'systemId'>;

/** Whether one is of the other's system, or of its department or one below. */
export function isWithin(directory: Directory, at: Cared, above: Cared): boolean {
  if (at.departmentId === null) return at.systemId === above.systemId;
  return above.departmentId !== null && departmentWithin(directory, at.departmentId, above.departmentId);
}

/** Whoever looks after a part of this department, be it through one above. */
export function careTakersOf(directory: Directory, departmentId: string, part: DelegatedPart): string[] {
  const grants = [...directory.delegated.values()].filter(
    (grant) =>
      grant.may.includes(part) &&
      isInForce(directory, grant) &&
      isWithin(directory, { departmentId, systemId: null }, grant),
  );
  return [...new Set(grants.map(({ personId }) => personId))];
}

/** What somebody looks after, in names. */
export function careOf(
  directory: Directory,
  titles: ReadonlyMap<string, Text>,
  personId: string,
): { department: string | null; system: Text | null; may: DelegatedPart[]; until: string | null; givenBy: string }[] {
  return grantsInForce(directory, personId).map(({ departmentId, systemId, may, until, givenBy }) => ({
    department: departmentId === null ? null : (directory.departments.get(departmentId)?.name ?? ''),
    system: systemId === null ? null : (titles.get(systemId) ?? { zh: '' }),
    may: [...may],
    until: until?.toISOString() ?? null,
    givenBy: directory.people.get(givenBy)?.name ?? '',
  }));
}
