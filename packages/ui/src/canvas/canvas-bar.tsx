import {
  AimOutlined,
  ApartmentOutlined,
  CopyOutlined,
  DeleteOutlined,
  MinusOutlined,
  PlusOutlined,
  RedoOutlined,
  ShareAltOutlined,
  SnippetsOutlined,
  UndoOutlined,
  CompressOutlined,
} from '@ant-design/icons';
import { useReactFlow, useViewport, type FitViewOptions } from '@xyflow/react';
import type { ReactNode } from 'react';
import { useUiText } from '../format/texts.ts';
import type { CanvasHistory } from './canvas-types.ts';

export interface CanvasBarProps {
  editable: boolean;
  history: CanvasHistory | undefined;
  onCopy: (() => void) | undefined;
  onPaste: () => void;
  onDelete: (() => void) | undefined;
  /** Joins the two nodes that are chosen: what a line drawn by hand does, for keys and fingers. */
  onJoin: (() => void) | undefined;
  onLayout: () => void;
  map: boolean;
  onMap: (() => void) | undefined;
}

export function CanvasBar({
  editable,
  history,
  onCopy,
  onPaste,
  onDelete,
  onJoin,
  onLayout,
  map,
  onMap,
}: CanvasBarProps) {
  const text = useUiText();
  const flow = useReactFlow();
  const { zoom } = useViewport();
  return (
    <div className="fw-canvas-bar" role="toolbar">
      {editable && (
        <>
          {history && (
            <Tool
              label={text('ui.canvas.undo')}
              note="Ctrl+Z"
              icon={<UndoOutlined />}
              onClick={history.canUndo ? history.undo : undefined}
            />
          )}
          {history && (
            <Tool
              label={text('ui.canvas.redo')}
              note="Ctrl+Y"
              icon={<RedoOutlined />}
              onClick={history.canRedo ? history.redo : undefined}
            />
          )}
          <Tool label={text('ui.canvas.copy')} note="Ctrl+C" icon={<CopyOutlined />} onClick={onCopy} />
          <Tool label={text('ui.canvas.paste')} note="Ctrl+V" icon={<SnippetsOutlined />} onClick={onPaste} />
          <Tool label={text('ui.canvas.delete')} note="Delete" icon={<DeleteOutlined />} onClick={onDelete} />
          <Tool label={text('ui.canvas.join')} icon={<ShareAltOutlined />} onClick={onJoin} />
          <Tool label={text('ui.canvas.layout')} icon={<ApartmentOutlined />} onClick={onLayout} />
          <span className="fw-canvas-bar-line" />
        </>
      )}
      <Tool label={text('ui.canvas.zoom_out')} icon={<MinusOutlined />} onClick={() => void flow.zoomOut()} />
      <button
        type="button"
        className="fw-icon-button fw-canvas-zoom"
        onClick={() => void flow.zoomTo(1)}
        aria-label={`${Math.round(zoom * 100)} %`}
      >
        {Math.round(zoom * 100)}%
      </button>
      <Tool label={text('ui.canvas.zoom_in')} icon={<PlusOutlined />} onClick={() => void flow.zoomIn()} />
      <Tool label={text('ui.canvas.fit')} icon={<CompressOutlined />} onClick={() => void flow.fitView(fitOptions)} />
      {onMap && <Tool label={text('ui.canvas.map')} icon={<AimOutlined />} pressed={map} onClick={onMap} />}
    </div>
  );
}

/** The bar itself stands at the bottom. */
export const fitOptions: FitViewOptions = { padding: { top: 0.15, x: 0.15, bottom: '64px' }, maxZoom: 1 };

function Tool({
  label,
  note,
  icon,
  onClick,
  pressed,
}: {
  label: string;
  note?: string;
  icon: ReactNode;
  onClick: (() => void) | undefined;
  pressed?: boolean;
}) {
  return (
    <button
      type="button"
      className="fw-icon-button"
      aria-label={label}
      title={note ? `${label} (${note})` : label}
      aria-pressed={pressed}
      disabled={!onClick}
      onClick={onClick}
    >
      {icon}
    </button>
  );
}
