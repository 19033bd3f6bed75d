import type { BaseAddressName } from './page-config.ts';

/** The services that answer calls of pages. Who asks them at an address of their own shows a ticket instead of a cookie. */
export const calledServices = ['web', 'fileIo', 'socket', 'bi', 'iot', 'etl'] as const satisfies BaseAddressName[];
export type CalledService = (typeof calledServices)[number];

/** By the first segment of an endpoint's path. A domain whose calls go to a service of their own adds its line; all others are `web`. */
const serviceByArea: Readonly<Record<string, CalledService>> = {
  files: 'fileIo',
  analytics: 'bi',
  etl: 'etl',
  iot: 'iot',
};

/** Who answers an endpoint; undefined for what belongs to the sign-in of a host and is asked there alone. */
export function serviceOf(path: string): CalledService | undefined {
  const area = path.split('/', 2)[1] ?? '';
  if (area === 'identity') return undefined;
  return Object.hasOwn(serviceByArea, area) ? serviceByArea[area] : 'web';
}

/** How tickets begin: developer tokens and keys of devices stand in the same header. */
export const serviceTicketPrefix = 'fws_';
