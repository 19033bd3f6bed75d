import { setOfSource, sourceOfSet } from '@formwork/contract/analytics/source.ts';

/** The form or data set as references name it. */
export function nameOfSource(source: string): { kind: string; id: string } {
  const set = setOfSource(source);
  return set === undefined ? { kind: 'form', id: source } : { kind: 'dataset', id: set };
}

/** The same with its id exchanged. */
export function renamedSource(source: string, ids: ReadonlyMap<string, string>): string {
  const set = setOfSource(source);
  return set === undefined ? (ids.get(source) ?? source) : sourceOfSet(ids.get(set) ?? set);
}
