import {
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type Ref,
} from 'react';
import { parseText, textOf, valueOf, type SheetColumn } from './sheet-columns.ts';

export interface EditorHandle {
  focus: () => void;
  commit: () => boolean;
}

export interface CursorProps<R> {
  row: R;
  column: SheetColumn<R>;
  /** Read aloud: column and row. */
  name: string;
  style: CSSProperties;
  locked: boolean;
  ref: Ref<EditorHandle>;
  /** Undefined while only moving; otherwise how editing began. */
  editing: { typed: string | undefined } | undefined;
  onEdit: (typed: string | undefined) => void;
  onCommit: (value: unknown) => void;
  onLeave: (then: 'down' | 'right' | 'left' | 'stay') => void;
  /** Keys while not editing. */
  onKey: (event: KeyboardEvent<HTMLElement>) => void;
}

/**
 * One field that follows the cursor and keeps the focus. While one only moves it is there but not seen, so that typing, an input method
 * included, starts in it at once and nothing typed is lost.
 */
export function SheetEditor<R>({
  ref,
  row,
  column,
  name,
  style,
  locked,
  editing,
  onEdit,
  onCommit,
  onLeave,
  onKey,
}: CursorProps<R>) {
  const input = useRef<HTMLInputElement>(null);
  const draft = useRef<{ value: unknown }>(undefined);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const own = !!column.renderEditor;
  const plain = !!editing && !own;

  const reset = () => {
    setText('');
    setProblem(undefined);
    draft.current = undefined;
  };
  useEffect(() => {
    if (!editing) {
      reset();
      return;
    }
    if (own) return;
    if (editing.typed === undefined) {
      const before = textOf(column, row);
      setText(before);
      // on a busy machine somebody types before the frame comes: what they typed is not to be written over
      requestAnimationFrame(() => {
        if (input.current?.value === before) input.current.select();
      });
    } else if (!input.current?.value) setText(editing.typed);
    // what is edited is decided when editing begins
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [editing]);
  useEffect(() => {
    if (!editing) input.current?.focus({ preventScroll: true });
  }, [editing, column, row]);

  /** False when the text does not fit: the message stays and so does the text. Whoever leaves the sheet leaves the text behind where the column keeps it. */
  const commit = (leaving = false) => {
    if (!editing) return true;
    if (own) {
      if (draft.current) onCommit(draft.current.value);
      return true;
    }
    const typed = input.current!.value;
    if (typed === textOf(column, row)) return true;
    const parsed = parseText(column, typed, row);
    if ('error' in parsed && !(leaving && column.keepsWrong)) {
      setProblem(parsed.error);
      return false;
    }
    onCommit('error' in parsed ? typed.trim() : parsed.value);
    return true;
  };
  useImperativeHandle(ref, () => ({
    focus: () => {
      if (!editing) input.current?.focus({ preventScroll: true });
    },
    commit,
  }));

  const leave = (then: 'down' | 'right' | 'left' | 'stay') => {
    if (commit()) onLeave(then);
  };
  // an editor of its own loses no field's focus when one presses elsewhere: what was chosen is taken all the same
  const inside = useRef(false);
  const pressedElsewhere = useRef(() => {});
  pressedElsewhere.current = () => leave('stay');
  useEffect(() => {
    if (!editing || !own) return;
    const begin = () => {
      inside.current = false;
    };
    const end = (event: globalThis.PointerEvent) => {
      // other cells take it by themselves; what opens from the editor elsewhere on the page is within it for React
      if (!inside.current && !(event.target as Element).closest('.fw-sheet-cell')) pressedElsewhere.current();
    };
    window.addEventListener('pointerdown', begin, true);
    window.addEventListener('pointerdown', end);
    return () => {
      window.removeEventListener('pointerdown', begin, true);
      window.removeEventListener('pointerdown', end);
    };
  }, [editing, own]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (!editing) return onKey(event);
    event.stopPropagation();
    if (event.key === 'Tab') leave(event.shiftKey ? 'left' : 'right');
    else if (event.key === 'Enter' && !own) leave('down');
    else return;
    event.preventDefault();
  };
  // before the editor inside: one that opens a list would keep the key for closing it
  const onKeyDownCapture = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape' || !editing || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    onLeave('stay');
  };
  return (
    <div
      className="fw-sheet-editor"
      style={style}
      data-editing={editing ? '' : undefined}
      data-locked={locked || undefined}
      data-align={column.align}
      onKeyDown={onKeyDown}
      onKeyDownCapture={onKeyDownCapture}
      onPointerDownCapture={() => {
        inside.current = true;
      }}
      onPointerDown={(event) => editing && event.stopPropagation()}
    >
      {editing &&
        own &&
        column.renderEditor!({
          value: valueOf(column, row),
          row,
          typed: editing.typed,
          onDraft: (value) => {
            draft.current = { value };
          },
          onCommit: (value, then = 'stay') => {
            onCommit(value);
            onLeave(then);
          },
          onCancel: () => onLeave('stay'),
        })}
      <input
        ref={input}
        className="fw-sheet-input"
        data-idle={!plain || undefined}
        aria-label={name}
        aria-invalid={problem ? true : undefined}
        value={text}
        readOnly={locked || own || !!column.toggle}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setText(event.target.value);
          setProblem(undefined);
          if (!editing) onEdit(event.target.value);
        }}
        onCompositionStart={() => {
          if (!editing) onEdit('');
        }}
        onBlur={() => {
          if (plain && commit(true)) onLeave('stay');
        }}
      />
      {problem && (
        <div className="fw-sheet-problem" role="alert">
          {problem}
        </div>
      )}
    </div>
  );
}
