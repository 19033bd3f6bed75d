import {
  FullscreenExitOutlined,
  FullscreenOutlined,
  PlusOutlined,
  RedoOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useUiText } from '../format/texts.ts';

export interface SheetBarProps {
  rows: number;
  invalid: number;
  /** What is wrong where one stands, else the first thing that is. */
  wrong: string | undefined;
  checked: number;
  full: boolean;
  onFull: () => void;
  onAdd: (() => void) | undefined;
  onDelete: (() => void) | undefined;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  editable: boolean;
  tools?: ReactNode;
}

export function SheetBar({
  rows,
  invalid,
  wrong,
  checked,
  full,
  onFull,
  onAdd,
  onDelete,
  undo,
  redo,
  editable,
  tools,
}: SheetBarProps) {
  const text = useUiText();
  const fullText = text(full ? 'ui.sheet.leave_full_screen' : 'ui.sheet.full_screen');
  return (
    <div className="fw-sheet-bar">
      {onAdd && (
        <Button size="small" icon={<PlusOutlined />} onClick={onAdd}>
          {text('ui.sheet.add_row')}
        </Button>
      )}
      {onDelete && checked > 0 && (
        <Button size="small" danger onClick={onDelete}>
          {text('ui.sheet.delete_rows', { count: checked })}
        </Button>
      )}
      {tools}
      <span className="fw-sheet-count">
        {text('ui.sheet.rows', { count: rows })}
        {invalid > 0 && (
          <b role="status">
            {' '}
            · {text('ui.sheet.invalid_rows', { count: invalid })}
            {wrong && ` · ${wrong}`}
          </b>
        )}
      </span>
      {editable && <Tool label={text('ui.sheet.undo')} icon={<UndoOutlined />} onClick={undo} />}
      {editable && <Tool label={text('ui.sheet.redo')} icon={<RedoOutlined />} onClick={redo} />}
      <Tool label={fullText} icon={full ? <FullscreenExitOutlined /> : <FullscreenOutlined />} onClick={onFull} />
    </div>
  );
}

function Tool({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: (() => void) | undefined }) {
  return (
    <button
      type="button"
      className="fw-icon-button"
      aria-label={label}
      title={label}
      disabled={!onClick}
      onClick={onClick}
    >
      {icon}
    </button>
  );
}
