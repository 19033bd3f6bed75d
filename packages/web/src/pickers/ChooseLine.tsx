import type { ReactNode } from 'react';

/** A line that can be chosen, with its mark. */
export function ChooseLine({
  name,
  note,
  lead,
  multiple,
  chosen,
  onToggle,
}: {
  name: string;
  note: string | null;
  lead?: ReactNode;
  multiple: boolean;
  chosen: boolean;
  onToggle: () => void;
}) {
  return (
    <button
      type="button"
      className="choose-line"
      role={multiple ? 'checkbox' : 'radio'}
      aria-checked={chosen}
      onClick={onToggle}
    >
      <input type={multiple ? 'checkbox' : 'radio'} tabIndex={-1} aria-hidden readOnly checked={chosen} />
      {lead}
      <span className="choose-name">{name}</span>
      {note && <span className="choose-note">{note}</span>}
    </button>
  );
}
