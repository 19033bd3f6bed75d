import type { CodeLanguage } from './language.ts';

export interface Offered {
  from: number;
  options: readonly { label: string; detail?: string; type?: string }[];
}

/**
 * A language of words, texts in quotes, numbers and remarks, with what its caller offers at a place. Another `key` takes the place of
 * what was offered before.
 */
export function offeredLanguage(
  key: string,
  words: ReadonlySet<string>,
  offer: (text: string, at: number) => Offered | undefined,
): CodeLanguage {
  return {
    key,
    async load() {
      const [{ StreamLanguage }, { autocompletion }] = await Promise.all([
        import('@codemirror/language'),
        import('@codemirror/autocomplete'),
      ]);
      const colours = StreamLanguage.define({
        token(stream) {
          if (stream.eatSpace()) return null;
          if (stream.match(/^\/\/.*/)) return 'comment';
          if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string';
          if (stream.match(/^`[^`\n]*`?/)) return 'variableName';
          if (stream.match(/^-?\d+(?:\.\d+)?/)) return 'number';
          const word = stream.match(/^[\p{L}_][\p{L}\p{N}_]*/u) as RegExpMatchArray | null;
          if (word) return words.has(word[0]) ? 'keyword' : 'variableName';
          stream.next();
          return null;
        },
        languageData: { commentTokens: { line: '//' } },
      });
      const source = (context: { state: { doc: { toString(): string } }; pos: number; explicit: boolean }) => {
        const found = offer(context.state.doc.toString(), context.pos);
        if (!found || found.options.length === 0 || (found.from === context.pos && !context.explicit)) return null;
        return { from: found.from, options: [...found.options] };
      };
      return [colours, autocompletion({ override: [source] })];
    },
  };
}
