import type { ReactNode } from 'react';
import { useMedia } from '../skin/use-media.ts';
import { gridColumns, phoneOrder, type Place } from './places.ts';
import './panels.css';

export const rowHeight = 38;
export const phoneQuery = '(max-width: 640px)';

export interface PanelGridProps {
  places: readonly Place[];
  /** The author's order on phones. */
  phone?: readonly string[];
  children(id: string): ReactNode;
}

/** Panels where their author has put them; one below the other on a phone. No script of the editor is needed for this. */
export function PanelGrid({ places, phone, children }: PanelGridProps) {
  const narrow = useMedia(phoneQuery);
  const shown = phoneOrder(places, narrow ? phone : []);
  return (
    <div className="fw-panels" data-phone={narrow || undefined}>
      {shown.map(({ id, x, y, w, h }) => (
        <div
          key={id}
          className="fw-panel"
          data-panel={id}
          style={
            narrow
              ? { height: h * rowHeight }
              : { gridColumn: `${x + 1} / span ${Math.min(w, gridColumns)}`, gridRow: `${y + 1} / span ${h}` }
          }
        >
          {children(id)}
        </div>
      ))}
    </div>
  );
}
