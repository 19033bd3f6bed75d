import type { Completion } from '@codemirror/autocomplete';
import type { CodeLanguage } from './language.ts';

/** JavaScript; `names` are what the place gives a script beside the language's own. */
export function javascriptLanguage(names: readonly Completion[], syntaxText: string): CodeLanguage {
  return {
    key: `javascript ${names.map(({ label }) => label).join()} ${syntaxText}`,
    async load() {
      const [{ javascript, javascriptLanguage: language }, { completeFromList }, { syntaxProblems }] =
        await Promise.all([
          import('@codemirror/lang-javascript'),
          import('@codemirror/autocomplete'),
          import('./syntax-problems.ts'),
        ]);
      return [
        javascript(),
        syntaxProblems(syntaxText),
        ...(names.length > 0 ? [language.data.of({ autocomplete: completeFromList([...names]) })] : []),
      ];
    },
  };
}
