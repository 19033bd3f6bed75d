import { X509Certificate, createHash } from 'node:crypto';
import { callerAddress, isWithin, rangesOf } from '../platform/http/addresses.ts';
import type { Config } from '../platform/config.ts';
import { headerOf, type GatewayCall } from './call.ts';

/** Whose word on a caller is believed, by `FORMWORK_TRUST_PROXY` alone: address, scheme and certificate of the caller. */
export interface Trust {
  /** Of a connection from `peer`; what it says of the caller holds where `believed`. */
  read(peer: string, forwarded: string | undefined): { address: string; believed: boolean };
  certificateHeader: string;
}

export function openTrust({
  trustProxy,
  gateway,
}: {
  trustProxy: Config['trustProxy'];
  gateway: Pick<Config['gateway'], 'certificateHeader'>;
}): Trust {
  const ranges = typeof trustProxy === 'number' ? undefined : rangesOf(trustProxy);
  const isProxy = (hop: string, peer: string, n: number): boolean =>
    ranges ? isWithin(ranges, callerAddress(hop, peer)) : n < (trustProxy as number);
  let last: { peer: string; own: string } | undefined;
  /** Whoever calls once calls again. */
  const ownOf = (peer: string): string => {
    if (last?.peer !== peer) last = { peer, own: callerAddress(peer, peer) };
    return last.own;
  };
  return {
    certificateHeader: gateway.certificateHeader.toLowerCase(),
    read(peer, forwarded) {
      const own = ownOf(peer);
      if (!isProxy(peer, peer, 0)) return { address: own, believed: false };
      const said = (forwarded ?? '')
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== '');
      const hops = [peer, ...said.toReversed()];
      const at = hops.findIndex((hop, n) => !isProxy(hop, peer, n));
      return { address: callerAddress(hops[at < 0 ? hops.length - 1 : at]!, peer), believed: true };
    },
  };
}

/** Said by the web server on the socket that is its own. */
export const callerHeader = 'x-formwork-caller';
export const schemeHeader = 'x-formwork-scheme';

/** A request as the policies know it: who calls is what those say who are believed, and nothing of it goes further. */
export function callOf(
  { ownHost, secure, trust }: { ownHost: boolean; secure: boolean; trust: Trust },
  { method, target, headers, recall }: Pick<GatewayCall, 'method' | 'target' | 'headers' | 'recall'>,
  peer: string | undefined,
  id: string,
): GatewayCall {
  const own = peer ?? '';
  const { certificateHeader } = trust;
  const startedAt = performance.now();
  if (ownHost) {
    const rest = headers.filter(
      ([name]) => name !== callerHeader && name !== schemeHeader && name !== certificateHeader,
    );
    return {
      id,
      method,
      target,
      startedAt,
      ownHost,
      headers: rest,
      address: headerOf(headers, callerHeader) ?? callerAddress(own, own),
      secure: headerOf(headers, schemeHeader) === 'https',
      // the web server leaves it out unless a proxy said it
      certificate: headerOf(headers, certificateHeader),
    };
  }
  const said = headerOf(headers, certificateHeader);
  const { address, believed } = trust.read(own, headerOf(headers, 'x-forwarded-for'));
  return {
    id,
    method,
    target,
    startedAt,
    ownHost,
    headers: said === undefined ? headers : headers.filter(([name]) => name !== certificateHeader),
    recall: said === undefined ? recall : undefined,
    address,
    secure: believed ? (headerOf(headers, 'x-forwarded-proto') ?? (secure ? 'https' : 'http')) === 'https' : secure,
    certificate: believed ? said : undefined,
  };
}

/** SHA-256 of a certificate as proxies say it: PEM in the writing of addresses (nginx), or DER between colons (RFC 9440). */
export function fingerprintOf(said: string): string | undefined {
  try {
    const der = /^:([A-Za-z0-9+/=]+):$/.exec(said)?.[1];
    const { raw } = new X509Certificate(der === undefined ? decodeURIComponent(said) : Buffer.from(der, 'base64'));
    return createHash('sha256').update(raw).digest('base64url');
  } catch {
    return undefined;
  }
}
