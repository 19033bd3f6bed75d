import { CloseOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import './data-list.css';
import { useUiText } from '../format/texts.ts';

/** Floats over the list, so that nothing jumps when the first row is selected. */
export function BulkBar({ count, onClear, children }: { count: number; onClear: () => void; children?: ReactNode }) {
  const text = useUiText();
  return (
    <div className="fw-list-bulk" role="toolbar" aria-label={text('ui.list.selected', { count })}>
      <span className="fw-list-bulk-count" role="status">
        {text('ui.list.selected', { count })}
      </span>
      {children}
      <button
        type="button"
        className="fw-icon-button"
        onClick={onClear}
        aria-label={text('ui.list.clear_selection')}
        title={text('ui.list.clear_selection')}
      >
        <CloseOutlined />
      </button>
    </div>
  );
}
