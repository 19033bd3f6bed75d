import type { SyntaxNode } from '@lezer/common';
import type { RuleProblemCode } from '../problem.ts';
import type { Place, TextProblem } from './read.ts';
import { unwritten, unwrittenName } from './written.ts';

/** The text that is read, with what is found on the way. */
export class Reader {
  readonly text: string;
  readonly problems: TextProblem[] = [];
  places = new Map<string, Place>();
  private next = 0;
  private notes: SyntaxNode[] = [];

  constructor(text: string) {
    this.text = text;
  }

  slice(node: SyntaxNode): string {
    return this.text.slice(node.from, node.to);
  }

  report(code: RuleProblemCode, from: number, to: number, data?: TextProblem['data']): void {
    this.problems.push({ code, from, to, ...(data && { data }) });
  }

  /** Statements are numbered as they are read; `keepIds` gives them back those they had. */
  newId(): string {
    return `n${++this.next}`;
  }

  /** Begins another rule. */
  begin(rule: SyntaxNode): void {
    this.places = new Map();
    this.notes = [];
    rule.cursor().iterate(({ name, node }) => {
      if (name === 'Note') this.notes.push(node);
    });
  }

  /** Remarks that stand before a place and belong to nobody yet. */
  notesBefore(place: number): string | undefined {
    const count = this.notes.findIndex(({ from }) => from >= place);
    const found = this.notes.splice(0, count < 0 ? this.notes.length : count);
    return found.length === 0 ? undefined : found.map((note) => this.slice(note).replace(/^\/\/ ?/, '')).join('\n');
  }

  name(node: SyntaxNode | null | undefined): string {
    return node ? unwrittenName(this.slice(node)) : '';
  }

  string(node: SyntaxNode | null | undefined): string {
    if (!node) return '';
    try {
      return String(JSON.parse(this.slice(node)));
    } catch {
      this.report('rules.problem.wrong_value', node.from, node.to, { expected: '"..."' });
      return this.slice(node).slice(1, -1);
    }
  }
}

/** A stretch of FEEL; nothing where there is none. */
export function contentOf(reader: Reader, node: SyntaxNode | null | undefined): { text: string; place: Place | null } {
  return node ? contentAt(reader.text, node.from, node.to) : { text: '', place: null };
}

export function contentAt(whole: string, from: number, to: number): { text: string; place: Place } {
  const { text, offset } = unwritten(whole.slice(from, to));
  return {
    text,
    place: {
      from: from + (offset ?? 0),
      to: offset === null ? to : from + offset + text.length,
      exact: offset !== null,
    },
  };
}
