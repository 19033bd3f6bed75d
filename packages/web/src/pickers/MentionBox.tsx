import { App, Button } from 'antd';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useLocale, useT } from '../i18n/i18n.ts';
import { MentionInput, mentionsIn, type Mentioned } from './MentionInput.tsx';
import './mention-box.css';

export interface Written {
  text: string;
  mentioned: Mentioned[];
}

interface Props {
  words: {
    label: string;
    placeholder: string;
    send: string;
    empty: string;
    /** Whom it mentions and who cannot see it. */
    unseeing: (names: string) => string;
  };
  maxLength: number;
  initial?: Written | undefined;
  /** Why the last attempt failed; what was written stays. */
  failure: string | undefined;
  /** What else goes with it is still on its way. */
  busy?: boolean;
  onWritten?: (written: Written) => void;
  send: (said: { text: string; mentions: string[] }) => Promise<{ unseeing: string[] } | undefined>;
  onCancel?: (() => void) | undefined;
  /** What goes with it, between text and buttons, and beside the buttons. */
  children?: ReactNode;
  beside?: ReactNode;
}

/** A text that may mention people, and the button that sends it, as Ctrl-Enter does. What was written stays until it is there. */
export function MentionBox(props: Props) {
  const { words, maxLength, initial, failure, busy = false, onWritten, send, onCancel, children, beside } = props;
  const t = useT();
  const locale = useLocale();
  const id = useId();
  const { message } = App.useApp();
  const [written, setWritten] = useState<Written>(initial ?? { text: '', mentioned: [] });
  const [isEmpty, setEmpty] = useState(false);
  const [sending, setSending] = useState(false);
  const { text, mentioned } = written;
  const error = isEmpty ? words.empty : failure;
  // oxlint-disable-next-line react/exhaustive-deps -- what is written says when, not who listens
  useEffect(() => onWritten?.(written), [written]);
  const busySending = useRef(false);
  const submit = async () => {
    if (text.trim() === '') return setEmpty(true);
    // keys repeat before the button is seen to be busy
    if (busySending.current || busy) return;
    busySending.current = true;
    setSending(true);
    const answer = await send({ text, mentions: mentionsIn(text, mentioned) });
    busySending.current = false;
    setSending(false);
    if (!answer) return;
    const unseeing = mentioned.filter((one) => answer.unseeing.includes(one.id)).map((one) => one.name);
    if (unseeing.length > 0) void message.warning(words.unseeing(unseeing.join(locale === 'zh-CN' ? '、' : ', ')));
    setWritten({ text: '', mentioned: [] });
  };
  return (
    <div className="fw-mention-box">
      <MentionInput
        label={words.label}
        placeholder={words.placeholder}
        text={text}
        maxLength={maxLength}
        mentioned={mentioned}
        error={error}
        errorId={`${id}-error`}
        onText={(next) => {
          setWritten((now) => ({ ...now, text: next }));
          setEmpty(false);
        }}
        onMentioned={(next) => setWritten((now) => ({ ...now, mentioned: next }))}
        onSend={() => void submit()}
      />
      {error !== undefined && (
        <span id={`${id}-error`} role="alert" className="fw-mention-error">
          {error}
        </span>
      )}
      {children}
      <div className="fw-mention-buttons">
        {beside}
        {onCancel && (
          <Button size="small" onClick={onCancel}>
            {t('ui.action.cancel')}
          </Button>
        )}
        <Button size="small" type="primary" loading={sending} disabled={busy} onClick={() => void submit()}>
          {words.send}
        </Button>
      </div>
    </div>
  );
}
