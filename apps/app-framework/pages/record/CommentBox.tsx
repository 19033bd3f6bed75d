import { PaperClipOutlined } from '@ant-design/icons';
import { filesApi } from '@formwork/contract/files/api.ts';
import type { FileValue } from '@formwork/contract/forms/values/value.ts';
import { mostCommentFiles, mostCommentText } from '@formwork/contract/records/talk.ts';
import { FileLine } from '@formwork/records-ui/fields/files/FileLine.tsx';
import { UploadLine } from '@formwork/records-ui/fields/files/UploadLine.tsx';
import { useUploads } from '@formwork/records-ui/fields/files/use-uploads.ts';
import { call } from '@formwork/web/http/call.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { MentionBox, type Written } from '@formwork/web/pickers/MentionBox.tsx';
import { App } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { keepCommentDraft, readCommentDraft } from './comment-draft.ts';

interface Props {
  label: string;
  initial?: Written;
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

/** What is said about a record, and files with it. */
export function CommentBox({ label, initial, about, failure, withFiles = false, send, onCancel }: Props) {
  const t = useT();
  const { message } = App.useApp();
  const [draft] = useState(() => (about === undefined ? undefined : readCommentDraft(about)));
  const [written, setWritten] = useState<Written>(initial ?? draft ?? { text: '', mentioned: [] });
  const [files, setFiles] = useState<FileValue[]>(draft?.files ?? []);
  useEffect(() => {
    if (about !== undefined) keepCommentDraft(about, { ...written, files });
  }, [about, written, files]);
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
  const input = useRef<HTMLInputElement>(null);

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
    <MentionBox
      words={{
        label: t('records.comment.text'),
        placeholder: t('records.comment.placeholder'),
        send: label,
        empty: t('records.comment.empty'),
        unseeing: (names) => t('records.comment.unseeing', { names }),
      }}
      maxLength={mostCommentText}
      initial={written}
      failure={failure}
      busy={busy}
      onWritten={setWritten}
      send={async (said) => {
        const answer = await send({ ...said, files });
        if (answer) setFiles([]);
        return answer;
      }}
      onCancel={onCancel}
      beside={
        withFiles &&
        files.length < mostCommentFiles && (
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
        )
      }
    >
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
    </MentionBox>
  );
}
