import { kept } from '@formwork/ui/kept.ts';

/** Names of what a person typed on this device and did not send: `<what>Draft <space> <person> ...`, as drafts name themselves. */
export function typedHere(personId: string, names: readonly string[] = storedNames()): string[] {
  return names.filter((name) => /^[a-z]+Draft \S* /.test(name) && name.split(' ')[2] === personId);
}

/** Whoever signs out on purpose leaves nothing behind for the next one at the device; a session that was lost keeps it. */
export function forgetTyped(personId: string): void {
  for (const name of typedHere(personId)) kept.remove(name);
}

function storedNames(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}
