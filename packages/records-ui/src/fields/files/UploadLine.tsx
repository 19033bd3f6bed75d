import { CaretRightOutlined, CloseOutlined, PauseOutlined, ReloadOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useT } from '@formwork/web/i18n/i18n.ts';
import type { Upload } from './use-uploads.ts';

export interface UploadLineProps {
  upload: Upload;
  onPause: () => void;
  onResume: () => void;
  onCancel: () => void;
}

/** One file on its way: how far it is, pause and going on where it can be, and giving up. */
export function UploadLine({ upload, onPause, onResume, onCancel }: UploadLineProps) {
  const t = useT();
  const { name, part, state, problem, large } = upload;
  const percent = Math.round(part * 100);
  return (
    <div className="fw-file" data-failed={state === 'failed' || undefined} data-upload={state}>
      <span className="fw-file-name" title={name}>
        {name}
      </span>
      {state === 'failed' && (
        <span className="fw-file-note" role="alert">
          {t('records.file.upload_failed')} {problem}
        </span>
      )}
      {state === 'left' && <span className="fw-file-note">{t('records.file.left', { percent })}</span>}
      {state === 'paused' && <span className="fw-file-note">{t('records.file.paused', { percent })}</span>}
      {state === 'sending' && (
        <>
          <progress
            className="fw-file-progress"
            value={part}
            max={1}
            aria-label={t('records.file.uploading', { name })}
          />
          <span className="fw-field-note fw-file-percent">{percent}%</span>
        </>
      )}
      {state === 'sending' && large && (
        <IconButton label={t('records.file.pause', { name })} onClick={onPause} icon={<PauseOutlined />} />
      )}
      {state === 'paused' && (
        <IconButton label={t('records.file.resume', { name })} onClick={onResume} icon={<CaretRightOutlined />} />
      )}
      {state === 'failed' && (
        <IconButton label={t('records.file.retry', { name })} onClick={onResume} icon={<ReloadOutlined />} />
      )}
      <IconButton label={t('ui.action.cancel')} onClick={onCancel} icon={<CloseOutlined />} />
    </div>
  );
}

function IconButton({ label, onClick, icon }: { label: string; onClick: () => void; icon: ReactNode }) {
  return (
    <button type="button" className="fw-icon-button" onClick={onClick} aria-label={label} title={label}>
      {icon}
    </button>
  );
}
