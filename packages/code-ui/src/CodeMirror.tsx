import { acceptCompletion, autocompletion } from '@codemirror/autocomplete';
import { indentWithTab } from '@codemirror/commands';
import { foldGutter, foldKeymap, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useEffect, useId, useImperativeHandle, useRef } from 'react';
import type { CodeEditorProps } from './CodeEditor.tsx';
import type { CodeProblem } from './code-problem.ts';
import { editorBase } from './editor-base.ts';
import { editorWords } from './editor-words.ts';

/** The editor itself; `CodeEditor` loads it when one is first shown. */
export default function CodeMirror(props: CodeEditorProps) {
  const { label, value, language, problems, readOnly = false, height, handle } = props;
  const t = useT();
  const hint = useId();
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  // the editor outlives renders: its extensions look at the latest of what they are given
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const made = new EditorView({
      parent: parent.current!,
      state: EditorState.create({ doc: latest.current.value, extensions: extensionsFor(() => latest.current) }),
    });
    view.current = made;
    return () => {
      made.destroy();
      view.current = undefined;
    };
  }, []);

  useEffect(() => {
    const at = view.current;
    if (at && at.state.doc.toString() !== value)
      at.dispatch({ changes: { from: 0, to: at.state.doc.length, insert: value } });
  }, [value]);

  const { key, load } = language;
  useEffect(() => {
    let gone = false;
    void load().then((extension) => {
      if (!gone) view.current?.dispatch({ effects: languagePart.reconfigure(extension) });
    });
    return () => {
      gone = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- languages of one key are the same
  }, [key]);

  useEffect(() => {
    view.current?.dispatch({
      effects: settingsPart.reconfigure(settingsOf({ label, readOnly, hint }, editorWords(t))),
    });
  }, [label, readOnly, hint, t]);

  useEffect(() => {
    const at = view.current;
    if (at && problems) at.dispatch(setDiagnostics(at.state, diagnosticsOf(problems, at.state.doc.length)));
  }, [problems, value]);

  useImperativeHandle(handle, () => ({
    insert(text) {
      const at = view.current;
      if (!at) return;
      at.dispatch(at.state.replaceSelection(text));
      at.focus();
    },
    select(from, to) {
      view.current?.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
      view.current?.focus();
    },
    focus: () => view.current?.focus(),
  }));

  return (
    <>
      <div ref={parent} className="fw-code" style={height === undefined ? undefined : { height }} />
      <p id={hint} className="fw-code-hint">
        {t(readOnly ? 'code.hint.read_only' : 'code.hint.leave')}
      </p>
    </>
  );
}

const languagePart = new Compartment();
const settingsPart = new Compartment();

function settingsOf(
  { label, readOnly, hint }: { label: string; readOnly: boolean; hint: string },
  words: Record<string, string>,
) {
  return [
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-describedby': hint,
      spellcheck: 'false',
      autocapitalize: 'off',
      autocorrect: 'off',
      role: 'textbox',
    }),
    EditorState.readOnly.of(readOnly),
    EditorState.phrases.of(words),
  ];
}

function diagnosticsOf(problems: readonly CodeProblem[], end: number): Diagnostic[] {
  return problems.slice(0, 100).map(({ from, to, severity, message, fixes = [] }) => {
    const start = Math.max(0, Math.min(from, end - 1));
    return {
      from: start,
      to: Math.min(end, Math.max(to, start + 1)),
      severity,
      message,
      actions: fixes.map(({ title, changes }) => ({
        name: title,
        apply: (view: EditorView) =>
          view.dispatch({ changes: changes.map((change) => ({ ...change })), userEvent: 'input.fix' }),
      })),
    };
  });
}

function extensionsFor(latest: () => CodeEditorProps) {
  const { singleLine = false, placeholder: words } = latest();
  return [
    // Tab takes what is offered, else indents; after Escape it leaves the editor
    keymap.of([{ key: 'Tab', run: acceptCompletion }, indentWithTab, ...searchKeymap, ...foldKeymap]),
    editorBase(),
    indentOnInput(),
    search({ top: true }),
    highlightSelectionMatches(),
    ...(singleLine ? [] : [lineNumbers(), foldGutter(), lintGutter(), highlightActiveLine()]),
    syntaxHighlighting(classHighlighter),
    autocompletion({ icons: false, maxRenderedOptions: 60 }),
    languagePart.of([]),
    settingsPart.of([]),
    ...(words === undefined ? [] : [placeholder(words)]),
    hoverTooltip((_view, position) => {
      const found = latest().hover?.(position);
      if (!found) return null;
      const create = () => {
        const dom = document.createElement('div');
        dom.className = 'fw-code-told';
        dom.textContent = found.text;
        return { dom };
      };
      return { pos: found.from, end: found.to, create };
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) latest().onChange?.(update.state.doc.toString());
    }),
  ];
}
