import { syntaxHighlighting } from '@codemirror/language';
import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useEffect, useRef } from 'react';
import type { CodeDiffProps } from './CodeDiff.tsx';
import { editorBase } from './editor-base.ts';

/** Long stretches without a difference are folded: a changed line is found at once. */
const folded = { margin: 3, minSize: 6 };

export default function Merge({ label, before, after, language, inline = false, height }: CodeDiffProps) {
  const t = useT();
  const parent = useRef<HTMLDivElement>(null);
  const { key, load } = language;
  useEffect(() => {
    let view: { destroy(): void } | undefined;
    let gone = false;
    const words = EditorState.phrases.of({ '$ unchanged lines': t('code.diff.unchanged') });
    void load().then((loaded) => {
      if (gone || !parent.current) return;
      const shared = [words, ...readOnly(loaded)];
      view = inline
        ? new EditorView({
            parent: parent.current,
            doc: after,
            extensions: [
              ...shared,
              named(`${label}: ${t('code.diff.after')}`),
              unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: folded }),
            ],
          })
        : new MergeView({
            parent: parent.current,
            a: { doc: before, extensions: [...shared, named(`${label}: ${t('code.diff.before')}`)] },
            b: { doc: after, extensions: [...shared, named(`${label}: ${t('code.diff.after')}`)] },
            collapseUnchanged: folded,
          });
    });
    return () => {
      gone = true;
      view?.destroy();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- languages of one key are the same
  }, [before, after, inline, key, label, t]);
  return <div ref={parent} className="fw-code fw-code-diff" style={height === undefined ? undefined : { height }} />;
}

function readOnly(language: Extension): Extension[] {
  return [
    editorBase(),
    lineNumbers(),
    EditorView.lineWrapping,
    EditorState.readOnly.of(true),
    syntaxHighlighting(classHighlighter),
    language,
  ];
}

function named(label: string): Extension {
  return EditorView.contentAttributes.of({ 'aria-label': label, role: 'textbox' });
}
