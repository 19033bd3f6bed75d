import { filesApi } from '@formwork/contract/files/api.ts';
import { profileApi, type Profile } from '@formwork/contract/profile/api.ts';
import { FieldRow } from '@formwork/ui/field-row.tsx';
import { errorText } from '@formwork/web/http/error-text.ts';
import { upload } from '@formwork/web/http/upload.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Alert, Button, Modal } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { pictureAddress } from '@formwork/web/http/picture-address.ts';

/** The signature as it is written by hand. */
export function DrawnSignature({ profile: { drawnSignature } }: { profile: Profile }) {
  const t = useT();
  const [drawing, setDrawing] = useState(false);
  const remove = useCommand(profileApi.removeDrawnSignature, { refresh: [profileApi.get] });
  return (
    <FieldRow name="drawnSignature" wide label={t('personal.signature.title')}>
      <div className="drawn-signature">
        {drawnSignature ? <img src={pictureAddress(drawnSignature)} alt={t('personal.signature.title')} /> : <span className="my-info-note">{t('personal.signature.none')}</span>}
        <Button id="drawnSignature" size="small" onClick={() => setDrawing(true)}>{t(drawnSignature ? 'personal.signature.again' : 'personal.signature.draw')}</Button>
        {drawnSignature && <Button size="small" type="text" danger loading={remove.pending} onClick={() => void remove.run()}>{t('personal.signature.remove')}</Button>}
      </div>
      {drawing && <DrawDialog onClose={() => setDrawing(false)} />}
    </FieldRow>
  );
}

function DrawDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [empty, setEmpty] = useState(true);
  const [problem, setProblem] = useState<string>();
  const [sending, setSending] = useState(false);
  const save = useCommand(profileApi.setDrawnSignature, { refresh: [profileApi.get], quiet: true, onDone: onClose });
  useEffect(() => canvas.current ? startPen(canvas.current, () => setEmpty(false)) : undefined, []);
  const clear = () => {
    paper(canvas.current!);
    setEmpty(true);
  };
  const send = async () => {
    setSending(true);
    setProblem(undefined);
    try {
      const blob = await new Promise<Blob | null>((done) => canvas.current!.toBlob(done, 'image/png'));
      const [file] = await upload(filesApi.upload, { query: { purpose: 'signature' } }, [new File([blob!], 'signature.png', { type: 'image/png' })]);
      if (file) await save.run({ body: { file: file.id } });
    } catch (error) {
      setProblem(errorText(error, t));
    } finally {
      setSending(false);
    }
  };
  return (
    <Modal open title={t('personal.signature.draw')} okText={t('personal.signature.save')} okButtonProps={{ disabled: empty, loading: sending }} onOk={() => void send()} onCancel={onClose} width={600}>
      <canvas ref={canvas} className="signature-paper" width={960} height={320} aria-label={t('personal.signature.paper')} />
      <Button size="small" disabled={empty} onClick={clear}>{t('personal.signature.clear')}</Button>
      {(problem ?? save.errorText) && <Alert type="error" showIcon title={problem ?? save.errorText} />}
    </Modal>
  );
}

/** Paper is white and ink is black under every skin: the picture goes onto printed pages. */
function paper(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')!;
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return context;
}

/** Lets a pointer draw lines; the returned function takes the pen away. */
function startPen(canvas: HTMLCanvasElement, onStroke: () => void): () => void {
  const context = Object.assign(paper(canvas), { strokeStyle: 'black', lineWidth: 6, lineCap: 'round', lineJoin: 'round' } as const);
  let last: { x: number; y: number } | undefined;
  const at = (event: PointerEvent) => ({ x: (event.offsetX / canvas.clientWidth) * canvas.width, y: (event.offsetY / canvas.clientHeight) * canvas.height });
  const draw = (event: PointerEvent) => {
    if (!last) return;
    const next = at(event);
    context.beginPath();
    context.moveTo(last.x, last.y);
    context.lineTo(next.x, next.y);
    context.stroke();
    last = next;
    onStroke();
  };
  const down = (event: PointerEvent) => {
    canvas.setPointerCapture(event.pointerId);
    last = at(event);
    draw(event);
  };
  const up = () => { last = undefined; };
  const events = [['pointerdown', down], ['pointermove', draw], ['pointerup', up], ['pointercancel', up]] as const;
  for (const [name, listener] of events) canvas.addEventListener(name, listener);
  return () => { for (const [name, listener] of events) canvas.removeEventListener(name, listener); };
}
