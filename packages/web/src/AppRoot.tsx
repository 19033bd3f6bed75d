import { useFocusBack } from '@formwork/ui/frame/focus-back.ts';
import { LinkComponent } from '@formwork/ui/frame/link.tsx';
import { SkinProvider } from '@formwork/ui/skin/skin-provider.tsx';
import { SkeletonPage } from '@formwork/ui/feedback/state.tsx';
import { UiTexts } from '@formwork/ui/format/texts.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useLayoutEffect, type ReactNode } from 'react';
import { buildCookie, firstRowsElementId, withPage } from '@formwork/contract/first-files.ts';
import { textIn } from '@formwork/contract/text.ts';
import { cookie, setCookie } from './cookies.ts';
import { useElementChanges } from './elements/elements.ts';
import { queryClient } from './http/query.ts';
import { useLocale, useT } from './i18n/i18n.ts';
import { useLibraryTexts } from './i18n/library-texts.ts';
import { pageConfig } from './page-config.ts';
import { Link } from './router/Link.tsx';
import { RouterContext } from './router/page-context.ts';
import { Pages, useRouterState } from './router/Pages.tsx';
import type { PageInstance, Router } from './router/router.ts';
import { documentTitle } from './router/title.ts';
import { useVisitor } from './session/session.ts';
import { AppShell } from './shell/AppShell.tsx';
import { placeOf } from './shell/nav.ts';
import { PageErrorBoundary } from './shell/PageError.tsx';
import { MissingNotice, ModuleNotice, NoPermissionNotice } from './shell/Refused.tsx';
import './shell/shell.css';
import { useAppearance, useAppearanceChanges } from './appearance/appearance.ts';
import { useTimeZoneChanges } from './appearance/time-zone.ts';
import { PageWatermark } from './appearance/PageWatermark.tsx';
import { useStyleSheet } from './appearance/use-style-sheet.ts';
import { useFavicon } from './appearance/use-favicon.ts';
import { useGroundKept, useSkinChoice } from './skin.ts';

/** Everything above the pages: router, texts, skin, readings. */
export function AppRoot({ router }: { router: Router }) {
  return (
    <RouterContext value={router}>
      <QueryClientProvider client={queryClient}>
        <Appearance />
      </QueryClientProvider>
    </RouterContext>
  );
}

function Appearance() {
  const t = useT();
  const { pages, active, loading } = useRouterState();
  const page = pages.find((each) => each.key === active);
  // whoever may not enter a console is not shown its frame either
  const place = placeOf(page?.content.kind === 'refused' ? undefined : page?.match?.route.layout, useVisitor());
  const { theme } = useAppearance();
  useAppearanceChanges();
  useTimeZoneChanges();
  useElementChanges();
  useFocusBack();
  useFavicon();
  useStyleSheet(page?.match?.route);
  useTitle(page);
  useLoaderEnd(page && (page.match?.route.id ?? ''));
  const skin = useSkinChoice();
  useGroundKept(skin, theme.primary ?? undefined);
  return (
    <UiTexts value={t}>
      <SkinProvider skin={skin} locale={useLibraryTexts()} place={place} primary={theme.primary ?? undefined}>
        <LinkComponent value={Link}>
          <div
            className="fw-loading"
            data-on={loading || undefined}
            role="progressbar"
            aria-hidden={!loading}
            aria-label={t('ui.state.loading')}
          />
          <Pages
            frame={(content: ReactNode) => (
              <AppShell page={page} place={place}>
                {content}
              </AppShell>
            )}
            draw={drawPage}
          />
          <PageWatermark />
        </LinkComponent>
      </SkinProvider>
    </UiTexts>
  );
}

function drawPage({ content }: PageInstance): ReactNode {
  if (content.kind === 'refused') return <NoPermissionNotice />;
  if (content.kind === 'missing') return <MissingNotice />;
  if (content.kind === 'failed') return <ModuleNotice error={content.error} />;
  return (
    <PageErrorBoundary>
      <Suspense fallback={<SkeletonPage />}>
        <content.Page />
      </Suspense>
    </PageErrorBoundary>
  );
}

function useTitle(page: PageInstance | undefined): void {
  const t = useT();
  const locale = useLocale();
  const me = useVisitor();
  const kind = page?.content.kind;
  const titles = {
    page: textIn(page?.match?.route.title, locale),
    refused: t('shell.no_permission.title'),
    missing: t('shell.missing.title'),
    failed: t('shell.module.title'),
  };
  const title = page?.title ?? (kind ? titles[kind] : '');
  useEffect(() => {
    document.title = documentTitle({ prefix: pageConfig.titlePrefix, title, entName: me?.entName });
  }, [title, me]);
}

/** What the HTML itself showed goes when the first page is there; the server is told whose scripts this browser has now. */
function useLoaderEnd(pageId: string | undefined): void {
  const mounted = pageId !== undefined;
  useLayoutEffect(() => {
    if (pageId === undefined) return;
    for (const id of ['page-loader', firstRowsElementId]) document.getElementById(id)?.remove();
    const { build } = document.documentElement.dataset;
    if (build) setCookie(buildCookie, withPage(cookie(buildCookie), build, pageId));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the first page alone was loaded with its HTML
  }, [mounted]);
}
