import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { lintKeymap } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap } from '@codemirror/view';
import { styleNonce } from '@formwork/ui/skin/style-nonce.ts';
import './code.css';

/** What every editor of the house has: undo, brackets, keys, and styles that the page's policy lets in. */
export function editorBase(): Extension {
  return [
    EditorView.cspNonce.of(styleNonce),
    history(),
    drawSelection(),
    bracketMatching(),
    closeBrackets(),
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
  ];
}
