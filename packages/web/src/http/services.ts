import type { Endpoint } from '@formwork/contract/endpoint.ts';
import { identityApi, type ServiceTickets } from '@formwork/contract/identity/api.ts';
import { serviceOf, type CalledService } from '@formwork/contract/services.ts';
import { baseAddress, pageConfig } from '../page-config.ts';
import { isApiError } from './api-error.ts';
import { http } from './client.ts';

/** New ones are asked for so long before the old ones end. */
const aheadMs = 120_000;
const ended = 'identity.service_ticket.ended';

let known: ServiceTickets['tickets'] = pageConfig.serviceTickets?.tickets ?? {};
let goodUntil = endOf(pageConfig.serviceTickets);
let coming: Promise<void> | undefined;

/** The address that an endpoint is asked at; empty is the page's own host. */
export function serviceAddress({ path }: Pick<Endpoint, 'path'>): string {
  const service = serviceOf(path);
  return service === undefined ? '' : baseAddress(service);
}

/** Asks an endpoint wherever it is answered: with a ticket where that is another host. One that has ended is replaced and the call repeated; only the own server says that nobody is signed in any more. */
export async function throughService<T>(
  endpoint: Pick<Endpoint, 'path'>,
  ask: (headers: Record<string, string>) => Promise<T>,
): Promise<T> {
  const service = serviceOf(endpoint.path);
  if (service === undefined || baseAddress(service) === '' || !pageConfig.serviceTickets) return ask({});
  try {
    return await ask(await ticketHeader(service));
  } catch (error) {
    if (!isApiError(error) || error.code !== ended) throw error;
    await renew();
    return ask(await ticketHeader(service));
  }
}

/** For a call whose answer is no JSON and is fetched as it comes. */
export function serviceHeaders({ path }: Pick<Endpoint, 'path'>): Promise<Record<string, string>> {
  return throughService({ path }, (headers) => Promise.resolve(headers));
}

/** An address for a picture, a download: it carries a ticket where it leads to another host. */
export function withTicket({ path, method }: Pick<Endpoint, 'path' | 'method'>, address: string): string {
  const service = serviceOf(path);
  const ticket = service === undefined || baseAddress(service) === '' ? undefined : known[service]?.address;
  if (ticket === undefined || method !== 'GET') return address;
  return `${address}${address.includes('?') ? '&' : '?'}ticket=${ticket}`;
}

/** What a socket at another host is shown; undefined where it is our own. */
export async function socketTicket(): Promise<string | undefined> {
  if (baseAddress('socket') === '') return undefined;
  await freshTickets();
  return known.socket?.call;
}

/** Renews tickets while the page is open, and puts new ones into links that were drawn long ago as they are used. */
export function keepTickets(): void {
  if (!pageConfig.serviceTickets || Object.keys(known).length === 0) return;
  const later = (): void =>
    void setTimeout(
      () =>
        void freshTickets()
          .catch(() => undefined)
          .then(later),
      leftMs(),
    );
  later();
  for (const kind of ['pointerdown', 'click', 'auxclick', 'contextmenu'])
    document.addEventListener(kind, ({ target }) => renewLink(target), { capture: true });
}

function renewLink(target: EventTarget | null): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href*="ticket=fws_"]') : null;
  if (!link) return;
  const url = new URL(link.href);
  const service = Object.keys(known).find((name) => baseAddress(name as CalledService) === url.origin);
  const ticket = service === undefined ? undefined : known[service]?.address;
  if (ticket === undefined || ticket === url.searchParams.get('ticket')) return;
  url.searchParams.set('ticket', ticket);
  link.href = url.href;
}

async function ticketHeader(service: CalledService): Promise<Record<string, string>> {
  await freshTickets();
  const ticket = known[service]?.call;
  return ticket === undefined ? {} : { authorization: `Bearer ${ticket}` };
}

async function freshTickets(): Promise<void> {
  if (Date.now() > goodUntil - aheadMs) await renew();
}

/** Once for all who need them at the same moment. */
function renew(): Promise<void> {
  coming ??= http
    .post<ServiceTickets>(`/api${identityApi.serviceTickets.path}`)
    .then((answer) => {
      known = answer.tickets;
      goodUntil = endOf(answer);
    })
    .finally(() => {
      coming = undefined;
    });
  return coming;
}

function leftMs(): number {
  return Math.max(10_000, goodUntil - aheadMs - Date.now());
}

function endOf(tickets: ServiceTickets | null): number {
  return Date.now() + (tickets?.secondsLeft ?? 0) * 1000;
}
