import { MenuOutlined } from '@ant-design/icons';
import { useRef, useState, type ReactNode } from 'react';
import './frame.css';
import { isFolded, keepFolded } from './folded.ts';
import { Link } from './link.tsx';
import { SideNavigation, type NavEntry } from './navigation.tsx';
import type { Place } from '../skin/skins.ts';
import { useUiText } from '../format/texts.ts';
import { usePhone } from '../skin/use-media.ts';

export interface PhoneTab {
  id: string;
  title: string;
  icon: ReactNode;
  href: string;
  newWindow?: boolean;
  count?: number;
}

export interface FrameProps {
  place?: Place;
  /** A chip beside the space in a console, so that nobody mistakes where they are. */
  placeName?: ReactNode;
  /** Slots of the top bar, left to right. */
  space?: ReactNode;
  applications?: ReactNode;
  search?: ReactNode;
  messages?: ReactNode;
  help?: ReactNode;
  account?: ReactNode;
  navigation?: NavEntry[] | undefined;
  /** Above the side navigation: where one is, and the way to its siblings. */
  navigationHead?: ((folded: boolean) => ReactNode) | undefined;
  /** Id of the navigation entry one is at. */
  current?: string | undefined;
  /** Bottom tabs, shown under 768 px only. */
  phoneTabs?: PhoneTab[] | undefined;
  currentTab?: string | undefined;
  /** The page has the window: its own head is the only bar. */
  designer?: boolean;
  /** Content alone: embedded pages and native shells bring their own frame. */
  naked?: boolean;
  children: ReactNode;
}

/** Top bar, side navigation and content. Keep heavy components out of this file: every page loads it. */
export function Frame({ place = 'app', naked, designer, children, ...rest }: FrameProps) {
  if (designer)
    return (
      <div className="fw-frame" data-designer data-place={place}>
        <main className="fw-content" id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
    );
  if (naked)
    return (
      <div className="fw-frame" data-naked data-place={place}>
        <main className="fw-content">{children}</main>
      </div>
    );
  return (
    <FullFrame place={place} {...rest}>
      {children}
    </FullFrame>
  );
}

function FullFrame({
  place,
  placeName,
  space,
  applications,
  search,
  messages,
  help,
  account,
  navigation = noEntries,
  navigationHead,
  current,
  phoneTabs = noTabs,
  currentTab,
  children,
}: FrameProps) {
  const text = useUiText();
  const phone = usePhone();
  const [folded, setFolded] = useFolded();
  const drawer = useRef<HTMLDialogElement>(null);
  const hasSide = navigation.length > 0 || navigationHead !== undefined;
  const side = (wide: boolean) => (
    <SideNavigation
      entries={navigation}
      current={current}
      head={navigationHead}
      folded={wide ? false : folded}
      {...(!wide && { onFold: setFolded })}
    />
  );
  return (
    <div className="fw-frame" data-place={place} data-folded={(folded && !phone) || undefined}>
      <a className="fw-frame-skip" href="#content" onClick={skipToContent}>
        {text('ui.frame.skip')}
      </a>
      <header className="fw-bar">
        <div className="fw-bar-start">
          {phone && hasSide && (
            <button
              type="button"
              className="fw-bar-button"
              aria-label={text('ui.frame.navigation')}
              onClick={() => drawer.current?.showModal()}
            >
              <MenuOutlined />
            </button>
          )}
          <div className="fw-bar-space">{space}</div>
          {!phone && placeName && <span className="fw-bar-place">{placeName}</span>}
          {!phone && applications}
        </div>
        <div className="fw-bar-middle">{search}</div>
        <div className="fw-bar-end">
          {messages}
          {!phone && help}
          {account}
        </div>
      </header>
      {!phone && hasSide && side(false)}
      <main className="fw-content" id="content" tabIndex={-1}>
        {children}
      </main>
      {phone && phoneTabs.length > 0 && (
        <PhoneTabs tabs={phoneTabs} current={currentTab} label={text('ui.frame.tabs')} />
      )}
      {phone && hasSide && (
        <dialog
          ref={drawer}
          className="fw-side-dialog"
          aria-label={text('ui.frame.navigation')}
          // before the panel of a menu in it keeps the click to itself
          onClickCapture={(event) => {
            if (closesDrawer(event.target as HTMLElement)) drawer.current?.close();
          }}
        >
          {applications && <div className="fw-side-launcher">{applications}</div>}
          {side(true)}
        </dialog>
      )}
    </div>
  );
}

function PhoneTabs({ tabs, current, label }: { tabs: PhoneTab[]; current: string | undefined; label: string }) {
  return (
    <nav className="fw-tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.id}
          className="fw-tab"
          href={tab.href}
          aria-current={tab.id === current ? 'page' : undefined}
          {...(tab.newWindow && { target: '_blank', rel: 'noopener' })}
        >
          {tab.icon}
          <span>{tab.title}</span>
          {!!tab.count && <Count value={tab.count} />}
        </Link>
      ))}
    </nav>
  );
}

/** A button of the top bar: icon, optional title and unread count. */
export function BarButton({
  label,
  icon,
  title,
  count,
  onClick,
  href,
}: {
  label: string;
  icon: ReactNode;
  title?: ReactNode;
  count?: number;
  onClick?: () => void;
  href?: string;
}) {
  const shared = {
    className: 'fw-bar-button fw-bar-dot',
    'aria-label': count ? `${label} (${count})` : label,
    title: label,
    onClick,
  };
  const inside = (
    <>
      {icon}
      {title && <span>{title}</span>}
      {!!count && <Count value={count} />}
    </>
  );
  return href ? (
    <Link {...shared} href={href}>
      {inside}
    </Link>
  ) : (
    <button type="button" {...shared}>
      {inside}
    </button>
  );
}

/** Looks like a field, opens the command palette; on a phone only the magnifier is left. */
export function BarSearch({
  label,
  icon,
  shortcut,
  onClick,
}: {
  label: string;
  icon: ReactNode;
  shortcut?: string;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      className="fw-bar-search"
      aria-label={label}
      aria-keyshortcuts={shortcut?.replace('Ctrl ', 'Control+').replace('⌘', 'Meta+')}
      onClick={onClick}
    >
      {icon}
      <span>{label}</span>
      {shortcut && <kbd aria-hidden data-keys={shortcut} />}
    </button>
  );
}

function Count({ value }: { value: number }) {
  return (
    <span className="fw-bar-count" aria-hidden>
      {value > 99 ? '99+' : value}
    </span>
  );
}

const noEntries: NavEntry[] = [];
const noTabs: PhoneTab[] = [];

function useFolded() {
  const [folded, setFolded] = useState(isFolded);
  const remember = (next: boolean) => {
    keepFolded(next);
    setFolded(next);
  };
  return [folded, remember] as const;
}

function closesDrawer(target: HTMLElement) {
  return target.tagName === 'DIALOG' || target.closest('a') !== null;
}

function skipToContent(event: { preventDefault: () => void }) {
  event.preventDefault();
  document.getElementById('content')?.focus();
}
