/** Tickets of openings, for this tab alone: with one a page that is loaded again is no new visit. */
const nameOf = (token: string): string => `fw.share.${token.slice(-16)}`;

export function keptTicket(token: string): string | undefined {
  try {
    return sessionStorage.getItem(nameOf(token)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** A browser may refuse to keep anything: then the page asks anew. */
export function keepTicket(token: string, ticket: string): void {
  try {
    sessionStorage.setItem(nameOf(token), ticket);
  } catch {
    // nothing is lost but the next visit
  }
}
