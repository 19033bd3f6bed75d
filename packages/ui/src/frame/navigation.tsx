import { MenuFoldOutlined, MenuUnfoldOutlined, RightOutlined } from '@ant-design/icons';
import { useState, type ReactNode } from 'react';
import { Link } from './link.tsx';
import { useUiText } from '../format/texts.ts';

export interface NavItem {
  id: string;
  title: string;
  icon?: ReactNode;
  href: string;
  newWindow?: boolean;
  count?: number;
}
export interface NavGroup {
  id: string;
  title: string;
  icon?: ReactNode;
  /** Open while nobody has closed it. */
  open?: boolean;
  children: NavItem[];
}
/** Entries under a heading that opens and closes them; open where one is, whatever `closed` says. */
export interface NavSection {
  section: string;
  title: string;
  /** Closed while nobody has opened it; left out: the heading is no button. */
  closed?: boolean;
  children: NavItem[];
}
/** An entry, a group that opens, a section, or a heading between entries. */
export type NavEntry = NavItem | NavGroup | NavSection | { heading: string };

export interface SideNavigationProps {
  entries: NavEntry[];
  current: string | undefined;
  folded: boolean;
  onFold?: (folded: boolean) => void;
  /** Where one is, above the entries. */
  head?: ((folded: boolean) => ReactNode) | undefined;
}

export function SideNavigation({ entries, current, folded, onFold, head }: SideNavigationProps) {
  const text = useUiText();
  const foldTitle = text(folded ? 'ui.frame.unfold' : 'ui.frame.fold');
  return (
    <nav className="fw-side" aria-label={text('ui.frame.navigation')}>
      {head && <div className="fw-side-head">{head(folded)}</div>}
      <ul className="fw-side-list">
        {entries.map((entry) => {
          if ('heading' in entry)
            return (
              <li key={`heading ${entry.heading}`} className="fw-side-heading">
                {entry.heading}
              </li>
            );
          if ('section' in entry)
            return <Section key={entry.section} section={entry} current={current} folded={folded} />;
          if ('children' in entry) return <Group key={entry.id} group={entry} current={current} folded={folded} />;
          return (
            <li key={entry.id}>
              <Item item={entry} current={current} folded={folded} />
            </li>
          );
        })}
      </ul>
      {onFold && (
        <div className="fw-side-foot">
          <button
            type="button"
            className="fw-side-item"
            onClick={() => onFold(!folded)}
            aria-label={foldTitle}
            title={foldTitle}
          >
            {folded ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
            <span className="fw-side-title">{foldTitle}</span>
          </button>
        </div>
      )}
    </nav>
  );
}

function Item({ item, current, folded }: { item: NavItem; current: string | undefined; folded: boolean }) {
  return (
    <Link
      className="fw-side-item"
      href={item.href}
      aria-current={item.id === current ? 'page' : undefined}
      title={item.title}
      {...(item.newWindow && { target: '_blank', rel: 'noopener' })}
    >
      {item.icon ?? (folded && <Initial title={item.title} />)}
      <span className="fw-side-title">{item.title}</span>
      {!!item.count && <span className="fw-side-count">{item.count > 999 ? '999+' : item.count}</span>}
    </Link>
  );
}

function Group({ group, current, folded }: { group: NavGroup; current: string | undefined; folded: boolean }) {
  const holdsCurrent = group.children.some((item) => item.id === current);
  const [asked, setAsked] = useState<boolean>();
  const open = asked ?? (holdsCurrent || group.open === true);
  if (folded) {
    // folded, a group leads to where one last was in it, or to its first page
    const target = group.children.find((item) => item.id === current) ?? group.children[0];
    if (!target) return null;
    return (
      <li>
        <Item
          item={{ ...target, icon: group.icon ?? <Initial title={group.title} />, title: group.title }}
          current={holdsCurrent ? target.id : undefined}
          folded
        />
      </li>
    );
  }
  return (
    <li>
      <button type="button" className="fw-side-item" aria-expanded={open} onClick={() => setAsked(!open)}>
        {group.icon}
        <span className="fw-side-title">{group.title}</span>
        <RightOutlined className="fw-side-arrow" />
      </button>
      {open && (
        <ul>
          {group.children.map((item) => (
            <li key={item.id}>
              <Item item={item} current={current} folded={false} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function Section({
  section: { title, closed, children },
  current,
  folded,
}: {
  section: NavSection;
  current: string | undefined;
  folded: boolean;
}) {
  const holdsCurrent = children.some((item) => item.id === current);
  const [asked, setAsked] = useState<boolean>();
  const open = folded || closed === undefined || (asked ?? (holdsCurrent || !closed));
  if (children.length === 0) return null;
  return (
    <li>
      {folded ? (
        <div className="fw-side-heading" role="presentation" />
      ) : closed === undefined ? (
        <div className="fw-side-heading">{title}</div>
      ) : (
        <button
          type="button"
          className="fw-side-heading fw-side-section"
          aria-expanded={open}
          onClick={() => setAsked(!open)}
        >
          <span>{title}</span>
          <RightOutlined className="fw-side-arrow" />
        </button>
      )}
      {open && (
        <ul className="fw-side-under" aria-label={title}>
          {children.map((item) => (
            <li key={item.id}>
              <Item item={item} current={current} folded={folded} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function Initial({ title }: { title: string }) {
  return (
    <span className="fw-side-icon" aria-hidden>
      {[...title][0]}
    </span>
  );
}
