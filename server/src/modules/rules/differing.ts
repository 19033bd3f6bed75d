import type { Content } from './judge.ts';

/** Fields and sub-tables that say something else. */
export function differing(
  before: Pick<Content, 'values' | 'slaves'>,
  after: Pick<Content, 'values' | 'slaves'>,
): string[] {
  const fields = Object.keys(after.values).filter(
    (id) =>
      !id.startsWith('_') && JSON.stringify(before.values[id] ?? null) !== JSON.stringify(after.values[id] ?? null),
  );
  const tables = Object.keys(after.slaves).filter(
    (id) => JSON.stringify(before.slaves[id] ?? []) !== JSON.stringify(after.slaves[id] ?? []),
  );
  return [...fields, ...tables];
}
