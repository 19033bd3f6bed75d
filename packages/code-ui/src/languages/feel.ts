import type { Completion, CompletionContext } from '@codemirror/autocomplete';
import type { CodeLanguage } from './language.ts';

/** FEEL coloured by the product's own tokens; names with blanks are known by `names`. Completion is the caller's. */
export function feelLanguage(names: readonly string[], completions: readonly Completion[] = []): CodeLanguage {
  return {
    key: `feel ${names.join()} ${completions.map(({ label }) => label).join()}`,
    async load() {
      const [{ feelColours }, { autocompletion }] = await Promise.all([
        import('./feel-colours.ts'),
        import('@codemirror/autocomplete'),
      ]);
      const source = (context: CompletionContext) => {
        const written = context.matchBefore(/[\p{L}\p{N}_]*$/u);
        if (!written || (written.from === written.to && !context.explicit)) return null;
        return { from: written.from, options: [...completions] };
      };
      return [feelColours(names), ...(completions.length > 0 ? [autocompletion({ override: [source] })] : [])];
    },
  };
}
