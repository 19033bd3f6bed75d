/** Names the enterprise, for visitors, and what is in the sheet, so that it can be kept for good. */
export function nameOfSheet(spaceId: string, hash: string): string {
  return `${spaceId}-${hash}`;
}
