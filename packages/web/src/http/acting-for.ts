import { onBehalfOfHeader } from '@formwork/contract/endpoint.ts';
import type { AnyEndpoint } from './call.ts';

const name = 'for';

/** The person whose agent one is on this page, as its address says. */
export function actingFor(search: string = location.search): string | undefined {
  return new URLSearchParams(search).get(name) ?? undefined;
}

/** An address where one goes on acting for the same person. */
export function keepActing(path: string): string {
  return actFor(path, actingFor());
}

/** An address where one acts for somebody; nobody: for oneself. */
export function actFor(path: string, person: string | undefined): string {
  return person === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(person)}`;
}

/** Only calls that agents may make are made for somebody; all others are one's own. */
export function agentHeaders({ agents }: AnyEndpoint): Record<string, string> | undefined {
  const person = agents === undefined ? undefined : actingFor();
  return person === undefined ? undefined : { [onBehalfOfHeader]: person };
}
