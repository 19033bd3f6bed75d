import { Fragment, useState, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import '../designer/designer.css';
import { useUiText } from '../format/texts.ts';

export interface PaletteEntry {
  id: string;
  title: string;
  icon: ReactNode;
  hue?: number | undefined;
  group?: string | undefined;
  disabled?: boolean;
  /** Other words people search it by. */ words?: string | undefined;
}

export interface PaletteProps {
  entries: readonly PaletteEntry[];
  /** Click, or typing and Enter. */
  onAdd: (id: string) => void;
  columns?: 1 | 2;
  /** Wraps each entry, for dragging: the canvas and the form designer drag in different ways. */
  entry?: (entry: PaletteEntry, button: ReactNode) => ReactNode;
}

/** What can be added: by click, by typing a word and Enter, by dragging. */
export function Palette({ entries, onAdd, columns = 1, entry: wrap = bare }: PaletteProps) {
  const text = useUiText();
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLowerCase();
  const found = entries.filter(
    (entry) => !wanted || `${entry.title} ${entry.words ?? ''}`.toLowerCase().includes(wanted),
  );
  const groups = [...Map.groupBy(found, (entry) => entry.group ?? '')];
  const onKeyDown = (event: KeyboardEvent) => {
    const first = found.find((entry) => !entry.disabled);
    if (event.key !== 'Enter' || !wanted || !first || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onAdd(first.id);
    setQuery('');
  };
  return (
    <div className="fw-palette-pane">
      <input
        type="search"
        className="fw-palette-search"
        placeholder={text('ui.canvas.search')}
        aria-label={text('ui.canvas.search')}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {found.length === 0 && wanted && (
        <p className="fw-palette-group" role="status">
          {text('ui.command.nothing', { query: query.trim() })}
        </p>
      )}
      {groups.map(([group, members]) => (
        <div key={group} role="group" aria-label={group || undefined}>
          {group && <h3 className="fw-palette-group">{group}</h3>}
          <div className="fw-palette-grid" data-columns={columns}>
            {members.map((entry) => (
              <Fragment key={entry.id}>
                {wrap(entry, <PaletteButton entry={entry} small={columns === 2} onAdd={onAdd} />)}
              </Fragment>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

function PaletteButton({ entry, small, onAdd }: { entry: PaletteEntry; small: boolean; onAdd: (id: string) => void }) {
  const text = useUiText();
  return (
    <button
      type="button"
      className="fw-palette-entry"
      disabled={entry.disabled}
      title={text('ui.canvas.add', { title: entry.title })}
      onClick={() => onAdd(entry.id)}
    >
      {small ? entry.icon : <HueIcon icon={entry.icon} hue={entry.hue} />}
      <span>{entry.title}</span>
    </button>
  );
}

function bare(_entry: PaletteEntry, button: ReactNode) {
  return button;
}

export function HueIcon({ icon, hue }: { icon: ReactNode; hue?: number | undefined }) {
  const style = hue === undefined ? undefined : ({ '--hue': `var(--fw-hue-${(hue % 10) + 1})` } as CSSProperties);
  return (
    <span className="fw-hue-icon" style={style} aria-hidden>
      {icon}
    </span>
  );
}
