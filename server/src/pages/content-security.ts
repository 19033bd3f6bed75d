import type { BaseAddresses, BaseAddressName } from '@formwork/contract/page-config.ts';

type Part = 'script' | 'style' | 'font' | 'img' | 'media' | 'connect';

/** What a page takes from a service at an address of its own. What no code asks yet is let in nowhere; who builds it adds its parts. */
const takenFrom = {
  static: ['script', 'style', 'font', 'img', 'connect'],
  fileIo: ['img', 'media', 'connect'],
  web: ['connect'],
  socket: ['connect'],
  bi: ['connect'],
  iot: ['connect'],
  etl: ['connect'],
  gateway: ['connect'],
  // people are led there, and take nothing along
  preview: [],
  storeView: [],
  openPlatform: [],
  ai: [],
} satisfies Record<BaseAddressName, Part[]>;

/** Nothing but our own files and the services that are asked; no inline script at all, style elements by nonce. WebAssembly may be compiled: what reads codes where the browser cannot. Pages that forms embed stand in a sandbox (see decisions/embedded-pages.md). */
export function contentSecurityPolicy(
  nonce: string,
  addresses: BaseAddresses = {},
  /** Other sites that may hold the page in a frame. */ framedBy: readonly string[] = [],
): string {
  const from = (part: Part): string =>
    [
      ...new Set(
        Object.entries(addresses).flatMap(([name, address]) => sourcesOf(name as BaseAddressName, address, part)),
      ),
    ]
      .map((source) => ` ${source}`)
      .join('');
  return [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval'${from('script')}`,
    `style-src 'self' 'nonce-${nonce}'${from('style')}`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${from('img')}`,
    `font-src 'self' data:${from('font')}`,
    `connect-src 'self' blob:${from('connect')}`,
    // films of screens may lie anywhere; nothing but a picture and its sound is taken from there
    `media-src 'self' blob: data: https:${from('media')}`,
    "worker-src 'self'",
    "frame-src 'self' https:",
    "base-uri 'none'",
    "form-action 'self'",
    ["frame-ancestors 'self'", ...framedBy].join(' '),
    "object-src 'none'",
    "manifest-src 'self'",
  ].join('; ');
}

function sourcesOf(name: BaseAddressName, address: string, part: Part): string[] {
  const parts: readonly Part[] = takenFrom[name];
  if (!parts.includes(part)) return [];
  const { origin, protocol, host } = new URL(address);
  // http: lets no socket through
  return name === 'socket' ? [`${/^(https|wss):$/.test(protocol) ? 'wss' : 'ws'}://${host}`] : [origin];
}
