import type { HueName } from '@formwork/contract/hues/hues.ts';
import { DownloadOutlined } from '@ant-design/icons';
import { filesApi, filesPerUpload } from '@formwork/contract/files/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { FileDrop } from '@formwork/ui/input/file-drop.tsx';
import { useRef } from 'react';
import { call } from '@formwork/web/http/call.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import type { EditorProps, FieldUi, ShownProps } from '../field-ui.ts';
import { acceptText, archiveAddress, previewAddress, typedFiles } from './file-values.ts';
import { FileLine } from './FileLine.tsx';
import { useUnfinished } from '../record-context.ts';
import { UploadLine } from './UploadLine.tsx';
import { useUploads } from './use-uploads.ts';

export const attachmentUi: FieldUi<'attachment'> = {
  Editor: AttachmentEditor,
  Cell: FileCount,
  Detail: FileList,
  Card: FileCount,
  wide: true,
  width: 130,
};

function AttachmentEditor({ field, value, onChange, input }: EditorProps<'attachment'>) {
  const t = useT();
  const files = typedFiles(value);
  const latest = useRef(files);
  latest.current = files;
  // only files of this sitting may be deleted outright: a saved one belongs to the record until it is saved without it
  const own = useRef(new Set<string>());
  const { max, maxSize, accept } = field.config;
  const { uploads, busy, send, pause, resume, cancel } = useUploads(
    `${location.pathname}${location.search}#${field.id}`,
    ({ id, name, size, type }) => {
      own.current.add(id);
      latest.current = [...latest.current, { id, name, size, type }];
      onChange(latest.current);
    },
  );
  useUnfinished(
    field.id,
    uploads.some(({ state }) => state !== 'left'),
  );
  const room = max - files.length - uploads.filter(({ state }) => state !== 'left').length;

  const remove = (id: string) => {
    onChange(latest.current.filter((file) => file.id !== id));
    // an upload nobody attached is swept up by the server in time, so a failure here needs no word
    if (own.current.delete(id)) void call(filesApi.remove, { params: { fileId: id } }).catch(() => undefined);
  };

  return (
    <div className="fw-files">
      {files.map((file) => (
        <FileLine key={file.id} file={file} among={files} onRemove={() => remove(file.id)} />
      ))}
      {uploads.map((upload) => (
        <UploadLine
          key={upload.key}
          upload={upload}
          onPause={() => pause(upload.key)}
          onResume={() => resume(upload.key)}
          onCancel={() => cancel(upload.key)}
        />
      ))}
      {room > 0 && (
        <FileDrop
          small
          id={input.id}
          aria-describedby={input['aria-describedby']}
          accept={acceptText[accept] ?? ''}
          maxBytes={maxSize * 1024 * 1024}
          maxFiles={Math.min(filesPerUpload, room)}
          disabled={busy}
          note={t('records.file.limits', { count: filesPerUpload, size: maxSize, max })}
          onFiles={send}
        />
      )}
    </div>
  );
}

function FileList({ field, value }: ShownProps<'attachment'>) {
  const t = useT();
  const locale = useLocale();
  const files = typedFiles(value);
  return (
    <div className="fw-files">
      {files.map((file) => (
        <FileLine key={file.id} file={file} among={files} />
      ))}
      {files.length > 1 && (
        <a className="fw-files-all" href={archiveAddress(files, textIn(field.title, locale))} download>
          <DownloadOutlined /> {t('records.file.download_all', { count: files.length })}
        </a>
      )}
    </div>
  );
}

const kindHues: Readonly<Record<string, HueName>> = {
  pdf: 'red',
  doc: 'blue',
  docx: 'blue',
  xls: 'green',
  xlsx: 'green',
  csv: 'green',
  ppt: 'orange',
  pptx: 'orange',
  zip: 'brown',
  rar: 'brown',
  dwg: 'indigo',
  dxf: 'indigo',
  step: 'indigo',
  mp4: 'purple',
  jpg: 'teal',
  jpeg: 'teal',
  png: 'teal',
};

/** The kind of a file by its ending. */
function FileKind({ name }: { name: string }) {
  const dot = name.lastIndexOf('.');
  const ending = dot < 0 ? '' : name.slice(dot + 1, dot + 5).toLowerCase();
  return (
    <i className="fw-file-kind fw-option" data-hue={kindHues[ending] ?? 'grey'} aria-hidden>
      {ending}
    </i>
  );
}

function FileCount({ value }: ShownProps<'attachment'>) {
  const files = typedFiles(value);
  const [first, ...others] = files;
  if (!first) return null;
  return (
    <a
      className="fw-file-count"
      href={previewAddress(first, files)}
      target="_blank"
      rel="noopener"
      title={files.map(({ name }) => name).join('\n')}
    >
      <FileKind name={first.name} />
      <span className="fw-list-cell-text">{first.name}</span>
      {others.length > 0 && ` +${others.length}`}
    </a>
  );
}
