import { SearchOutlined } from '@ant-design/icons';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import './command-palette.css';
import { useUiText } from '../format/texts.ts';

export interface CommandItem {
  id: string;
  title: ReactNode;
  icon?: ReactNode;
  note?: ReactNode;
  onSelect: () => void;
}
export interface CommandGroup {
  id: string;
  title: string;
  items: CommandItem[];
}

export interface CommandPaletteProps {
  open: boolean;
  onClose: () => void;
  query: string;
  onQuery: (query: string) => void;
  /** What was found, in the order to show; the caller searches. */
  groups: CommandGroup[];
  loading?: boolean;
}

/** The shell of search: one field, groups, arrows and Enter. */
export function CommandPalette({ open, onClose, query, onQuery, groups, loading }: CommandPaletteProps) {
  const text = useUiText();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [at, setAt] = useState(0);
  const items = groups.flatMap((group) => group.items);
  const current = items[Math.min(at, items.length - 1)];
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (!open) dialog.current?.close();
  }, [open]);
  useEffect(() => {
    setAt(0);
  }, [query]);
  useEffect(() => {
    dialog.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  const choose = (item: CommandItem) => {
    onClose();
    item.onSelect();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') setAt((now) => Math.min(items.length - 1, now + 1));
    else if (event.key === 'ArrowUp') setAt((now) => Math.max(0, Math.min(now, items.length - 1) - 1));
    else if (event.key === 'Enter' && current) choose(current);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      className="fw-palette"
      aria-label={text('ui.command.placeholder')}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {open && (
        <>
          <div className="fw-palette-field">
            <SearchOutlined />
            <input
              autoFocus
              role="combobox"
              aria-expanded
              aria-controls={`${id}-list`}
              aria-activedescendant={current && `${id}-${current.id}`}
              placeholder={text('ui.command.placeholder')}
              value={query}
              onChange={(event) => onQuery(event.target.value)}
              onKeyDown={onKeyDown}
            />
          </div>
          <div className="fw-palette-list" role="listbox" id={`${id}-list`} aria-busy={loading || undefined}>
            {groups
              .filter((group) => group.items.length > 0)
              .map((group) => (
                <div key={group.id} role="group" aria-label={group.title}>
                  <div className="fw-palette-heading">{group.title}</div>
                  {group.items.map((item) => (
                    <div
                      key={item.id}
                      id={`${id}-${item.id}`}
                      role="option"
                      aria-selected={item === current}
                      className="fw-palette-item"
                      onClick={() => choose(item)}
                      onMouseMove={() => setAt(items.indexOf(item))}
                    >
                      {item.icon}
                      <span className="fw-palette-title">{item.title}</span>
                      {item.note && <span className="fw-palette-note">{item.note}</span>}
                    </div>
                  ))}
                </div>
              ))}
            {items.length === 0 && !loading && query && (
              <div className="fw-palette-nothing">{text('ui.command.nothing', { query })}</div>
            )}
          </div>
          <div className="fw-palette-foot" aria-hidden>
            <span>↑↓ {text('ui.command.move')}</span>
            <span>↵ {text('ui.command.open')}</span>
            <span>Esc {text('ui.action.close')}</span>
          </div>
        </>
      )}
    </dialog>
  );
}
