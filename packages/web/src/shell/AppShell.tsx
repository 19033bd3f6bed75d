import { ControlOutlined, DesktopOutlined, SearchOutlined } from '@ant-design/icons';
import type { Me } from '@formwork/contract/identity/api.ts';
import { BarButton, BarSearch, Frame } from '@formwork/ui/frame.tsx';
import type { Place } from '@formwork/ui/skins.ts';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { loadTexts, useT } from '../i18n/i18n.ts';
import { pageConfig } from '../page-config.ts';
import { isNaked } from '../router/naked.ts';
import type { PageInstance } from '../router/router.ts';
import { textOf } from '../query-string.ts';
import { useVisitor } from '../session/session.ts';
import { ActingBanner } from './ActingBanner.tsx';
import { HostedBanner } from './HostedBanner.tsx';
import { useHostingLive } from './use-hosted-accounts.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { AppsMenu } from './AppsMenu.tsx';
import { MessageBell } from './MessageBell.tsx';
import { navOf } from './nav.ts';
import { useNavigation } from './use-navigation.tsx';
import { SpaceSwitcher } from './SpaceSwitcher.tsx';

const Palette = lazy(() => import('./Palette.tsx'));
const TodoPush = lazy(() => import('./TodoPush.tsx'));
const RecordNotices = lazy(() => import('./RecordNotices.tsx'));
const RunningJobs = lazy(() => Promise.all([import('../jobs/RunningJobs.tsx'), loadTexts('jobs')]).then(([module]) => module));

/** The frame around the active page: bar, navigation and tabs for signed-in people, nothing for pages that stand alone. */
export function AppShell({ page, place, children }: { page: PageInstance | undefined; place: Place; children: ReactNode }) {
  const me = useVisitor();
  if (!page || !me || page.match?.route.layout === 'access' || isNaked()) return <Frame naked place={place}>{children}</Frame>;
  return <FullShell page={page} place={place} me={me}>{children}</FullShell>;
}

function FullShell({ page, place, me, children }: { page: PageInstance; place: Place; me: Me; children: ReactNode }) {
  const t = useT();
  useHostingLive();
  const [searching, setSearching] = useSearchKey();
  const acting = textOf(page.query.for);
  const console = place === 'app' ? navOf('enterprise', me.role, pageConfig.platform)[0] : undefined;
  const hasApps = navOf('app', me.role, pageConfig.platform).some(({ route }) => route.id === 'application');
  return (
    <>
      <Frame
        place={place}
        placeName={place === 'app' ? undefined : t(`shell.place.${place}`)}
        space={<SpaceSwitcher me={me} />}
        applications={
          <>
            {hasApps && <AppsMenu />}
            {console && <BarButton label={t('shell.bar.console')} icon={<ControlOutlined />} href={console.path} />}
            {place === 'enterprise' && <BarButton label={t('shell.bar.workspace')} icon={<DesktopOutlined />} title={t('shell.bar.workspace')} href="/" />}
          </>
        }
        search={<BarSearch label={t('shell.bar.search')} icon={<SearchOutlined />} shortcut={searchShortcut} onClick={() => setSearching(true)} />}
        account={<><Suspense><RunningJobs /></Suspense>{me.permissions.includes('messages.own.edit') && <MessageBell />}<AccountMenu me={me} /></>}
        {...useNavigation(page, place, me)}
      >
        {me.deputy && <HostedBanner me={{ ...me, deputy: me.deputy }} />}
        {acting && <ActingBanner person={acting} />}
        {children}
      </Frame>
      {me.permissions.includes('workflow.push.own.edit') && <Suspense><TodoPush /></Suspense>}
      {me.permissions.includes('records.record.read') && <Suspense><RecordNotices /></Suspense>}
      {searching && <Suspense><Palette me={me} place={place} onClose={() => setSearching(false)} /></Suspense>}
    </>
  );
}

const searchShortcut = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';

function useSearchKey() {
  const [searching, setSearching] = useState(false);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      event.preventDefault();
      setSearching(true);
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
  return [searching, setSearching] as const;
}
