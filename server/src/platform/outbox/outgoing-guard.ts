import { lookup } from 'node:dns/promises';
import { isIP, type BlockList } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isWithin, notPublic, rangesOf } from '../http/addresses.ts';

/** A place of the product itself, such as its database. */
export interface Endpoint {
  host: string;
  port: number;
}

/** Judges where this process may connect to, for whatever protocol. */
export interface OutgoingGuard {
  /** The addresses of a host that may be connected to at this port, checked now: who connects takes one of these, and resolves the name no more. */
  callable(target: Endpoint, allowed: readonly BlockList[]): Promise<string[]>;
  /** Whatever is allowed: nobody is to reach the product's own database through the product. */
  forbid(endpoint: Endpoint): void;
}

/** A name means what it meant a moment ago, for the product's own places alone. */
const ownNamesMs = 60_000;

export function openGuard(resolve: (name: string) => Promise<string[]> = addressesOf): OutgoingGuard {
  const own: (Endpoint & { addresses: string[]; at: number })[] = [];

  async function isOwn(address: string, port: number): Promise<boolean> {
    for (const one of own) {
      if (one.port !== port) continue;
      if (one.at + ownNamesMs < Date.now()) {
        one.addresses = await resolve(one.host).catch(() => one.addresses);
        one.at = Date.now();
      }
      // this machine has many addresses, and what listens on one mostly listens on all
      if (isThisMachine(address) && one.addresses.some((each) => isThisMachine(each))) return true;
      if (one.addresses.some((each) => isWithin(rangesOf([each]), address))) return true;
    }
    return false;
  }

  return {
    async callable({ host, port }, allowed) {
      const addresses = isIP(host) === 0 ? await resolve(host) : [host];
      const callable: string[] = [];
      for (const address of addresses) {
        const may = !isWithin(notPublic, address) || allowed.some((ranges) => isWithin(ranges, address));
        if (may && !(await isOwn(address, port))) callable.push(address);
      }
      return callable;
    },
    forbid(endpoint) {
      own.push({ ...endpoint, addresses: [], at: 0 });
    },
  };
}

/** Ranges that stand for everything: who names a host in the settings of the installation means it. */
export const everywhere = rangesOf(['0.0.0.0/0', '::/0']);

async function addressesOf(name: string): Promise<string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address);
}

const loopback = rangesOf(['127.0.0.0/8', '::1', '0.0.0.0/32', '::']);

function isThisMachine(address: string): boolean {
  if (isWithin(loopback, address)) return true;
  const here = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return here.some((each) => isWithin(rangesOf([each.address.split('%', 1)[0]!]), address));
}
