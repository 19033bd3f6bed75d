import { BlockList, isIP } from 'node:net';

/** Addresses and ranges such as `10.0.0.0/8`, `192.168.1.7` or `fd00::/8`. */
export function rangesOf(texts: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of texts) {
    const { address, bits, family } = readRange(text)!;
    list.addSubnet(address, bits, family);
  }
  return list;
}

export function isRange(text: string): boolean {
  return readRange(text) !== undefined;
}

export function isWithin(list: BlockList, address: string): boolean {
  const plain = plainAddress(address);
  const version = isIP(plain);
  return version !== 0 && list.check(plain, version === 4 ? 'ipv4' : 'ipv6');
}

/** Whatever is not the public internet: the machine itself, local and shared networks, documentation, multicast (IANA's special-purpose registries). */
export const notPublic = rangesOf([
  '0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24',
  '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4',
  '::/128', '::1/128', '::/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/10', 'ff00::/8',
]);

function readRange(text: string): { address: string; bits: number; family: 'ipv4' | 'ipv6' } | undefined {
  const match = /^([\da-fA-F.:]+)(?:\/(\d{1,3}))?$/.exec(text);
  const version = match ? isIP(match[1]!) : 0;
  const widest = version === 4 ? 32 : 128;
  const bits = match?.[2] === undefined ? widest : Number(match[2]);
  if (version === 0 || bits > widest) return undefined;
  return { address: match![1]!, bits, family: version === 4 ? 'ipv4' : 'ipv6' };
}

/** An IPv4 address in IPv6 clothes is the IPv4 address. */
function plainAddress(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}
