/** The moment that an id of version 7 carries, in milliseconds; undefined for other ids. */
export function timeOf(id: string): number | undefined {
  return id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : undefined;
}

/** The lowest id of that moment: a border between months, and between what was asked for before and after. */
export function lowestIdAt(time: number): string {
  const hex = Math.max(0, Math.floor(time)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
