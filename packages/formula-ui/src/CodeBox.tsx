import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { Compartment, EditorState, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  drawSelection,
  EditorView,
  hoverTooltip,
  keymap,
  placeholder,
  type DecorationSet,
} from '@codemirror/view';
import { typeName } from '@formwork/feel/types.ts';
import { styleNonce } from '@formwork/ui/skin/style-nonce.ts';
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react';
import type { Translate } from '@formwork/web/i18n/i18n.ts';
import { completeFormula } from './completions.ts';
import { fixOf } from './fixes.ts';
import type { FormulaScope, Reading } from './formula.ts';
import { problemText, typeText } from './problem-text.ts';

/** What others may do with the text: put something where the cursor is. */
export interface CodeHandle {
  /** `caretBack` signs before the end of what is put in. */
  insert(text: string, caretBack?: number): void;
  focus(): void;
}

interface Props {
  label: string;
  text: string;
  onChange(text: string): void;
  onCursor(position: number): void;
  reading: Reading;
  scope: FormulaScope;
  t: Translate;
  describedBy: string;
  disabled?: boolean;
  handle: Ref<CodeHandle>;
}

/** The text of a formula: coloured, completed and with its mistakes marked. */
export default function CodeBox(props: Props) {
  const { label, text, reading, t, describedBy, disabled = false, handle } = props;
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  // the editor outlives renders: its extensions look at the latest of what they are given
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const made = new EditorView({
      parent: parent.current!,
      state: EditorState.create({ doc: latest.current.text, extensions: extensionsFor(() => latest.current) }),
    });
    view.current = made;
    return () => made.destroy();
  }, []);

  useEffect(() => {
    const at = view.current;
    if (at && at.state.doc.toString() !== text)
      at.dispatch({ changes: { from: 0, to: at.state.doc.length, insert: text } });
  }, [text]);

  useEffect(() => {
    const at = view.current;
    if (!at || at.state.doc.toString() !== reading.text) return;
    at.dispatch({ effects: showReading.of(reading) });
    at.dispatch(setDiagnostics(at.state, diagnosticsOf(reading, t)));
  }, [reading, t]);

  useEffect(() => {
    view.current?.dispatch({ effects: attributes.reconfigure(attributesOf(label, describedBy, disabled)) });
  }, [label, describedBy, disabled]);

  useImperativeHandle(
    handle,
    () => ({
      insert(part, caretBack = 0) {
        const at = view.current;
        if (!at) return;
        const { from, to } = at.state.selection.main;
        at.dispatch({
          changes: { from, to, insert: part },
          selection: { anchor: from + part.length - caretBack },
          userEvent: 'input',
        });
        // after the menu, which gives the focus back to its button
        requestAnimationFrame(() => at.focus());
      },
      focus: () => view.current?.focus(),
    }),
    [],
  );

  return <div ref={parent} className="fx-code" />;
}

const attributes = new Compartment();
const attributesOf = (label: string, describedBy: string, disabled: boolean) => [
  EditorView.contentAttributes.of({
    'aria-label': label,
    'aria-describedby': describedBy,
    spellcheck: 'false',
    autocapitalize: 'off',
    autocorrect: 'off',
    role: 'textbox',
  }),
  EditorState.readOnly.of(disabled),
  EditorView.editable.of(!disabled),
];

const showReading = StateEffect.define<Reading>();

const colours = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, transaction) {
    for (const effect of transaction.effects) if (effect.is(showReading)) return coloured(effect.value);
    return before.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

function coloured({ tokens, checked }: Reading): DecorationSet {
  // a name that means a field looks unlike one that means nothing
  const fields = new Set(
    [...checked.bindings]
      .filter(([, binding]) => binding.from === 'input' || binding.from === 'member')
      .map(([node]) => node.from),
  );
  return Decoration.set(
    tokens.map(({ from, to, kind }) =>
      Decoration.mark({ class: `fx-${kind === 'name' && fields.has(from) ? 'field' : kind}` }).range(from, to),
    ),
  );
}

function diagnosticsOf(reading: Reading, t: Translate): Diagnostic[] {
  return reading.problems.slice(0, 20).map((problem) => {
    const fix = fixOf(problem, reading);
    const end = reading.text.length;
    // something at the very end is shown on the last sign
    const from = Math.min(problem.from, Math.max(0, end - 1));
    return {
      from,
      to: Math.min(end, Math.max(problem.to, from + 1)),
      severity: 'error',
      message: problemText(problem, t),
      ...(fix && {
        actions: [
          {
            name: t(fix.label, fix.data),
            apply: (view: EditorView) =>
              view.dispatch({ changes: fix.changes.map((change) => ({ ...change })), userEvent: 'input.fix' }),
          },
        ],
      }),
    };
  });
}

function extensionsFor(latest: () => Props) {
  return [
    EditorView.cspNonce.of(styleNonce),
    history(),
    drawSelection(),
    bracketMatching(),
    closeBrackets(),
    EditorView.lineWrapping,
    colours,
    attributes.of(attributesOf(latest().label, latest().describedBy, latest().disabled ?? false)),
    placeholder(latest().t('formula.placeholder')),
    autocompletion({
      override: [(context) => completeFormula(context, latest().reading, latest().scope, latest().t)],
      icons: false,
      maxRenderedOptions: 60,
    }),
    hoverTooltip((_, position) => typeTooltip(latest(), position)),
    // Tab takes what is offered and otherwise leaves the editor, as in every other input
    keymap.of([
      { key: 'Tab', run: acceptCompletion },
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...lintKeymap,
      ...historyKeymap,
      ...defaultKeymap,
    ]),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) latest().onChange(update.state.doc.toString());
      if (update.docChanged || update.selectionSet) latest().onCursor(update.state.selection.main.head);
    }),
  ];
}

/** What kind of value a part yields. */
function typeTooltip({ reading, t }: Props, position: number) {
  let found: { from: number; to: number; type: string } | null = null;
  for (const [node, type] of reading.checked.typeOf) {
    const wide = node.to - node.from;
    if (position < node.from || position > node.to || (found && wide >= found.to - found.from)) continue;
    found = { from: node.from, to: node.to, type: typeName(type) };
  }
  if (!found) return null;
  const { from, to, type } = found;
  return {
    pos: from,
    end: to,
    create: () => {
      const dom = document.createElement('div');
      dom.className = 'fx-type';
      dom.textContent = t('formula.part_is', {
        part: reading.text.slice(from, Math.min(to, from + 40)),
        type: typeText(type, t),
      });
      return { dom };
    },
  };
}
