import { ArrowLeftOutlined } from '@ant-design/icons';
import type { ReactNode, Ref } from 'react';
import { Link } from './link.tsx';
import './page.css';
import { useUiText } from '../format/texts.ts';
import { useInSight } from '../use-in-sight.ts';

export interface PageTab {
  id: string;
  title: ReactNode;
  href?: string;
  count?: number;
}

export interface PageProps {
  title?: ReactNode;
  /** State tags beside the title. */
  tags?: ReactNode;
  /** A quiet remark after the title, e.g. who changed it last. */
  note?: ReactNode;
  back?: string | (() => void);
  actions?: ReactNode;
  /** The place of the actions, for what stands there but is made further down: a tab draws it there through a portal. */
  actionsRef?: Ref<HTMLDivElement> | undefined;
  tabs?: PageTab[];
  tab?: string;
  onTab?: (id: string) => void;
  /** Sticky action bar at the bottom, one primary action. */
  footer?: ReactNode;
  /** The content takes the height that is left and scrolls inside: lists and designers. */
  fill?: boolean;
  /** Content without padding. */
  flush?: boolean;
  /** `form` for entry, `settings` for a few inputs below each other. */
  width?: 'full' | 'form' | 'settings';
  children: ReactNode;
}

export function Page({
  title,
  tags,
  note,
  back,
  actions,
  actionsRef,
  tabs,
  tab,
  onTab,
  footer,
  fill,
  flush,
  width = 'full',
  children,
}: PageProps) {
  const text = useUiText();
  const hasHead = title !== undefined || actions || back || tabs;
  return (
    <section className="fw-page" data-fill={fill || undefined} data-flush={flush || undefined} data-width={width}>
      {hasHead && (
        <header className="fw-page-head">
          <div className="fw-page-line">
            <div className="fw-page-title">
              {typeof back === 'string' && (
                <Link
                  className="fw-icon-button"
                  href={back}
                  aria-label={text('ui.action.back')}
                  title={text('ui.action.back')}
                >
                  <ArrowLeftOutlined />
                </Link>
              )}
              {typeof back === 'function' && (
                <button
                  type="button"
                  className="fw-icon-button"
                  onClick={back}
                  aria-label={text('ui.action.back')}
                  title={text('ui.action.back')}
                >
                  <ArrowLeftOutlined />
                </button>
              )}
              <h1>{title}</h1>
              {tags}
              {note && <span className="fw-page-note">{note}</span>}
            </div>
            {(actions || actionsRef) && (
              <div className="fw-page-actions" ref={actionsRef}>
                {actions}
              </div>
            )}
          </div>
          {tabs && <PageTabs tabs={tabs} tab={tab} onTab={onTab} />}
        </header>
      )}
      <div className="fw-page-body">{children}</div>
      {footer && (
        <footer className="fw-page-foot">
          <div className="fw-page-foot-line">{footer}</div>
        </footer>
      )}
    </section>
  );
}

function PageTabs({
  tabs,
  tab,
  onTab,
}: {
  tabs: PageTab[];
  tab: string | undefined;
  onTab: ((id: string) => void) | undefined;
}) {
  const row = useInSight<HTMLElement>('[aria-current]', tab);
  return (
    <nav ref={row} className="fw-page-tabs">
      {tabs.map(({ id, title, href, count }) => {
        const shared = { className: 'fw-page-tab', 'aria-current': id === tab ? ('page' as const) : undefined };
        const inside = (
          <>
            {title}
            {count !== undefined && <span className="count">{count}</span>}
          </>
        );
        return href ? (
          <Link key={id} {...shared} href={href}>
            {inside}
          </Link>
        ) : (
          <button key={id} type="button" {...shared} onClick={() => onTab?.(id)}>
            {inside}
          </button>
        );
      })}
    </nav>
  );
}
