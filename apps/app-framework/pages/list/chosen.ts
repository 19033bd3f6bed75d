/** Records of a list that something is done with: named one by one, or all that it finds. */
export interface Chosen {
  count: number;
  asked: { ids: string[] } | { filter?: string | undefined; search?: string | undefined };
}

export function chosenOf(ids: string[]): Chosen {
  return { count: ids.length, asked: { ids } };
}
