import { PaperClipOutlined } from '@ant-design/icons';
import { filesApi, filesPerUpload } from '@formwork/contract/files/api.ts';
import { FileDrop } from '@formwork/ui/file-drop.tsx';
import { useRef, useState } from 'react';
import { call } from '../http/call.ts';
import { errorText } from '../http/error-text.ts';
import { isApiError } from '../http/api-error.ts';
import { upload } from '../http/upload.ts';
import { useT } from '../i18n/i18n.ts';
import { acceptText, fileAddress, typedFiles } from './file-values.ts';
import { FileLine, UploadLine } from './FileLine.tsx';
import type { EditorProps, FieldUi, ShownProps } from './field-ui.ts';

export const attachmentUi: FieldUi<'attachment'> = { Editor: AttachmentEditor, Cell: FileCount, Detail: FileList, Card: FileCount, wide: true, width: 130 };

interface Sending {
  names: string;
  part: number;
  failed?: string;
  stop: AbortController;
}

function AttachmentEditor({ field, value, onChange, input }: EditorProps<'attachment'>) {
  const t = useT();
  const files = typedFiles(value);
  const latest = useRef(files);
  latest.current = files;
  // only files of this sitting may be deleted outright: a saved one belongs to the record until it is saved without it
  const own = useRef(new Set<string>());
  const [sending, setSending] = useState<Sending>();
  const { max, maxSize, accept } = field.config;
  const room = max - files.length;

  const send = async (chosen: File[]) => {
    const stop = new AbortController();
    const names = chosen.map(({ name }) => name).join(', ');
    setSending({ names, part: 0, stop });
    try {
      const sent = await upload(filesApi.upload, { query: { purpose: 'attachment' } }, chosen, { signal: stop.signal, onProgress: (part) => setSending((now) => now && { ...now, part }) });
      for (const { id } of sent) own.current.add(id);
      onChange([...latest.current, ...sent.map(({ id, name, size, type }) => ({ id, name, size, type }))]);
      setSending(undefined);
    } catch (error) {
      const cancelled = isApiError(error) && error.kind === 'cancelled';
      setSending(cancelled ? undefined : { names, part: 0, stop, failed: errorText(error, t) });
    }
  };

  const remove = (id: string) => {
    onChange(latest.current.filter((file) => file.id !== id));
    // an upload nobody attached is swept up by the server in time, so a failure here needs no word
    if (own.current.delete(id)) void call(filesApi.remove, { params: { fileId: id } }).catch(() => undefined);
  };

  return (
    <div className="fw-files">
      {files.map((file) => <FileLine key={file.id} file={file} onRemove={() => remove(file.id)} />)}
      {sending && <UploadLine name={sending.names} part={sending.part} failed={sending.failed} onCancel={() => { sending.stop.abort(); setSending(undefined); }} />}
      {room > 0 && (
        <FileDrop
          small
          id={input.id}
          aria-describedby={input['aria-describedby']}
          accept={acceptText[accept] ?? ''}
          maxBytes={maxSize * 1024 * 1024}
          maxFiles={Math.min(filesPerUpload, room)}
          disabled={sending !== undefined && sending.failed === undefined}
          note={t('records.file.limits', { count: filesPerUpload, size: maxSize, max })}
          onFiles={(chosen) => void send(chosen)}
        />
      )}
    </div>
  );
}

function FileList({ value }: ShownProps<'attachment'>) {
  return <div className="fw-files">{typedFiles(value).map((file) => <FileLine key={file.id} file={file} />)}</div>;
}

function FileCount({ value }: ShownProps<'attachment'>) {
  const [first, ...others] = typedFiles(value);
  if (!first) return null;
  return (
    <a className="fw-file-count" href={fileAddress(first)} target="_blank" rel="noopener noreferrer" title={typedFiles(value).map(({ name }) => name).join('\n')}>
      <PaperClipOutlined /> <span className="fw-list-cell-text">{first.name}</span>{others.length > 0 && ` +${others.length}`}
    </a>
  );
}
