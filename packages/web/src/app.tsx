// first, before anything makes a style element
import '@formwork/ui/skin/style-nonce.ts';
import type { ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Me } from '@formwork/contract/identity/api.ts';
import { identityApi } from '@formwork/contract/identity/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { isGuarded, mayLeave } from '@formwork/ui/feedback/leave-guard.ts';
import { setTimeZone } from '@formwork/ui/format/time-zone.ts';
import { phoneQuery } from '@formwork/ui/skin/use-media.ts';
import { createRoot } from 'react-dom/client';
import { AppRoot } from './AppRoot.tsx';
import { loadAppearance } from './appearance/appearance.ts';
import { loadTimeZone } from './appearance/time-zone.ts';
import { setClientString } from './client-string.ts';
import { http, onOtherPerson, onSignedOut } from './http/client.ts';
import { forgetFirstAnswers } from './http/first-answers.ts';
import { queryClient } from './http/query.ts';
import { chosenLocale, currentLocale, loadTexts, setLocale } from './i18n/i18n.ts';
import { loadServerTexts } from './i18n/lang-json.ts';
import { loadLibraryTexts } from './i18n/library-texts.ts';
import { spacePath } from './http/call.ts';
import { reportPrints } from './audit/report-prints.ts';
import { chatToken } from './live/chat-token.ts';
import { connectLive } from './live/use-live.ts';
import { loadElements } from './elements/elements.ts';
import { keepTickets } from './http/services.ts';
import { nativeBridge } from './native-bridge.ts';
import { applicationAddress, pageConfig } from './page-config.ts';
import { parseQuery } from './query-string.ts';
import { followLinks } from './router/links.ts';
import { keepNaked } from './router/naked.ts';
import { loadPage, type PageLists } from './router/page-list.ts';
import { createRouter, paramsOf, signInPath, type Router } from './router/router.ts';
import { loadMenus } from './shell/menus.ts';
import { currentMe, isClosed, lookedAfter, setMe } from './session/session.ts';

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
    lookedAfter,
    isGuarded,
    mayLeave,
    enterSpace,
    exists: ({ route }) => route.system === undefined || route.system.includes(pageConfig.platform),
    // what visitors see is nobody's application: it stays where the server shows it
    baseAddressOf: ({ route }) => (route.owner.length === 0 ? '' : applicationAddress(route.app)),
    async load(match, url) {
      const { route } = match;
      // calls go to the space of the address at hand, which is still the one before
      const at =
        spacePath(url.pathname) === spacePath()
          ? { params: paramsOf(match), query: parseQuery(url.search) }
          : undefined;
      const { Page, texts } = await loadPage(lists, route.app, route.id, at);
      await Promise.all(texts.map((area) => loadTexts(area)));
      return Page;
    },
  });
  // of several calls that are refused the one that knows why is believed, whichever comes last
  let reason: string | undefined;
  onSignedOut((why) => {
    reason ??= why;
    if (currentMe()) location.assign(signInPath(location, reason));
  });
  // one that is just loaded waits a little: processes may not all know yet who is there
  onOtherPerson(() => void setTimeout(() => location.reload(), Math.max(0, freshPageMs - performance.now())));
  followLinks(router);
  const locale = chosenLocale();
  await Promise.all([setLocale(locale), loadLibraryTexts(locale), router.start()]);
  createRoot(document.getElementById('root')!).render(<AppRoot router={router} />);
  setTimeout(forgetFirstAnswers, freshPageMs);
  router.subscribe(() => {
    if (router.state().loading) forgetFirstAnswers();
  });
  greet();
  return router;
}

/** What a visit does besides showing pages; nothing waits for it. */
function greet(): void {
  setClientString();
  void loadServerTexts(spacePath(), currentLocale(), pageConfig.languageVersion);
  void nativeBridge().then((bridge) => {
    if (!bridge) return;
    const tell = () => void bridge.call('setTitle', { title: document.title });
    tell();
    new MutationObserver(tell).observe(document.querySelector('title')!, { childList: true });
  });
  const me = currentMe();
  if (!me) return;
  keepTickets();
  connectLive(me.id);
  reportPrints();
  // ready for the conversation; a chat that is down must not hold up work
  if (pageConfig.chatEnabled) chatToken(me.id).catch(() => undefined);
}

async function enterSpace(spaceUri: string | undefined): Promise<void> {
  const prefix = spaceUri === undefined ? '' : `/${spaceUri}`;
  const [me, { pages, delegated }] = await Promise.all([
    http.get<Me>(`${prefix}/api${identityApi.me.path}`),
    http.get<ResponseOf<typeof organizationApi.closedPages>>(`${prefix}/api${organizationApi.closedPages.path}`),
    loadTimeZone(prefix),
  ]);
  queryClient.clear();
  setMe(me, pages, delegated);
  void loadAppearance(prefix);
  void loadMenus(prefix);
  void loadElements(prefix);
  void loadServerTexts(prefix, currentLocale());
  connectLive(me.id, prefix);
}
