import { RotateLeftOutlined, RotateRightOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons';
import { useKeys } from '@formwork/ui/designer/use-keys.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button } from 'antd';
import { useRef, useState, type PointerEvent } from 'react';
import { NotLoaded, type ContentProps } from './FileContent.tsx';

const smallest = 0.1;
const largest = 10;

interface View {
  zoom: number;
  turned: number;
  x: number;
  y: number;
}

const whole: View = { zoom: 1, turned: 0, x: 0, y: 0 };

/** A picture, fitted at first; zoomed by wheel and buttons, moved by dragging, turned by quarters. */
export default function ImagePreview({ file }: ContentProps) {
  const t = useT();
  const [view, setView] = useState(whole);
  const [failed, setFailed] = useState(0);
  const [broken, setBroken] = useState(false);
  const held = useRef<{ x: number; y: number }>(undefined);
  const zoomBy = (factor: number) =>
    setView((now) => ({ ...now, zoom: Math.min(largest, Math.max(smallest, now.zoom * factor)) }));
  const turn = (degrees: number) => setView((now) => ({ ...now, turned: now.turned + degrees, x: 0, y: 0 }));
  useKeys({ '+': () => zoomBy(1.25), '-': () => zoomBy(0.8), '0': () => setView(whole), r: () => turn(90) });

  const move = (event: PointerEvent) => {
    if (!held.current) return;
    const { x, y } = held.current;
    held.current = { x: event.clientX, y: event.clientY };
    setView((now) => ({ ...now, x: now.x + event.clientX - x, y: now.y + event.clientY - y }));
  };
  if (broken)
    return (
      <NotLoaded
        retry={() => {
          setBroken(false);
          setFailed(failed + 1);
        }}
      />
    );
  return (
    <>
      <div className="preview-tools" role="toolbar" aria-label={t('preview.image.tools')}>
        <Button
          icon={<ZoomOutOutlined />}
          onClick={() => zoomBy(0.8)}
          aria-label={t('preview.zoom_out')}
          title={t('preview.zoom_out')}
        />
        <button type="button" className="preview-zoom" onClick={() => setView(whole)} title={t('preview.fit')}>
          {Math.round(view.zoom * 100)}%
        </button>
        <Button
          icon={<ZoomInOutlined />}
          onClick={() => zoomBy(1.25)}
          aria-label={t('preview.zoom_in')}
          title={t('preview.zoom_in')}
        />
        <Button
          icon={<RotateLeftOutlined />}
          onClick={() => turn(-90)}
          aria-label={t('preview.turn_left')}
          title={t('preview.turn_left')}
        />
        <Button
          icon={<RotateRightOutlined />}
          onClick={() => turn(90)}
          aria-label={t('preview.turn_right')}
          title={t('preview.turn_right')}
        />
      </div>
      <div
        className="preview-picture"
        onWheel={(event) => zoomBy(event.deltaY < 0 ? 1.1 : 1 / 1.1)}
        onDoubleClick={() => setView(view.zoom === 1 ? { ...view, zoom: 2.5 } : { ...whole, turned: view.turned })}
        onPointerDown={(event) => {
          held.current = { x: event.clientX, y: event.clientY };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={move}
        onPointerUp={() => {
          held.current = undefined;
        }}
      >
        <img
          key={failed}
          src={file.content}
          alt={file.name}
          draggable={false}
          onError={() => setBroken(true)}
          style={{ transform: `translate(${view.x}px, ${view.y}px) rotate(${view.turned}deg) scale(${view.zoom})` }}
        />
      </div>
    </>
  );
}
