import type { Me } from '@formwork/contract/identity/api.ts';
import type { Permission } from '@formwork/contract/permissions.ts';
import { useSyncExternalStore } from 'react';
import { pageConfig } from '../page-config.ts';

let me: Me | null = pageConfig.me;
const listeners = new Set<() => void>();

/** The signed-in person in the space of the address; null for a visitor. */
export function currentMe(): Me | null {
  return me;
}

/** The router sets this when the address moves to another space. */
export function setMe(next: Me | null): void {
  me = next;
  for (const listener of listeners) listener();
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
