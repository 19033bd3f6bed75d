import { StateField, type Extension, type Text } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';
import { tokensOf, type Token } from '@formwork/feel/tokens.ts';

/** Tokens of FEEL in the classes of the other languages. */
const classes: Partial<Record<Token['kind'], string>> = {
  keyword: 'tok-keyword',
  function: 'tok-variableName2',
  number: 'tok-number',
  constant: 'tok-number',
  string: 'tok-string',
  moment: 'tok-string',
  operator: 'tok-operator',
  bracket: 'tok-punctuation',
  comment: 'tok-comment',
  name: 'tok-variableName',
};

export function feelColours(names: readonly string[]): Extension {
  return StateField.define<DecorationSet>({
    create: ({ doc }) => coloured(doc, names),
    update: (before, { docChanged, newDoc }) => (docChanged ? coloured(newDoc, names) : before),
    provide: (field) => EditorView.decorations.from(field),
  });
}

function coloured(doc: Text, names: readonly string[]): DecorationSet {
  const marks = tokensOf(doc.toString(), { names: [...names] }).flatMap(({ from, to, kind }) => {
    const name = classes[kind];
    return name === undefined || from === to ? [] : [Decoration.mark({ class: name }).range(from, to)];
  });
  return Decoration.set(marks, true);
}
