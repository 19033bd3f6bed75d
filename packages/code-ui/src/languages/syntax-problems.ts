import { syntaxTree } from '@codemirror/language';
import { linter, type Diagnostic } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';

const most = 20;

/** Marks where the parser could not go on. */
export function syntaxProblems(message: string): Extension {
  return linter(
    ({ state }) => {
      const found: Diagnostic[] = [];
      syntaxTree(state).iterate({
        enter({ type, from, to }) {
          if (!type.isError || found.length >= most) return;
          // something missing has no width: the sign before it is marked
          const start = from === to ? Math.max(0, from - 1) : from;
          found.push({
            from: start,
            to: Math.min(state.doc.length, Math.max(to, start + 1)),
            severity: 'error',
            message,
          });
        },
      });
      return found;
    },
    { delay: 250 },
  );
}
