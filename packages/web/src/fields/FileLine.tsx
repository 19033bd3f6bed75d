import { CloseOutlined, DeleteOutlined, DownloadOutlined, FileOutlined } from '@ant-design/icons';
import type { FileValue } from '@formwork/contract/forms/values/value.ts';
import { formatBytes } from '@formwork/ui/number-format.ts';
import { useLocale, useT } from '../i18n/i18n.ts';
import { fileAddress, isPicture } from './file-values.ts';

/** One file: its picture or sign, a name that opens it, its size, download, and removal where that is allowed. */
export function FileLine({ file, onRemove }: { file: FileValue; onRemove?: () => void }) {
  const t = useT();
  const locale = useLocale();
  return (
    <div className="fw-file">
      {isPicture(file) ? <img className="fw-file-picture" src={fileAddress(file)} alt="" loading="lazy" /> : <span className="fw-file-picture"><FileOutlined /></span>}
      <a className="fw-file-name" href={fileAddress(file)} target="_blank" rel="noopener noreferrer" title={file.name}>{file.name}</a>
      <span className="fw-field-note">{formatBytes(file.size, locale)}</span>
      <a className="fw-icon-button" href={fileAddress(file, { download: true })} download={file.name} aria-label={t('records.file.download', { name: file.name })} title={t('records.file.download', { name: file.name })}><DownloadOutlined /></a>
      {onRemove && <button type="button" className="fw-icon-button" onClick={onRemove} aria-label={t('records.file.remove', { name: file.name })} title={t('records.file.remove', { name: file.name })}><DeleteOutlined /></button>}
    </div>
  );
}

export function UploadLine({ name, part, failed, onCancel }: { name: string; part: number; failed?: string | undefined; onCancel: () => void }) {
  const t = useT();
  return (
    <div className="fw-file" data-failed={failed !== undefined || undefined}>
      <span className="fw-file-name">{failed === undefined ? name : `${t('records.file.upload_failed')} ${failed}`}</span>
      {failed === undefined && <progress className="fw-file-progress" value={part} max={1} aria-label={t('records.file.uploading', { name })} />}
      <button type="button" className="fw-icon-button" onClick={onCancel} aria-label={t('ui.action.cancel')} title={t('ui.action.cancel')}><CloseOutlined /></button>
    </div>
  );
}
