import type { PageConfig } from '@formwork/contract/page-config.ts';
import { appNames, type AppName } from '@formwork/contract/routes.ts';
import { calledServices } from '@formwork/contract/services.ts';
import type { Config } from '../config.ts';

type Settings = Pick<Config, 'publicUrl' | 'baseAddresses' | 'applicationAddresses'>;

interface Hosts {
  /** Of the installation's own list, by what a request calls its host. */
  byHost: ReadonlyMap<string, string>;
  /** All that a request may call its host: pages' and services'. */
  known: ReadonlySet<string>;
}

const kept = new WeakMap<Settings, Hosts>();

/** The installation's own origins at which people open pages: the public one and those of applications. */
export function pageOrigins(config: Settings): Set<string> {
  return new Set(hostsOf(config).byHost.values());
}

/** The origin of a page's host by which it was asked; undefined where it stands in no list. The scheme is the list's: behind a proxy a request does not know it. */
export function originOfHost(config: Settings, host: string | undefined): string | undefined {
  return host === undefined ? undefined : hostsOf(config).byHost.get(host.toLowerCase());
}

/** Once applications have hosts of their own, nothing is answered under any other name: who asks there would be nobody. */
export function isForeignHost(config: Settings, host: string | undefined): boolean {
  return livesOnHosts(config) && !hostsOf(config).known.has((host ?? '').toLowerCase());
}

export function livesOnHosts({ applicationAddresses }: Pick<Settings, 'applicationAddresses'>): boolean {
  return Object.keys(applicationAddresses).length > 0;
}

/** Where an application's pages are: its own origin, else the public one. */
export function originOfApp(config: Settings, app: AppName): string {
  return config.applicationAddresses[app] ?? new URL(config.publicUrl).origin;
}

/** An origin of an application which is not the public one: a session there is handed over. */
export function isHandedOver(config: Settings, origin: string | undefined): origin is string {
  return origin !== undefined && livesOnHosts(config) && origin !== new URL(config.publicUrl).origin;
}

/** The addresses that a page on this host is told. On a host of no list services would not know it: it asks the server it came from. */
export function addressesFor(
  config: Settings,
  host: string | undefined,
): Pick<PageConfig, 'baseAddresses' | 'applicationAddresses'> {
  const own = originOfHost(config, host) !== undefined;
  const called = new Set<string>(calledServices);
  return {
    baseAddresses: Object.fromEntries(
      Object.entries(config.baseAddresses).filter(([name]) => own || !called.has(name)),
    ),
    applicationAddresses: livesOnHosts(config)
      ? Object.fromEntries(appNames.map((app) => [app, originOfApp(config, app)]))
      : {},
  };
}

function hostsOf(config: Settings): Hosts {
  const known = kept.get(config);
  if (known) return known;
  const pages = [config.publicUrl, ...Object.values(config.applicationAddresses)].filter((address) => address !== '');
  const byHost = new Map(pages.map((address) => [new URL(address).host, new URL(address).origin]));
  const services = ([...calledServices, 'static'] as const).flatMap((name) => config.baseAddresses[name] ?? []);
  const hosts = { byHost, known: new Set([...byHost.keys(), ...services.map((address) => new URL(address).host)]) };
  kept.set(config, hosts);
  return hosts;
}
