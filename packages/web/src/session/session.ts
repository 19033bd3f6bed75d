import type { Me } from '@formwork/contract/identity/api.ts';
import type { Permission } from '@formwork/contract/permissions.ts';
import { useSyncExternalStore } from 'react';
import { pageConfig } from '../page-config.ts';

let me: Me | null = pageConfig.me;
let closed: readonly string[] = pageConfig.closedPages;
const listeners = new Set<() => void>();

/** The signed-in person in the space of the address; null for a visitor. */
export function currentMe(): Me | null {
  return me;
}

/** The router sets this when the address moves to another space. */
export function setMe(next: Me | null, closedPages: readonly string[]): void {
  me = next;
  closed = closedPages;
  for (const listener of listeners) listener();
}

/** The space has another name: the own frame says so at once. */
export function renameSpace(name: string): void {
  if (me) setMe({ ...me, space: { ...me.space, name }, ...(me.entId === me.space.id && { entName: name }) }, closed);
}

/** The person's own roles keep this page from them, whatever their account's role. */
export function isClosed(pageId: string): boolean {
  return closed.includes(pageId);
}

export function useVisitor(): Me | null {
  return useSyncExternalStore(subscribe, currentMe);
}

/** The signed-in person, on pages which only they may open. */
export function useMe(): Me {
  const person = useVisitor();
  if (!person) throw new Error('this page is for signed-in people');
  return person;
}

/** Whether the person holds a permission; the server decides, this only spares them a refusal. */
export function can(permission: Permission): boolean {
  return me?.permissions.includes(permission) ?? false;
}

export function useCan(): (permission: Permission) => boolean {
  const person = useVisitor();
  return (permission) => person?.permissions.includes(permission) ?? false;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
