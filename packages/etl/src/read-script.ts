import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/javascript';

export interface ReadScript {
  /** The first line that is no JavaScript. */
  wrongLine: number | undefined;
  /** The columns of `row` that are read and that the script does not set by itself; undefined where it may read any. */
  reads: Set<string> | undefined;
}

/** What is seen of a script without running it. */
export function readScript(code: string): ReadScript {
  let wrong: number | undefined;
  let isOpen = false;
  const reads = new Set<string>();
  const sets = new Set<string>();
  parser.parse(code).iterate({
    enter({ type, from, node }) {
      if (type.isError) wrong = Math.min(wrong ?? from, from);
      if (type.name !== 'VariableName' || code.slice(from, node.to) !== 'row') return;
      const name = memberOf(node, code);
      if (name === undefined) isOpen = true;
      else (isSet(node) ? sets : reads).add(name);
    },
  });
  for (const name of reads) if (sets.has(name) || name in Object.prototype) reads.delete(name);
  return {
    wrongLine: wrong === undefined ? undefined : code.slice(0, wrong).split('\n').length,
    reads: isOpen ? undefined : reads,
  };
}

/** `row.name` or `row['name']`. */
function memberOf(row: SyntaxNode, code: string): string | undefined {
  const member = row.parent;
  if (member?.name !== 'MemberExpression' || member.firstChild?.from !== row.from) return undefined;
  const name = member.getChild('PropertyName');
  if (name) return code.slice(name.from, name.to);
  const text = member.getChild('String');
  const written = text && code.slice(text.from, text.to);
  return written && !written.includes('\\') ? written.slice(1, -1) : undefined;
}

function isSet(row: SyntaxNode): boolean {
  const member = row.parent!;
  const assignment = member.parent;
  return assignment?.name === 'AssignmentExpression' && assignment.firstChild?.from === member.from;
}
