import type { ServiceTickets } from '@formwork/contract/identity/api.ts';
import { calledServices, serviceTicketPrefix } from '@formwork/contract/services.ts';
import { z } from 'zod';
import type { Config } from '../../../platform/config.ts';
import type { Ctx, VisitorCtx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/errors.ts';
import { pageOrigins } from '../../../platform/http/hosts.ts';
import type { ShownTicket } from '../../../platform/http/shown-ticket.ts';
import { isOneOf, keyedHash, keyedHashes } from '../../../platform/secrets.ts';
import { closureOf } from '../account/closure.ts';
import { identifyAs } from './identify.ts';
import { sessionById } from './session-cache.ts';

type Use = ShownTicket['use'];
const Claim = z.object({
  session: z.uuid(),
  service: z.enum(calledServices),
  /** Of the page that asked for it. */
  origin: z.string(),
  use: z.enum(['call', 'address']),
  until: z.number(),
});
type Claim = z.infer<typeof Claim>;

const lifeMs = 10 * 60_000;
const place = 'identity.service_ticket';

/** For each service that has an address of its own. A page on a host of no list asks the server it came from, and needs none. */
export async function serviceTickets({ platform: { config }, user, pageOrigin }: Ctx): Promise<ServiceTickets> {
  const now = Date.now();
  const origin = pageOrigin;
  const services =
    origin === undefined || user.byToken ? [] : calledServices.filter((name) => config.baseAddresses[name]);
  return {
    secondsLeft: lifeMs / 1000,
    tickets: Object.fromEntries(
      services.map((service) => {
        const one = (use: Use) =>
          written(config, { session: user.sessionId, service, origin: origin!, use, until: untilOf(use, now) });
        return [service, { call: one('call'), address: one('address') }];
      }),
    ),
  };
}

/** Who shows a ticket to a service. It stands for its session, which may have ended since; a socket that is open outlives it as long as that goes on. */
export async function identifyByTicket(
  visitor: VisitorCtx,
  { ticket, service, use, origin, open }: ShownTicket,
): Promise<VisitorCtx> {
  const { config } = visitor.platform;
  const claim = read(config, ticket);
  if (!claim || (!open && claim.until <= Date.now())) throw refuse('identity.service_ticket.ended');
  const fits = claim.service === service && claim.use === use && pageOrigins(config).has(claim.origin);
  if (!fits || (use === 'call' && claim.origin !== origin)) throw refuse('identity.service_ticket.elsewhere');
  const session = await sessionById(visitor.platform, claim.session);
  if (!session || closureOf(session.home)) throw refuse('identity.service_ticket.ended');
  return identifyAs(visitor, session);
}

/** Addresses stay the same for ten minutes, or no picture would ever come out of the browser's memory. */
function untilOf(use: Use, now: number): number {
  return use === 'call' ? now + lifeMs : (Math.floor(now / lifeMs) + 2) * lifeMs;
}

function written(config: Config, claim: Claim): string {
  const text = Buffer.from(JSON.stringify(claim)).toString('base64url');
  return `${serviceTicketPrefix}${text}.${keyedHash(config, place, text)}`;
}

function read(config: Config, ticket: string): Claim | undefined {
  const [text = '', signature = ''] = ticket.slice(serviceTicketPrefix.length).split('.');
  if (!isOneOf(signature, keyedHashes(config, place, text))) return undefined;
  return Claim.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
}
