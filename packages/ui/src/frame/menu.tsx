import { CheckOutlined, MoreOutlined } from '@ant-design/icons';
import type { KeyboardEvent, ReactNode } from 'react';
import { Link } from './link.tsx';
import { PopupButton, type PopupButtonProps } from '../feedback/popup.tsx';

/** A menu of our own: antd's weighs more than the frame. */

export interface MenuAction {
  id: string;
  title: ReactNode;
  icon?: ReactNode;
  /** A shortcut or a short remark at the right. */
  note?: ReactNode;
  href?: string;
  onSelect?: () => void;
  checked?: boolean;
  danger?: boolean;
  disabled?: boolean;
  /** Why it is disabled: said where one points at it, and to those who are read to. */
  reason?: string;
}
export type MenuEntry = MenuAction | 'line' | { heading: ReactNode };

export interface MenuButtonProps extends Omit<PopupButtonProps, 'content' | 'children' | 'role'> {
  items: MenuEntry[] | (() => MenuEntry[]);
  children?: ReactNode;
}

export function MenuButton({ items, children, popupClassName = '', ...rest }: MenuButtonProps) {
  return (
    <PopupButton
      {...rest}
      role="menu"
      popupClassName={`fw-menu ${popupClassName}`}
      content={(close) => <Menu items={typeof items === 'function' ? items() : items} close={close} />}
    >
      {children ?? <MoreOutlined />}
    </PopupButton>
  );
}

/** The rows of a menu alone, for panels that hold more than a menu. */
export function Menu({ items, close }: { items: MenuEntry[]; close: () => void }) {
  return (
    <div role="presentation" onKeyDown={moveFocus}>
      {items.map((item, at) => (
        <Entry key={typeof item === 'object' && 'id' in item ? item.id : at} item={item} close={close} />
      ))}
    </div>
  );
}

function Entry({ item, close }: { item: MenuEntry; close: () => void }) {
  if (item === 'line') return <div className="fw-menu-line" role="separator" />;
  if ('heading' in item)
    return (
      <div className="fw-menu-heading" role="presentation">
        {item.heading}
      </div>
    );
  const inside = (
    <>
      {(item.icon || item.checked !== undefined) && (
        <span className="fw-menu-icon">
          {item.checked ? <CheckOutlined /> : item.checked === undefined && item.icon}
        </span>
      )}
      <span className="fw-menu-title">
        {item.title}
        {item.disabled && item.reason && <small className="fw-menu-reason">{item.reason}</small>}
      </span>
      {item.note && <span className="fw-menu-note">{item.note}</span>}
    </>
  );
  const shared = {
    className: 'fw-menu-item',
    role: item.checked === undefined ? 'menuitem' : 'menuitemradio',
    'aria-checked': item.checked,
    'aria-disabled': item.disabled || undefined,
    'data-danger': item.danger || undefined,
    title: item.disabled ? item.reason : undefined,
    tabIndex: -1,
    onClick: () => {
      if (item.disabled) return;
      close();
      item.onSelect?.();
    },
  };
  return item.href && !item.disabled ? (
    <Link {...shared} href={item.href}>
      {inside}
    </Link>
  ) : (
    <button type="button" {...shared}>
      {inside}
    </button>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const entries = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([aria-disabled="true"])'),
  ];
  const at = entries.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1 + (at < 0 ? 1 : 0), Home: 0, End: entries.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  entries[(next + entries.length) % entries.length]?.focus();
}
