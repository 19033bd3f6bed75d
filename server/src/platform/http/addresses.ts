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

/** The address of a caller as it is kept, compared and counted. What a proxy passed on may have a port; what is no address at all is not believed, the connection's own is. */
export function callerAddress(given: string, connection: string | undefined): string {
  const [, inBrackets, beforePort] = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/.exec(given) ?? [];
  const address = inBrackets ?? beforePort ?? given;
  return plainAddress(isIP(address) === 0 ? (connection ?? '') : address);
}

/** Whom an address counts for: of IPv6 a household or a firm has 2^64 of them at least, so the first half stands for all. */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (isIP(plain) !== 6) return plain;
  const [head = '', tail] = writtenPlain(plain).split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const whole =
    tail === undefined
      ? groups
      : [...groups, ...Array.from({ length: 8 - groups.length - after.length }, () => '0'), ...after];
  return `${whole.slice(0, 4).join(':')}::/64`;
}

/**
 * Whatever is not the public internet: the machine itself, local and shared networks, documentation, multicast (IANA's
 * special-purpose registries). Of IPv6 all but 2000::/3, which alone is given out for the public: that leaves out translated
 * (::ffff:0:0:0/96, 64:ff9b::/96) and former addresses (fec0::/10) as well as what nobody has thought of yet.
 */
export const notPublic = rangesOf([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '4000::/2',
  '8000::/1',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]);
// below 2000::, around ::ffff:0:0/96, by which the list knows all of IPv4
notPublic.addRange('::', '::fffe:ffff:ffff', 'ipv6');
notPublic.addRange('::1:0:0:0', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'ipv6');

function readRange(text: string): { address: string; bits: number; family: 'ipv4' | 'ipv6' } | undefined {
  const match = /^([\da-fA-F.:]+)(?:\/(\d{1,3}))?$/.exec(text);
  const version = match ? isIP(match[1]!) : 0;
  const widest = version === 4 ? 32 : 128;
  const bits = match?.[2] === undefined ? widest : Number(match[2]);
  if (version === 0 || bits > widest) return undefined;
  return { address: match![1]!, bits, family: version === 4 ? 'ipv4' : 'ipv6' };
}

/** An IPv4 address in IPv6 clothes is the IPv4 address, however the clothes are written. */
function plainAddress(address: string): string {
  if (isIP(address) !== 6) return address;
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(writtenPlain(address)) ?? [];
  if (high === undefined || low === undefined) return address;
  return [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]).join('.');
}

/** The host of a URL is written as RFC 5952 has it: lower case, no zeros in front, the longest run of zeros left out, no zone. */
function writtenPlain(address: string): string {
  return new URL(`http://[${address.split('%', 1)[0]}]`).hostname.slice(1, -1);
}
