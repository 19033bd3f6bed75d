import { DeleteOutlined, DownloadOutlined, FileOutlined } from '@ant-design/icons';
import type { FileValue } from '@formwork/contract/forms/values/value.ts';
import { formatBytes } from '@formwork/ui/format/number-format.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { downloadAddress, previewAddress, smallPictureAddress } from './file-values.ts';

/** One file: its picture or sign, a name that opens its preview, its size, download, and removal where that is allowed. */
export function FileLine({
  file,
  among,
  onRemove,
}: {
  file: FileValue;
  among: readonly FileValue[];
  onRemove?: () => void;
}) {
  const t = useT();
  const locale = useLocale();
  const picture = smallPictureAddress(file, 96);
  return (
    <div className="fw-file">
      {picture ? (
        <img className="fw-file-picture" src={picture} alt="" loading="lazy" />
      ) : (
        <span className="fw-file-picture">
          <FileOutlined />
        </span>
      )}
      <a className="fw-file-name" href={previewAddress(file, among)} target="_blank" rel="noopener" title={file.name}>
        {file.name}
      </a>
      <span className="fw-field-note">{formatBytes(file.size, locale)}</span>
      <a
        className="fw-icon-button"
        href={downloadAddress(file)}
        download={file.name}
        aria-label={t('records.file.download', { name: file.name })}
        title={t('records.file.download', { name: file.name })}
      >
        <DownloadOutlined />
      </a>
      {onRemove && (
        <button
          type="button"
          className="fw-icon-button"
          onClick={onRemove}
          aria-label={t('records.file.remove', { name: file.name })}
          title={t('records.file.remove', { name: file.name })}
        >
          <DeleteOutlined />
        </button>
      )}
    </div>
  );
}
