import { Button, Modal } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../i18n/i18n.ts';
import { codeReader, type CodeReader, type ScannedFormat } from './code-reader.ts';

interface ScanDialogProps {
  format: ScannedFormat;
  onClose: () => void;
  onFound: (text: string) => void;
}

/** The camera looks until it finds a code; a photo does where there is no camera to look through. */
export default function ScanDialog({ format, onClose, onFound }: ScanDialogProps) {
  const t = useT();
  const video = useRef<HTMLVideoElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const found = useRef(onFound);
  found.current = onFound;
  const [problem, setProblem] = useState<'denied' | 'missing' | 'insecure' | 'none_found' | 'no_reader'>();

  useEffect(() => {
    let stream: MediaStream | undefined;
    let gone = false;
    const look = async () => {
      if (!window.isSecureContext || !('mediaDevices' in navigator)) return setProblem('insecure');
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      } catch (error) {
        return setProblem((error as DOMException).name === 'NotAllowedError' ? 'denied' : 'missing');
      }
      let reader: CodeReader;
      try {
        reader = await codeReader(format);
      } catch {
        return setProblem('no_reader');
      }
      if (gone || !video.current) return stream.getTracks().forEach((track) => track.stop());
      video.current.srcObject = stream;
      await video.current.play().catch(() => undefined);
      const next = async (): Promise<void> => {
        if (gone || !video.current) return;
        const text = await reader(video.current).catch(() => undefined);
        if (gone) return;
        if (text !== undefined) found.current(text);
        else setTimeout(() => void next(), 150);
      };
      void next();
    };
    void look();
    return () => {
      gone = true;
      stream?.getTracks().forEach((track) => track.stop());
    };
  }, [format]);

  const readPhoto = async (file: File) => {
    setProblem(undefined);
    try {
      const text = await (await codeReader(format))(await createImageBitmap(file));
      if (text === undefined) setProblem('none_found');
      else found.current(text);
    } catch {
      setProblem('no_reader');
    }
  };

  return (
    <Modal open title={t('records.code.scan')} footer={null} onCancel={onClose} width={480}>
      <div className="fw-scan">
        {problem === undefined || problem === 'none_found' ? (
          <video ref={video} muted playsInline aria-label={t('records.code.camera')} />
        ) : null}
        {problem && (
          <p className="fw-field-error" role="alert">
            {t(`records.code.${problem}`)}
          </p>
        )}
        <Button onClick={() => chooser.current?.click()}>{t('records.code.photo')}</Button>
        <input
          ref={chooser}
          type="file"
          hidden
          accept="image/*"
          capture="environment"
          aria-label={t('records.code.photo')}
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = '';
            if (file) void readPhoto(file);
          }}
        />
      </div>
    </Modal>
  );
}
