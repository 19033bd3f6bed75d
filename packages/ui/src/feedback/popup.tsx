import {
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
  type ButtonHTMLAttributes,
} from 'react';
import './popup.css';

export interface PopupButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'content'> {
  /** What the button says; read aloud when `icon` alone is shown. */
  label: string;
  children: ReactNode;
  content: ReactNode | ((close: () => void) => ReactNode);
  role?: 'menu' | 'dialog' | 'listbox';
  popupClassName?: string;
  align?: 'start' | 'end';
}

/** A button with a panel in the browser's top layer: closes on Escape and on a click elsewhere, focus returns by itself. */
export function PopupButton({
  label,
  children,
  content,
  role = 'dialog',
  popupClassName = '',
  align = 'start',
  className = 'fw-icon-button',
  ...rest
}: PopupButtonProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const close = useCallback(() => panel.current?.hidePopover(), []);
  useEffect(() => {
    if (open) focusFirst(panel.current);
  }, [open]);
  usePlaced(button, panel, open, align);
  return (
    <>
      <button
        type="button"
        {...rest}
        ref={button}
        className={className}
        aria-label={label}
        title={rest.title ?? label}
        aria-haspopup={role}
        aria-expanded={open}
        popoverTarget={id}
        data-on={open || undefined}
      >
        {children}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role={role}
        aria-label={label}
        className={`fw-popup ${popupClassName}`}
        onToggle={(event) => setOpen(event.newState === 'open')}
        onClick={(event) => event.stopPropagation()}
        onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
      >
        {open && (typeof content === 'function' ? content(close) : content)}
      </div>
    </>
  );
}

/** Below the button, above it where there is no room, never outside the window. */
function usePlaced(
  button: RefObject<HTMLElement | null>,
  panel: RefObject<HTMLElement | null>,
  open: boolean,
  align: 'start' | 'end',
) {
  useEffect(() => {
    const box = panel.current;
    if (!open || !box || !button.current) return;
    const place = () => {
      // what was chosen may have taken the button away
      if (!button.current) return;
      const from = button.current.getBoundingClientRect();
      const size = box.getBoundingClientRect();
      const below = from.bottom + 4;
      const top =
        below + size.height > innerHeight - 8 && from.top - 4 - size.height > 8 ? from.top - 4 - size.height : below;
      const left = align === 'start' ? from.left : from.right - size.width;
      box.style.top = `${Math.max(8, Math.min(top, innerHeight - size.height - 8))}px`;
      box.style.left = `${Math.max(8, Math.min(left, innerWidth - size.width - 8))}px`;
    };
    place();
    const watch = new ResizeObserver(place);
    watch.observe(box);
    addEventListener('resize', place);
    const away = (event: Event) => {
      if (!box.contains(event.target as Node)) box.hidePopover();
    };
    addEventListener('scroll', away, true);
    return () => {
      watch.disconnect();
      removeEventListener('resize', place);
      removeEventListener('scroll', away, true);
    };
  }, [button, panel, open, align]);
}

function focusFirst(box: HTMLElement | null) {
  box
    ?.querySelector<HTMLElement>('[autofocus], input, [role^="menuitem"]:not([aria-disabled="true"]), button, a[href]')
    ?.focus();
}
