import { z } from 'zod';
import { Appearance, plainAppearance } from './enterprise/appearance.ts';
import { Elements } from './console/elements.ts';
import { delegatedParts } from './delegated.ts';
import { Menus, noMenus } from './console/navigation.ts';
import { defaultTimeZone } from './forms/values/dates.ts';
import { Me, ServiceTickets } from './identity/api.ts';

/** The element of the HTML which carries the page config: data, not script, so the content-security policy needs no exception. */
export const pageConfigElementId = 'page-config';

/** The mark in the built HTML which the server replaces by the nonce of the answer. */
export const nonceMark = '__FORMWORK_NONCE__';

/** The mark in the built HTML which the server replaces by the escaped JSON of the page config. */
export const pageConfigMark = '__FORMWORK_PAGE_CONFIG__';

export const baseAddressNames = [
  'web',
  'static',
  'fileIo',
  'storeView',
  'socket',
  'preview',
  'openPlatform',
  'ai',
  'bi',
  'iot',
  'etl',
  'gateway',
] as const;
export type BaseAddressName = (typeof baseAddressNames)[number];

/** What the server tells a page with its HTML. */
export const PageConfig = z.object({
  /** The signed-in person; null for a visitor. */
  me: Me.nullable().default(null),
  /** The server answered 403: this person may not open this address, e.g. because they do not belong to its space. */
  refused: z.boolean().default(false),
  /** Why, as a code of an error, where there is more to say than that. */
  refusedBecause: z.string().optional(),
  /** After a restore, until an operator lets it go on: the moment which the backup shows, and whether that is all, this enterprise, or for an operator others; while one is being restored, it can be looked at alone. */
  held: z
    .object({ from: z.iso.datetime(), what: z.enum(['installation', 'space', 'others', 'restoring']) })
    .nullable()
    .default(null),
  /** Ids of pages that the person's own roles keep from them. */
  closedPages: z.array(z.string()).default([]),
  /** What the person, who is no administrator, looks after in some departments. */
  delegated: z.array(z.enum(delegatedParts)).default([]),
  /** Theme, logo and watermark of the space of the address. */
  appearance: Appearance.default(plainAppearance),
  /** The menus that the enterprise configured, as the person sees them. */
  menus: Menus.default(noMenus),
  /** What the enterprise set of the elements of pages. */
  elements: Elements.default({}),
  /** Of the texts that the server answers for: who keeps this version need not ask for them. */
  languageVersion: z.string().default(''),
  /** The zone by which the enterprise tells the time. */
  timeZone: z.string().default(defaultTimeZone),
  /** Addresses of services by name; what is missing is the server's own address. */
  baseAddresses: z.partialRecord(z.enum(baseAddressNames), z.string()).default({}),
  /** Where each application lives once some have hosts of their own; empty: all are here. */
  applicationAddresses: z.record(z.string(), z.string()).default({}),
  /** By which the page asks services at addresses of their own; null for a visitor, or where there are none. */
  serviceTickets: ServiceTickets.nullable().default(null),
  /** JSON of `WebsocketConfig`, as the native apps read it too. */
  websocketConfig: z.string().default('{}'),
  socketProjectId: z.string().default('formwork'),
  previewPort: z.number().default(8012),
  platform: z.enum(['qpaas', 'qycloud']).default('qpaas'),
  ruleVersion: z.string().default('20201130'),
  gatewayPath: z.string().default('/gateway'),
  /** Stands before every page title. */
  titlePrefix: z.string().default(''),
  chatEnabled: z.boolean().default(false),
  singleSignOn: z.object({ qpaas: z.boolean(), qycloud: z.boolean() }).default({ qpaas: false, qycloud: false }),
});
export type PageConfig = z.infer<typeof PageConfig>;
export type PageConfigInput = z.input<typeof PageConfig>;

export interface WebsocketConfig {
  /** Host, or full ws:// address; empty is the own host. */
  socketDomain: string;
  /** The address the person signed in from. */
  loginIp: string;
}

export function pageConfigJson(config: PageConfigInput): string {
  return scriptJson(JSON.stringify(config));
}

/** JSON that may stand inside a script element: no `<` can end it early. */
export function scriptJson(json: string): string {
  return json
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
}

export type BaseAddresses = Partial<Record<BaseAddressName, string>>;
