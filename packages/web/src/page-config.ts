import { noMenus } from '@formwork/contract/console/navigation.ts';
import { plainAppearance } from '@formwork/contract/enterprise/appearance.ts';
import {
  pageConfigElementId,
  type BaseAddressName,
  type PageConfig,
  type WebsocketConfig,
} from '@formwork/contract/page-config.ts';
import type { AppName } from '@formwork/contract/routes.ts';
import { timeZone } from '@formwork/ui/format/time-zone.ts';

/** What holds when the server tells nothing, e.g. in a trial of a page alone. */
const untold: PageConfig = {
  me: null,
  refused: false,
  held: null,
  closedPages: [],
  delegated: [],
  appearance: plainAppearance,
  menus: noMenus,
  elements: {},
  languageVersion: '',
  timeZone: timeZone(),
  baseAddresses: {},
  applicationAddresses: {},
  serviceTickets: null,
  websocketConfig: '{}',
  socketProjectId: 'formwork',
  previewPort: 8012,
  platform: 'qpaas',
  ruleVersion: '20201130',
  gatewayPath: '/gateway',
  titlePrefix: '',
  chatEnabled: false,
  singleSignOn: { qpaas: false, qycloud: false },
};

/** Reads what the server told this page; it is data in the HTML, never script. */
export function readPageConfig(text: string | null | undefined): PageConfig {
  try {
    return { ...untold, ...(JSON.parse(text ?? '') as Partial<PageConfig>) };
  } catch {
    return untold;
  }
}

export const pageConfig: PageConfig = readPageConfig(
  typeof document === 'undefined' ? undefined : document.getElementById(pageConfigElementId)?.textContent,
);

/** The configured address of a service, without a slash at its end; empty is the server itself. */
export function baseAddress(name: BaseAddressName): string {
  return (pageConfig.baseAddresses[name] ?? '').replace(/\/+$/, '');
}

/** The host that an application lives on, as its origin; empty is this one. */
export function applicationAddress(app: AppName): string {
  return pageConfig.applicationAddresses[app] ?? '';
}

export function websocketConfig(json = pageConfig.websocketConfig): WebsocketConfig {
  try {
    const { socketDomain = '', loginIp = '' } = JSON.parse(json) as Partial<WebsocketConfig>;
    return { socketDomain, loginIp };
  } catch {
    return { socketDomain: '', loginIp: '' };
  }
}
