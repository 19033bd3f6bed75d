import { filesApi, type FileView } from '@formwork/contract/files/api.ts';
import { Alert, Button, Modal } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../http/error-text.ts';
import { upload } from '../http/upload.ts';
import { useT } from '../i18n/i18n.ts';
import { blankPaper, startPen } from './pen.ts';
import './signature.css';

export interface SignatureDialogProps {
  onClose: () => void;
  /** Gets the PNG that was uploaded; what it throws is shown in the dialog. */
  onDrawn: (file: FileView) => Promise<void> | void;
}

/** A sheet to sign on with a pen, a finger or the mouse. */
export default function SignatureDialog({ onClose, onDrawn }: SignatureDialogProps) {
  const t = useT();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [empty, setEmpty] = useState(true);
  const [problem, setProblem] = useState<string>();
  const [sending, setSending] = useState(false);
  useEffect(() => (canvas.current ? startPen(canvas.current, () => setEmpty(false)) : undefined), []);
  const clear = () => {
    blankPaper(canvas.current!);
    setEmpty(true);
  };
  const send = async () => {
    setSending(true);
    setProblem(undefined);
    try {
      const blob = await new Promise<Blob | null>((done) => canvas.current!.toBlob(done, 'image/png'));
      const [file] = await upload(filesApi.upload, { query: { purpose: 'signature' } }, [
        new File([blob!], 'signature.png', { type: 'image/png' }),
      ]);
      if (file) await onDrawn(file);
    } catch (error) {
      setProblem(errorText(error, t));
    } finally {
      setSending(false);
    }
  };
  return (
    <Modal
      open
      title={t('records.signature.draw')}
      okText={t('records.signature.save')}
      okButtonProps={{ disabled: empty, loading: sending }}
      cancelText={t('ui.action.cancel')}
      onOk={() => void send()}
      onCancel={onClose}
      width={600}
    >
      <canvas
        ref={canvas}
        className="fw-signature-paper"
        width={960}
        height={320}
        aria-label={t('records.signature.paper')}
      />
      <Button size="small" disabled={empty} onClick={clear}>
        {t('records.signature.clear')}
      </Button>
      {problem && <Alert type="error" showIcon title={problem} />}
    </Modal>
  );
}
