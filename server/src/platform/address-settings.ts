import { baseAddressNames, type BaseAddresses, type BaseAddressName } from '@formwork/contract/page-config.ts';
import { appNames, type AppName } from '@formwork/contract/routes.ts';
import { calledServices } from '@formwork/contract/services.ts';
import { z } from 'zod';

export interface Addresses {
  /** Of services. */
  baseAddresses: BaseAddresses;
  /** Origins of applications that live on hosts of their own. */
  applicationAddresses: Partial<Record<AppName, string>>;
}

const servicesSetting = 'FORMWORK_BASE_ADDRESSES';
const applicationsSetting = 'FORMWORK_APPLICATION_ADDRESSES';

/** What the settings say of addresses; throws where browsers could not use them, or would send cookies where they do not belong. */
export function addressesIn(services: string, applications: string, publicUrl: string): Addresses {
  const baseAddresses = read(servicesSetting, services, baseAddressNames, [applicationsSetting, appNames]);
  const named = read(applicationsSetting, applications, appNames, [servicesSetting, baseAddressNames]);
  const pages = [...Object.values(named), ...(publicUrl === '' ? [] : [publicUrl])].map((address) => new URL(address));
  const called = calledServices.flatMap((name) => baseAddresses[name] ?? []);
  if (publicUrl === '' && (pages.length > 0 || called.length > 0))
    throw wrong(
      pages.length > 0 ? applicationsSetting : servicesSetting,
      'FORMWORK_PUBLIC_URL has to be set: who asks is known by it',
    );
  for (const [name, address] of Object.entries(named))
    requireOrigin(applicationsSetting, name, address, ['http:', 'https:']);
  for (const name of calledServices) {
    const address = baseAddresses[name];
    if (address === undefined) continue;
    requireOrigin(
      servicesSetting,
      name,
      address,
      name === 'socket' ? ['http:', 'https:', 'ws:', 'wss:'] : ['http:', 'https:'],
    );
    requireOwnHostName(name, new URL(address), pages);
    if (publicUrl.startsWith('https:') && !/^(https|wss):/.test(address))
      throw wrong(servicesSetting, `${name}: pages that come by https ask nobody by ${new URL(address).protocol}`);
  }
  requireDifferentHostNames(pages);
  return {
    baseAddresses,
    applicationAddresses: Object.fromEntries(
      Object.entries(named).map(([name, address]) => [name, new URL(address).origin]),
    ),
  };
}

function read<Name extends string>(
  setting: string,
  json: string,
  names: readonly Name[],
  [other, others]: [string, readonly string[]],
): Partial<Record<Name, string>> {
  const parsed = z.record(z.string(), z.url({ protocol: /^(https?|wss?)$/ })).safeParse(jsonOr(json));
  if (!parsed.success) throw wrong(setting, 'a JSON object of addresses is expected');
  for (const name of Object.keys(parsed.data)) {
    if (names.includes(name as Name)) continue;
    throw wrong(setting, others.includes(name) ? `${name} belongs into ${other}` : `nothing is called ${name}`);
  }
  return parsed.data as Partial<Record<Name, string>>;
}

/** Calls go to a host; a path would have to be known by whoever checks where they come from. */
function requireOrigin(setting: string, name: string, address: string, protocols: string[]): void {
  const { protocol, pathname, search, hash, username, password, hostname } = new URL(address);
  if (
    !protocols.includes(protocol) ||
    pathname !== '/' ||
    search + hash + username + password !== '' ||
    hostname.endsWith('.')
  )
    throw wrong(setting, `${name}: a scheme and a host alone are expected, as in https://files.example.com`);
}

/** Cookies know no port: under a page's name a service would be sent them. */
function requireOwnHostName(name: BaseAddressName, { hostname }: URL, pages: URL[]): void {
  if (pages.some((page) => page.hostname === hostname))
    throw wrong(
      servicesSetting,
      `${name}: needs a host name of its own; ${hostname} is that of pages, on whatever port`,
    );
}

function requireDifferentHostNames(pages: URL[]): void {
  const origins = new Map<string, string>();
  for (const { hostname, origin } of pages) {
    if ((origins.get(hostname) ?? origin) !== origin)
      throw wrong(applicationsSetting, `${hostname} stands for two addresses: cookies know neither port nor scheme`);
    origins.set(hostname, origin);
  }
}

function wrong(setting: string, what: string): Error {
  return new Error(`Settings that do not hold:\n  ${setting}: ${what}`);
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
