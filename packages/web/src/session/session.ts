import type { Me } from '@formwork/contract/identity/api.ts';
import type { DelegatedPart } from '@formwork/contract/delegated.ts';
import type { Permission } from '@formwork/contract/permissions.ts';
import { observed } from '../observed.ts';
import { pageConfig } from '../page-config.ts';

const me = observed<Me | null>(pageConfig.me);
let closed: readonly string[] = pageConfig.closedPages;
let delegated: readonly DelegatedPart[] = pageConfig.delegated;

/** The signed-in person in the space of the address; null for a visitor. */
export function currentMe(): Me | null {
  return me.get();
}

/** The router sets this when the address moves to another space. */
export function setMe(
  next: Me | null,
  closedPages: readonly string[],
  inCare: readonly DelegatedPart[] = delegated,
): void {
  closed = closedPages;
  delegated = inCare;
  me.set(next);
}

/** The space has another name: the own frame says so at once. */
export function renameSpace(name: string): void {
  const person = me.get();
  if (person)
    setMe(
      { ...person, space: { ...person.space, name }, ...(person.entId === person.space.id && { entName: name }) },
      closed,
    );
}

/** The person's own roles keep this page from them, whatever their account's role. */
export function isClosed(pageId: string): boolean {
  return closed.includes(pageId);
}

export function useVisitor(): Me | null {
  return me.use();
}

/** What the person, who is no administrator, looks after in some departments. */
export function lookedAfter(): readonly DelegatedPart[] {
  return delegated;
}

export function looksAfter(part: DelegatedPart): boolean {
  return delegated.includes(part);
}

/** The signed-in person, on pages which only they may open. */
export function useMe(): Me {
  const person = useVisitor();
  if (!person) throw new Error('this page is for signed-in people');
  return person;
}

/** Whether the person holds a permission; the server decides, this only spares them a refusal. */
export function can(permission: Permission): boolean {
  return me.get()?.permissions.includes(permission) ?? false;
}

export function useCan(): (permission: Permission) => boolean {
  const person = useVisitor();
  return (permission) => person?.permissions.includes(permission) ?? false;
}
