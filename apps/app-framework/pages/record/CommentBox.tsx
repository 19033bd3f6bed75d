import { PaperClipOutlined } from '@ant-design/icons';
import { filesApi } from '@formwork/contract/files/api.ts';
import type { FileValue } from '@formwork/contract/forms/values/value.ts';
import { mostCommentFiles, mostCommentText } from '@formwork/contract/records/talk.ts';
import { FileLine } from '@formwork/records-ui/fields/files/FileLine.tsx';
import { UploadLine } from '@formwork/records-ui/fields/files/UploadLine.tsx';
import { useUploads } from '@formwork/records-ui/fields/files/use-uploads.ts';
import { useNames } from '@formwork/web/pickers/names.ts';
import { call } from '@formwork/web/http/call.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { MentionInput, mentionsIn, type Mentioned } from '@formwork/web/pickers/MentionInput.tsx';
import { App, Button } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import { keepCommentDraft, readCommentDraft } from './comment-draft.ts';

interface Props {
  label: string;
  initial?: { text: string; mentions: Mentioned[] };
  /** What it is about: what was written and not sent is there again later. Left out where nothing is kept. */
  about?: string;
  /** Why the last attempt failed; what was written stays. */
  failure: string | undefined;
  withFiles?: boolean;
  send: (written: {
    text: string;
    mentions: string[];
    files: FileValue[];
  }) => Promise<{ unseeing: string[] } | undefined>;
  onCancel?: () => void;
}

/** A text that may mention people, and files with it. Ctrl-Enter sends. */
export function CommentBox({ label, initial, about, failure, withFiles = false, send, onCancel }: Props) {
  const t = useT();
  const locale = useLocale();
  const id = useId();
  const { message } = App.useApp();
  const [draft] = useState(() => (about === undefined ? undefined : readCommentDraft(about)));
  const [text, setText] = useState(initial?.text ?? draft?.text ?? '');
  const [mentioned, setMentioned] = useState<Mentioned[]>(initial?.mentions ?? draft?.mentioned ?? []);
  const [files, setFiles] = useState<FileValue[]>(draft?.files ?? []);
  useEffect(() => {
    if (about !== undefined) keepCommentDraft(about, { text, mentioned, files });
  }, [about, text, mentioned, files]);
  const {
    uploads,
    busy,
    send: upload,
    pause,
    resume,
    cancel,
  } = useUploads(`${location.pathname}${location.search}#comment`, ({ id: fileId, name, size, type }) =>
    setFiles((now) => [...now, { id: fileId, name, size, type }]),
  );
  const [sending, setSending] = useState(false);
  const [isEmpty, setEmpty] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const nameOf = useNames(
    'people',
    mentioned.map((one) => one.id),
  );
  const error = isEmpty ? t('records.comment.empty') : failure;

  const busySending = useRef(false);

  const submit = async () => {
    if (text.trim() === '') return setEmpty(true);
    // keys repeat before the button is seen to be busy
    if (busySending.current || busy) return;
    busySending.current = true;
    setSending(true);
    const answer = await send({ text, mentions: mentionsIn(text, mentioned), files });
    busySending.current = false;
    setSending(false);
    if (!answer) return;
    if (answer.unseeing.length > 0)
      void message.warning(
        t('records.comment.unseeing', {
          names: answer.unseeing
            .map((one) => nameOf(one) ?? mentioned.find((each) => each.id === one)?.name ?? '…')
            .join(locale === 'zh-CN' ? '、' : ', '),
        }),
      );
    setText('');
    setMentioned([]);
    setFiles([]);
  };

  const attach = (chosen: File[]) => {
    if (files.length + uploads.length + chosen.length > mostCommentFiles)
      void message.warning(t('records.comment.too_many_files', { count: mostCommentFiles }));
    else upload(chosen);
  };

  const removeFile = (fileId: string) => {
    setFiles((now) => now.filter((file) => file.id !== fileId));
    // an upload nobody attached is swept up by the server in time
    void call(filesApi.remove, { params: { fileId } }).catch(() => undefined);
  };

  return (
    <div className="fw-comment-box">
      <MentionInput
        label={t('records.comment.text')}
        placeholder={t('records.comment.placeholder')}
        text={text}
        maxLength={mostCommentText}
        mentioned={mentioned}
        error={error}
        errorId={`${id}-error`}
        onText={(next) => {
          setText(next);
          setEmpty(false);
        }}
        onMentioned={setMentioned}
        onSend={() => void submit()}
      />
      {error !== undefined && (
        <span id={`${id}-error`} role="alert" className="fw-comment-error">
          {error}
        </span>
      )}
      {files.map((file) => (
        <FileLine key={file.id} file={file} among={files} onRemove={() => removeFile(file.id)} />
      ))}
      {withFiles &&
        uploads.map((one) => (
          <UploadLine
            key={one.key}
            upload={one}
            onPause={() => pause(one.key)}
            onResume={() => resume(one.key)}
            onCancel={() => cancel(one.key)}
          />
        ))}
      <div className="fw-comment-buttons">
        {withFiles && files.length < mostCommentFiles && (
          <>
            <input
              ref={input}
              type="file"
              multiple
              hidden
              aria-label={t('records.comment.attach')}
              onChange={({ target }) => {
                attach([...(target.files ?? [])]);
                target.value = '';
              }}
            />
            <button
              type="button"
              className="fw-icon-button"
              aria-label={t('records.comment.attach')}
              title={t('records.comment.attach')}
              onClick={() => input.current?.click()}
            >
              <PaperClipOutlined />
            </button>
          </>
        )}
        {onCancel && (
          <Button size="small" onClick={onCancel}>
            {t('ui.action.cancel')}
          </Button>
        )}
        <Button size="small" type="primary" loading={sending} disabled={busy} onClick={() => void submit()}>
          {label}
        </Button>
      </div>
    </div>
  );
}
