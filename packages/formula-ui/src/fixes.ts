import type { Problem } from '@formwork/feel/problems.ts';
import { nodeAt, type Reading } from './formula.ts';

export interface Fix {
  /** Key of what the button says, and what fills it. */
  readonly label: string;
  readonly data?: Readonly<Record<string, string>>;
  readonly changes: readonly { readonly from: number; readonly to: number; readonly insert: string }[];
}

/** What would put a problem right by one click; nothing where that would be a guess. */
export function fixOf({ code, from, to, data = {} }: Problem, reading: Reading): Fix | undefined {
  const { text } = reading;
  const replace = (insert: string): Fix => ({
    label: 'formula.fix.replace',
    data: { with: insert.trim() },
    changes: [{ from, to, insert }],
  });
  const append = (insert: string): Fix => ({
    label: 'formula.fix.add',
    data: { sign: insert },
    changes: [{ from: text.trimEnd().length, to: text.trimEnd().length, insert }],
  });
  switch (code) {
    case 'feel.unknown_name_similar':
    case 'feel.unknown_function_similar':
      return replace(String(data.suggestion));
    case 'feel.double_equals':
      return { label: 'formula.fix.replace', data: { with: '=' }, changes: [{ from, to, insert: '' }] };
    case 'feel.ampersand':
      return { ...replace('+'), changes: [{ from, to: text[to] === '&' ? to + 1 : to, insert: '+' }] };
    case 'feel.percent':
      return replace(' / 100');
    case 'feel.full_width':
      return replace(halfWidth(text.slice(from, to)));
    case 'feel.unclosed_bracket':
      return append({ '(': ')', '[': ']', '{': '}' }[String(data.bracket)] ?? ')');
    case 'feel.unclosed_string':
      return append('"');
    case 'feel.unclosed_name':
      return append('`');
    case 'feel.wrong_operands':
      return joined(from, to, reading);
    case 'feel.wrong_argument':
      return converted(from, to, String(data.expected), reading);
    default:
      return undefined;
  }
}

const signs: Readonly<Record<string, string>> = {
  '。': '.',
  '、': ',',
  '【': '[',
  '】': ']',
  '“': '"',
  '”': '"',
  '‘': '"',
  '’': '"',
  '×': '*',
  '÷': '/',
  '≥': '>=',
  '≤': '<=',
  '≠': '!=',
  '\u3000': ' ',
};

/** Full-width signs stand as far behind the plain ones as all of their block does. */
const halfWidth = (text: string): string =>
  text.replace(
    /[！-～。、【】“”‘’×÷≥≤≠\u3000]/g,
    (sign) => signs[sign] ?? String.fromCharCode(sign.charCodeAt(0) - 0xfee0),
  );

/** A text and something else are joined by making the other a text. */
function joined(from: number, to: number, reading: Reading): Fix | undefined {
  const node = nodeAt(reading, from, to);
  if (node?.kind !== 'arithmetic' || node.op !== '+') return undefined;
  const kindOf = (part: typeof node.left) => reading.checked.typeOf.get(part)?.kind;
  const other = kindOf(node.left) === 'string' ? node.right : kindOf(node.right) === 'string' ? node.left : undefined;
  return other && wrapped('string', other.from, other.to);
}

function converted(from: number, to: number, expected: string, reading: Reading): Fix | undefined {
  const given = reading.checked.typeOf.get(nodeAt(reading, from, to)!)?.kind;
  if (expected === 'string' && given !== undefined && ['number', 'boolean', 'date', 'time', 'dateTime'].includes(given))
    return wrapped('string', from, to);
  return (expected === 'number' || expected === 'date') && given === 'string' ? wrapped(expected, from, to) : undefined;
}

const wrapped = (name: string, from: number, to: number): Fix => ({
  label: 'formula.fix.wrap',
  data: { function: `${name}()` },
  changes: [
    { from, to: from, insert: `${name}(` },
    { from: to, to, insert: ')' },
  ],
});
