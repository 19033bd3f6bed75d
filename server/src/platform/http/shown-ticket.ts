import type { Endpoint } from '@formwork/contract/endpoint.ts';
import { serviceOf, serviceTicketPrefix, type CalledService } from '@formwork/contract/services.ts';
import type { FastifyRequest } from 'fastify';
import { refuse } from '../errors.ts';

/** What a page of another host shows to a service in the place of a cookie. */
export interface ShownTicket {
  ticket: string;
  /** Who is asked. */
  service: CalledService;
  use: 'call' | 'address';
  /** Of the page, as its browser says. */
  origin: string | undefined;
  /** A socket is open by it already. */
  open?: true;
}

const bearer = `bearer ${serviceTicketPrefix}`;

/** In the header of a call, or in the address of something that is only read: a picture, a download. Undefined where none is shown. */
export function ticketShown(
  request: FastifyRequest,
  { path, method, transfer }: Pick<Endpoint, 'path' | 'method' | 'transfer'>,
): ShownTicket | undefined {
  const { authorization, origin } = request.headers;
  const inHeader = authorization?.toLowerCase().startsWith(bearer) === true;
  const inAddress = addressTicket(request);
  if (!inHeader && inAddress === undefined) return undefined;
  const service = serviceOf(path);
  if (service === undefined || (!inHeader && (method !== 'GET' || transfer !== 'stream')))
    throw refuse('identity.service_ticket.elsewhere');
  return inHeader
    ? { ticket: authorization.slice('bearer '.length), service, use: 'call', origin }
    : { ticket: inAddress!, service, use: 'address', origin };
}

/** Whether a page of another host may show what is answered: it has shown that it may see it. */
export function resourcePolicy(request: FastifyRequest): 'cross-origin' | 'same-origin' {
  const { authorization = '' } = request.headers;
  return authorization.toLowerCase().startsWith(bearer) || addressTicket(request) !== undefined
    ? 'cross-origin'
    : 'same-origin';
}

function addressTicket({ query }: FastifyRequest): string | undefined {
  const { ticket } = (query ?? {}) as { ticket?: unknown };
  return typeof ticket === 'string' && ticket.startsWith(serviceTicketPrefix) ? ticket : undefined;
}
