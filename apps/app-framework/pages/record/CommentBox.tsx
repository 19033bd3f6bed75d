import { PaperClipOutlined } from '@ant-design/icons';
import { filesApi } from '@formwork/contract/files/api.ts';
import type { FileValue } from '@formwork/contract/forms/values/value.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { mostCommentFiles, mostCommentText } from '@formwork/contract/records/talk.ts';
import { Person } from '@formwork/ui/avatar.tsx';
import { FileLine } from '@formwork/web/fields/FileLine.tsx';
import { UploadLine } from '@formwork/web/fields/UploadLine.tsx';
import { useUploads } from '@formwork/web/fields/use-uploads.ts';
import { useNames } from '@formwork/web/fields/names.ts';
import { call } from '@formwork/web/http/call.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { App, Button, Mentions } from 'antd';
import { useId, useRef, useState } from 'react';

interface Named {
  id: string;
  name: string;
}

interface Props {
  label: string;
  initial?: { text: string; mentions: Named[] };
  /** Why the last attempt failed; what was written stays. */
  failure: string | undefined;
  withFiles?: boolean;
  send: (written: { text: string; mentions: string[]; files: FileValue[] }) => Promise<{ unseeing: string[] } | undefined>;
  onCancel?: () => void;
}

/** A text that may mention people, and files with it. Ctrl-Enter sends. */
export function CommentBox({ label, initial, failure, withFiles = false, send, onCancel }: Props) {
  const t = useT();
  const id = useId();
  const { message } = App.useApp();
  const [text, setText] = useState(initial?.text ?? '');
  const [mentioned, setMentioned] = useState<Named[]>(initial?.mentions ?? []);
  const [files, setFiles] = useState<FileValue[]>([]);
  const { uploads, busy, send: upload, pause, resume, cancel } = useUploads(`${location.pathname}${location.search}#comment`, ({ id: fileId, name, size, type }) => setFiles((now) => [...now, { id: fileId, name, size, type }]));
  const [sending, setSending] = useState(false);
  const [isEmpty, setEmpty] = useState(false);
  const { found, look } = usePeopleSearch();
  const input = useRef<HTMLInputElement>(null);
  const nameOf = useNames('people', mentioned.map((one) => one.id));
  const error = isEmpty ? t('records.comment.empty') : failure;

  const submit = async () => {
    if (text.trim() === '') return setEmpty(true);
    setSending(true);
    const answer = await send({ text, mentions: mentioned.filter(({ name }) => text.includes(`@${name}`)).map((one) => one.id), files });
    setSending(false);
    if (!answer) return;
    if (answer.unseeing.length > 0) void message.warning(t('records.comment.unseeing', { names: answer.unseeing.map((one) => nameOf(one) ?? mentioned.find((each) => each.id === one)?.name ?? '…').join('、') }));
    setText('');
    setMentioned([]);
    setFiles([]);
  };

  const removeFile = (fileId: string) => {
    setFiles((now) => now.filter((file) => file.id !== fileId));
    // an upload nobody attached is swept up by the server in time
    void call(filesApi.remove, { params: { fileId } }).catch(() => undefined);
  };

  return (
    <div className="fw-comment-box">
      <Mentions
        value={text}
        maxLength={mostCommentText}
        autoSize={{ minRows: 2, maxRows: 8 }}
        placeholder={t('records.comment.placeholder')}
        aria-label={t('records.comment.text')}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        status={error === undefined ? '' : 'error'}
        filterOption={false}
        options={found.map(({ id: person, name, note }) => ({ key: person, value: name, person, label: <Person name={name} note={note} /> }))}
        onSearch={look}
        onSelect={(option) => {
          // people may share a name: the option carries the id beside it
          const { person, value } = option as typeof option & { person: string };
          setMentioned((now) => [...now.filter((one) => one.id !== person), { id: person, name: value ?? '' }]);
        }}
        onChange={(next) => { setText(next); setEmpty(false); }}
        onKeyDown={(event) => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(); }}
      />
      {error !== undefined && <span id={`${id}-error`} role="alert" className="fw-comment-error">{error}</span>}
      {files.map((file) => <FileLine key={file.id} file={file} among={files} onRemove={() => removeFile(file.id)} />)}
      {withFiles && uploads.map((one) => <UploadLine key={one.key} upload={one} onPause={() => pause(one.key)} onResume={() => resume(one.key)} onCancel={() => cancel(one.key)} />)}
      <div className="fw-comment-buttons">
        {withFiles && files.length < mostCommentFiles && (
          <>
            <input ref={input} type="file" multiple hidden aria-label={t('records.comment.attach')} onChange={({ target }) => { void upload([...(target.files ?? [])].slice(0, mostCommentFiles - files.length)); target.value = ''; }} />
            <button type="button" className="fw-icon-button" aria-label={t('records.comment.attach')} title={t('records.comment.attach')} onClick={() => input.current?.click()}><PaperClipOutlined /></button>
          </>
        )}
        {onCancel && <Button size="small" onClick={onCancel}>{t('ui.action.cancel')}</Button>}
        <Button size="small" type="primary" loading={sending} disabled={busy} onClick={() => void submit()}>{label}</Button>
      </div>
    </div>
  );
}

/** People whose name, pinyin or login begins as what is typed behind the @. */
function usePeopleSearch() {
  const [found, setFound] = useState<(Named & { note: string })[]>([]);
  const asked = useRef('');
  const look = (search: string) => {
    asked.current = search;
    void call(organizationApi.pickPeople, { query: { limit: 8, ...(search !== '' && { search }) } }).then((people) => {
      // answers may overtake each other
      if (asked.current === search) setFound(people.filter(({ disabled }) => !disabled).map(({ id, name, department, login }) => ({ id, name, note: department ?? login })));
    }, () => setFound([]));
  };
  return { found, look };
}
