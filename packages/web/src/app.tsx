// first, before anything makes a style element
import '@formwork/ui/style-nonce.ts';
import type { Me } from '@formwork/contract/identity/api.ts';
import { identityApi } from '@formwork/contract/identity/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { isGuarded, mayLeave } from '@formwork/ui/leave-guard.ts';
import { setTimeZone } from '@formwork/ui/time-zone.ts';
import { phoneQuery } from '@formwork/ui/use-media.ts';
import { createRoot } from 'react-dom/client';
import { AppRoot } from './AppRoot.tsx';
import { loadAppearance } from './appearance/appearance.ts';
import { loadTimeZone } from './appearance/time-zone.ts';
import { setClientString } from './client-string.ts';
import { http, onOtherPerson, onSignedOut } from './http/client.ts';
import { queryClient } from './http/query.ts';
import { chosenLocale, currentLocale, loadTexts, setLocale } from './i18n/i18n.ts';
import { loadServerTexts } from './i18n/lang-json.ts';
import { loadLibraryTexts } from './i18n/library-texts.ts';
import { spacePath } from './http/call.ts';
import { reportPrints } from './audit/report-prints.ts';
import { chatToken } from './live/chat-token.ts';
import { connectLive } from './live/use-live.ts';
import { loadElements } from './elements/elements.ts';
import { nativeBridge } from './native-bridge.ts';
import { baseAddress, pageConfig } from './page-config.ts';
import { parseQuery } from './query-string.ts';
import { followLinks } from './router/links.ts';
import { keepNaked } from './router/naked.ts';
import { loadPage, type PageLists } from './router/page-list.ts';
import { createRouter, signInPath, type Router } from './router/router.ts';
import { loadMenus } from './shell/menus.ts';
import { currentMe, isClosed, setMe } from './session/session.ts';

const freshPageMs = 2_000;

/** Starts a front-end application: every `apps/<app>/main.tsx` is this one call. */
export async function startApp(lists: PageLists): Promise<Router> {
  keepNaked(parseQuery(location.search));
  setTimeZone(pageConfig.timeZone);
  const router = createRouter({
    window,
    me: currentMe,
    refused: pageConfig.refused,
    isPhone: () => matchMedia(phoneQuery).matches,
    isClosed,
    isGuarded,
    mayLeave,
    enterSpace,
    exists: ({ route }) => route.system === undefined || route.system.includes(pageConfig.platform),
    baseAddressOf: ({ route }) => baseAddress(route.app),
    async load({ route }) {
      const { Page, texts } = await loadPage(lists, route.app, route.id);
      await Promise.all(texts.map((area) => loadTexts(area)));
      return Page;
    },
  });
  onSignedOut((why) => {
    if (currentMe()) location.assign(signInPath(location, why));
  });
  // one that is just loaded waits a little: processes may not all know yet who is there
  onOtherPerson(() => void setTimeout(() => location.reload(), Math.max(0, freshPageMs - performance.now())));
  followLinks(router);
  const locale = chosenLocale();
  await Promise.all([setLocale(locale), loadLibraryTexts(locale), router.start()]);
  createRoot(document.getElementById('root')!).render(<AppRoot router={router} />);
  greet();
  return router;
}

/** What a visit does besides showing pages; nothing waits for it. */
function greet(): void {
  setClientString();
  void loadServerTexts(spacePath());
  void nativeBridge().then((bridge) => {
    if (!bridge) return;
    const tell = () => void bridge.call('setTitle', { title: document.title });
    tell();
    new MutationObserver(tell).observe(document.querySelector('title')!, { childList: true });
  });
  const me = currentMe();
  if (!me) return;
  connectLive(me.id);
  reportPrints();
  // ready for the conversation; a chat that is down must not hold up work
  if (pageConfig.chatEnabled) chatToken(me.id).catch(() => undefined);
}

async function enterSpace(spaceUri: string | undefined): Promise<void> {
  const prefix = spaceUri === undefined ? '' : `/${spaceUri}`;
  const [me, { pages }] = await Promise.all([
    http.get<Me>(`${prefix}/api${identityApi.me.path}`), http.get<{ pages: string[] }>(`${prefix}/api${organizationApi.closedPages.path}`), loadTimeZone(prefix),
  ]);
  queryClient.clear();
  setMe(me, pages);
  void loadAppearance(prefix);
  void loadMenus(prefix);
  void loadElements(prefix);
  void loadServerTexts(prefix, currentLocale());
  connectLive(me.id, prefix);
}
