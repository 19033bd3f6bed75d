import { noMenus } from '@formwork/contract/console/navigation.ts';
import { plainAppearance } from '@formwork/contract/enterprise/appearance.ts';
import { pageConfigElementId, type BaseAddresses, type PageConfig, type WebsocketConfig } from '@formwork/contract/page-config.ts';
import { timeZone } from '@formwork/ui/time-zone.ts';

type Told = Omit<PageConfig, 'baseAddresses'> & { baseAddresses: BaseAddresses };

/** What holds when the server tells nothing, e.g. in a trial of a page alone. */
const untold: Told = {
  me: null,
  refused: false,
  held: null,
  closedPages: [],
  appearance: plainAppearance,
  menus: noMenus,
  elements: {},
  timeZone: timeZone(),
  baseAddresses: {},
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
export function readPageConfig(text: string | null | undefined): Told {
  try {
    return { ...untold, ...(JSON.parse(text ?? '') as Partial<Told>) };
  } catch {
    return untold;
  }
}

export const pageConfig: Told = readPageConfig(typeof document === 'undefined' ? undefined : document.getElementById(pageConfigElementId)?.textContent);

/** The configured address of a service or an application, without a slash at its end; empty is the server itself. */
export function baseAddress(name: keyof BaseAddresses): string {
  return (pageConfig.baseAddresses[name] ?? '').replace(/\/+$/, '');
}

export function websocketConfig(json = pageConfig.websocketConfig): WebsocketConfig {
  try {
    const { socketDomain = '', loginIp = '' } = JSON.parse(json) as Partial<WebsocketConfig>;
    return { socketDomain, loginIp };
  } catch {
    return { socketDomain: '', loginIp: '' };
  }
}
