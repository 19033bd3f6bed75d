import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { filesApi, filesPerUpload } from '@formwork/contract/files/api.ts';
import { pictureTypes } from '@formwork/contract/forms/field-types/image.ts';
import { useRef, useState } from 'react';
import { call } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { upload } from '@formwork/web/http/upload.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { previewAddress, smallPictureAddress, typedFiles } from './file-values.ts';
import type { EditorProps, FieldUi, ShownProps } from '../field-ui.ts';
import './pictures.css';
import { useUnfinished } from '../record-context.ts';

export const imageUi: FieldUi<'image'> = {
  Editor: PicturesEditor,
  Cell: SmallPictures,
  Detail: Pictures,
  Card: SmallPictures,
  wide: true,
  width: 140,
};

function PicturesEditor({ field, value, onChange, input }: EditorProps<'image'>) {
  const t = useT();
  const files = typedFiles(value);
  const latest = useRef(files);
  latest.current = files;
  const chooser = useRef<HTMLInputElement>(null);
  // only files of this sitting may be deleted outright: a saved one belongs to the record until it is saved without it
  const own = useRef(new Set<string>());
  const [sending, setSending] = useState<number>();
  const [problem, setProblem] = useState<string>();
  useUnfinished(field.id, sending !== undefined);
  const { max, maxSize } = field.config;

  const send = async (chosen: File[]) => {
    setProblem(undefined);
    const room = Math.min(filesPerUpload, max - latest.current.length);
    if (chosen.length > room) return setProblem(t('records.picture.no_room', { count: room }));
    if (chosen.some(({ size }) => size > maxSize * 1024 * 1024))
      return setProblem(t('records.picture.too_large', { size: maxSize }));
    setSending(0);
    try {
      const sent = await upload(filesApi.upload, { query: { purpose: 'attachment' } }, chosen, {
        onProgress: setSending,
      });
      const pictures = sent.filter(({ type }) => pictureTypes.includes(type));
      if (pictures.length < sent.length) setProblem(t('records.value.not_picture'));
      for (const { id, type } of sent)
        if (pictureTypes.includes(type)) own.current.add(id);
        else drop(id);
      if (pictures.length > 0)
        onChange([...latest.current, ...pictures.map(({ id, name, size, type }) => ({ id, name, size, type }))]);
    } catch (error) {
      setProblem(errorText(error, t));
    } finally {
      setSending(undefined);
    }
  };
  const remove = (id: string) => {
    onChange(latest.current.filter((file) => file.id !== id));
    if (own.current.delete(id)) drop(id);
  };

  return (
    <div
      className="fw-pictures"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void send([...event.dataTransfer.files]);
      }}
    >
      {files.map((file) => (
        <span key={file.id} className="fw-picture">
          <a href={previewAddress(file, files)} target="_blank" rel="noopener noreferrer">
            <img src={smallPictureAddress(file, 320)} alt={file.name} loading="lazy" />
          </a>
          <button
            type="button"
            aria-label={t('records.file.remove', { name: file.name })}
            title={t('records.file.remove', { name: file.name })}
            onClick={() => remove(file.id)}
          >
            <CloseOutlined />
          </button>
        </span>
      ))}
      {files.length < max && (
        <button
          type="button"
          id={input.id}
          aria-describedby={input['aria-describedby']}
          className="fw-picture-add"
          disabled={sending !== undefined}
          onClick={() => chooser.current?.click()}
        >
          {sending === undefined ? <PlusOutlined /> : <progress value={sending} max={1} />}
          <small>{t('records.picture.add', { count: files.length, max })}</small>
        </button>
      )}
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept={pictureTypes.join()}
        aria-label={t('records.picture.add', { count: files.length, max })}
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])];
          event.target.value = '';
          if (chosen.length > 0) void send(chosen);
        }}
      />
      {problem && (
        <p className="fw-field-error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

/** An upload nobody attached is swept up by the server in time, so a failure here needs no word. */
function drop(fileId: string): void {
  void call(filesApi.remove, { params: { fileId } }).catch(() => undefined);
}

export function Pictures({ value }: Pick<ShownProps, 'value'>) {
  return (
    <span className="fw-pictures">
      {typedFiles(value).map((file) => (
        <a
          key={file.id}
          className="fw-picture"
          href={previewAddress(file, typedFiles(value))}
          target="_blank"
          rel="noopener noreferrer"
        >
          <img src={smallPictureAddress(file, 320)} alt={file.name} loading="lazy" />
        </a>
      ))}
    </span>
  );
}

export function SmallPictures({ value }: Pick<ShownProps, 'value'>) {
  const files = typedFiles(value);
  return (
    <span className="fw-pictures-small">
      {files.slice(0, 3).map((file) => (
        <img key={file.id} src={smallPictureAddress(file, 96)} alt={file.name} title={file.name} loading="lazy" />
      ))}
      {files.length > 3 && `+${files.length - 3}`}
    </span>
  );
}
