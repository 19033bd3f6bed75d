import { CloseOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import '../parts.css';
import { useUiText } from '../format/texts.ts';

export interface FilterChip {
  id: string;
  title: string;
  /** The rest of the sentence: "is 1", "contains M". */
  condition?: ReactNode;
  onEdit?: () => void;
  onRemove: () => void;
}

/** A filter as sentences one can read, change and take away. */
export function FilterChips({
  chips,
  onClear,
  children,
}: {
  chips: readonly FilterChip[];
  onClear?: () => void;
  children?: ReactNode;
}) {
  const text = useUiText();
  if (chips.length === 0 && !children) return null;
  return (
    <div className="fw-chips">
      {chips.map((chip) => (
        <span key={chip.id} className="fw-chip">
          <button type="button" className="fw-chip-text" onClick={chip.onEdit} disabled={!chip.onEdit}>
            <b>{chip.title}</b> {chip.condition}
          </button>
          <button
            type="button"
            className="fw-chip-remove"
            onClick={chip.onRemove}
            aria-label={text('ui.filter.remove', { title: chip.title })}
            title={text('ui.action.remove')}
          >
            <CloseOutlined />
          </button>
        </span>
      ))}
      {children}
      {onClear && chips.length > 1 && (
        <button type="button" className="fw-chips-clear" onClick={onClear}>
          {text('ui.filter.clear')}
        </button>
      )}
    </div>
  );
}
