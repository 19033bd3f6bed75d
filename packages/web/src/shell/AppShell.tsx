import { ControlOutlined, SearchOutlined } from '@ant-design/icons';
import type { Me } from '@formwork/contract/identity/api.ts';
import { frameOf, pathTo } from '@formwork/contract/routes.ts';
import { consoleAreas } from '@formwork/contract/routes/places.ts';
import { BarButton, BarSearch, Frame } from '@formwork/ui/frame/frame.tsx';
import type { Place } from '@formwork/ui/skin/skins.ts';
import { usePhone } from '@formwork/ui/skin/use-media.ts';
import { Fragment, lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useElements } from '../elements/elements.ts';
import { useT } from '../i18n/i18n.ts';
import { pageConfig } from '../page-config.ts';
import { isNaked } from '../router/naked.ts';
import type { PageInstance } from '../router/router.ts';
import { useRouter } from '../router/page-context.ts';
import { textOf } from '../query-string.ts';
import { useVisitor } from '../session/session.ts';
import { ActingBanner } from './ActingBanner.tsx';
import { HeldBanner } from './HeldBanner.tsx';
import { HostedBanner } from './HostedBanner.tsx';
import { useHostingLive } from './use-hosted-accounts.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { LauncherButton } from './LauncherButton.tsx';
import { MessageBell } from './MessageBell.tsx';
import { areasOf, firstOf, placedPages } from './nav.ts';
import { useNavigation } from './use-navigation.tsx';
import { ScanEntry } from './ScanEntry.tsx';
import { SpaceSwitcher } from './SpaceSwitcher.tsx';

const Palette = lazy(() => import('./Palette.tsx'));
const TodoPush = lazy(() => import('./TodoPush.tsx'));
const RecordNotices = lazy(() => import('./RecordNotices.tsx'));
const RunningJobs = lazy(() => import('../jobs/RunningJobs.tsx'));

/** The frame around the active page: bar, navigation and tabs for signed-in people, nothing for pages that stand alone. */
export function AppShell({
  page,
  place,
  children,
}: {
  page: PageInstance | undefined;
  place: Place;
  children: ReactNode;
}) {
  const me = useVisitor();
  const frame = page?.match && frameOf(page.match.route, page.query);
  if (!page || !me || page.match?.route.layout === 'access' || frame === 'screen' || isNaked())
    return (
      <Frame naked place={place}>
        {children}
      </Frame>
    );
  return (
    <FullShell page={page} place={place} me={me} designer={frame === 'designer' && page.content.kind === 'page'}>
      {children}
    </FullShell>
  );
}

function FullShell({
  page,
  place,
  me,
  designer,
  children,
}: {
  page: PageInstance;
  place: Place;
  me: Me;
  designer: boolean;
  children: ReactNode;
}) {
  const t = useT();
  useHostingLive();
  const router = useRouter();
  const [searching, setSearching] = useSearchKey(
    place === 'operator' ? undefined : () => void router.go(pathTo('search')),
  );
  const acting = textOf(page.query.for);
  const phone = usePhone();
  const pages = placedPages(me.role, pageConfig.platform);
  const area = consoleAreas.find((each) => areasOf(pages).includes(each) && firstOf(pages, each));
  const console = place === 'app' && area ? firstOf(pages, area) : undefined;
  const elements = useElements('home');
  const atStart = elements.arranged('header', [
    {
      id: 'applications' as const,
      draw: () => (
        <LauncherButton
          me={me}
          label={elements.title('header', 'applications', t('shell.bar.launcher'))}
          current={page.match?.route.id}
        />
      ),
    },
    ...(console
      ? [
          {
            id: 'console' as const,
            draw: () => (
              <BarButton
                label={elements.title('header', 'console', t('shell.bar.console'))}
                title={elements.title('header', 'console', t('shell.bar.console'))}
                icon={<ControlOutlined />}
                href={console.path}
              />
            ),
          },
        ]
      : []),
  ]);
  return (
    <>
      <Frame
        place={place}
        designer={designer}
        placeName={place === 'app' ? undefined : t(`shell.place.${place}`)}
        space={<SpaceSwitcher me={me} />}
        applications={
          <>
            {atStart.map(({ id, draw }) => (
              <Fragment key={id}>{draw()}</Fragment>
            ))}
          </>
        }
        search={
          elements.shows('header', 'search') && (
            <BarSearch
              label={elements.title('header', 'search', t('shell.bar.search'))}
              icon={<SearchOutlined />}
              shortcut={searchShortcut}
              onClick={() => setSearching(true)}
            />
          )
        }
        account={
          <>
            {phone && place === 'app' && me.permissions.includes('records.record.read') && <ScanEntry />}
            <Suspense>
              <RunningJobs />
            </Suspense>
            {me.permissions.includes('messages.own.edit') && elements.shows('header', 'messages') && (
              <MessageBell label={elements.title('header', 'messages', t('shell.messages.bell'))} />
            )}
            <AccountMenu me={me} />
          </>
        }
        {...useNavigation(page, place, me)}
      >
        <HeldBanner me={me} />
        {me.deputy && <HostedBanner me={{ ...me, deputy: me.deputy }} />}
        {acting && <ActingBanner person={acting} />}
        {children}
      </Frame>
      {me.permissions.includes('workflow.push.own.edit') && (
        <Suspense>
          <TodoPush />
        </Suspense>
      )}
      {me.permissions.includes('records.record.read') && (
        <Suspense>
          <RecordNotices />
        </Suspense>
      )}
      {searching && (
        <Suspense>
          <Palette me={me} place={place} onClose={() => setSearching(false)} />
        </Suspense>
      )}
    </>
  );
}

const searchShortcut =
  typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';

/** Ctrl/Cmd-K opens the palette, with Shift and F the search through everything. */
function useSearchKey(onEverywhere: (() => void) | undefined) {
  const [searching, setSearching] = useState(false);
  const everywhere = useRef(onEverywhere);
  everywhere.current = onEverywhere;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() === 'f' &&
        (event.ctrlKey || event.metaKey) &&
        event.shiftKey &&
        !event.altKey &&
        everywhere.current
      ) {
        event.preventDefault();
        everywhere.current();
        return;
      }
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setSearching(true);
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
  return [searching, setSearching] as const;
}
