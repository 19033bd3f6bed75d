import { CloudUploadOutlined } from '@ant-design/icons';
import { useRef, useState, type ReactNode } from 'react';
import { formatBytes } from '../format/number-format.ts';
import '../parts.css';
import { useUiText } from '../format/texts.ts';

export interface FileDropProps {
  onFiles: (files: File[]) => void;
  /** As in `<input accept>`: ".csv,.xlsx" or "image/*". */
  accept?: string;
  maxBytes?: number;
  maxFiles?: number;
  /** What may be dropped, in words. */
  note?: ReactNode;
  small?: boolean;
  disabled?: boolean;
  id?: string;
  'aria-describedby'?: string | undefined;
}

/** Takes files by drop, by click and by paste; says why it refuses one. The server checks content again. */
export function FileDrop({ onFiles, accept, maxBytes, maxFiles = 1, note, small, disabled, ...input }: FileDropProps) {
  const text = useUiText();
  const [over, setOver] = useState(false);
  const [refused, setRefused] = useState<string>();
  const depth = useRef(0);

  const take = (list: FileList | null | undefined) => {
    const files = [...(list ?? [])];
    if (files.length === 0 || disabled) return;
    const wrong = files.find((file) => !isAccepted(file, accept));
    const large = files.find((file) => maxBytes !== undefined && file.size > maxBytes);
    const problem =
      files.length > maxFiles
        ? text('ui.drop.too_many', { count: maxFiles })
        : wrong
          ? text('ui.drop.wrong_type', { name: wrong.name })
          : large
            ? text('ui.drop.too_large', { name: large.name, size: formatBytes(maxBytes!, 'en') })
            : undefined;
    setRefused(problem);
    if (!problem) onFiles(files);
  };

  return (
    <label
      className="fw-drop"
      data-over={over || undefined}
      data-small={small || undefined}
      onDragEnter={() => {
        depth.current++;
        setOver(true);
      }}
      onDragLeave={() => {
        if (--depth.current <= 0) {
          depth.current = 0;
          setOver(false);
        }
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        take(event.dataTransfer.files);
      }}
      onPaste={(event) => take(event.clipboardData.files)}
    >
      <CloudUploadOutlined />
      <span>
        {over ? (
          text('ui.drop.here')
        ) : (
          <>
            {text('ui.drop.hint')} <u>{text('ui.drop.choose')}</u>
          </>
        )}
      </span>
      {note && <span className="fw-drop-note">{note}</span>}
      {refused && (
        <span className="fw-drop-error" role="alert">
          {refused}
        </span>
      )}
      <input
        {...input}
        type="file"
        className="fw-hidden-text"
        accept={accept}
        multiple={maxFiles > 1}
        disabled={disabled}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = '';
        }}
      />
    </label>
  );
}

function isAccepted(file: File, accept: string | undefined) {
  if (!accept) return true;
  return accept
    .split(',')
    .map((rule) => rule.trim().toLowerCase())
    .some((rule) =>
      rule.startsWith('.')
        ? file.name.toLowerCase().endsWith(rule)
        : rule.endsWith('/*')
          ? file.type.startsWith(rule.slice(0, -1))
          : file.type === rule,
    );
}
