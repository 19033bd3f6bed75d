import type { SyntaxNode } from '@lezer/common';
import type { Argument, ArithmeticOp, CompareOp, Entry, Iterator, Node, Parameter, Span } from './ast.ts';
import { parseNumber } from './number.ts';
import type { Problem } from './problems.ts';
import { plainName } from './types.ts';
import { type NamedTypes, readType } from './type-text.ts';

/** Turns the tree of the grammar into our own, and reports what the grammar lets pass although the standard does not. */
export function readTree(top: SyntaxNode, text: string, problems: Problem[], types?: NamedTypes): Node {
  const slice = (node: Span) => text.slice(node.from, node.to);
  const span = ({ from, to }: Span) => ({ from, to });
  const missing = (at: Span): Node => ({ kind: 'missing', ...span(at) });

  const children = (node: SyntaxNode): SyntaxNode[] => {
    const found: SyntaxNode[] = [];
    for (let child = node.firstChild; child; child = child.nextSibling) found.push(child);
    return found;
  };
  const operands = (node: SyntaxNode): Node[] =>
    children(node)
      .filter((child) => Object.hasOwn(readers, child.name))
      .map(read);
  const read = (node: SyntaxNode): Node => readers[node.name]?.(node) ?? missing(node);
  const nameOf = (node: SyntaxNode): string => {
    const raw = slice(node);
    return raw.startsWith('`') ? plainName(raw.slice(1, -1)) : plainName(raw.replace(/\s+/g, ' '));
  };
  /** In a broken text the operator may be missing; its operands are read all the same. */
  const opOf = (node: SyntaxNode, name: 'ArithOp' | 'CompareOp'): string => {
    const op = node.getChild(name);
    return op ? slice(op) : name === 'ArithOp' ? '+' : '=';
  };

  const readers: Record<string, (node: SyntaxNode) => Node> = {
    NumericLiteral(node) {
      const value = parseNumber(slice(node).replace(/\s+/g, ''));
      if (value !== null) return { kind: 'number', value, ...span(node) };
      problems.push({ ...span(node), code: 'feel.number_out_of_range' });
      return missing(node);
    },
    StringLiteral: (node) => ({ kind: 'string', value: unescaped(slice(node).slice(1, -1)), ...span(node) }),
    BooleanLiteral: (node) => ({ kind: 'boolean', value: slice(node) === 'true', ...span(node) }),
    null: (node) => ({ kind: 'null', ...span(node) }),
    '?': (node) => ({ kind: 'input', ...span(node) }),
    VariableName: (node) => ({ kind: 'name', name: nameOf(node), ...span(node) }),
    DateTimeConstructor: (node) => ({ kind: 'name', name: nameOf(node), ...span(node) }),
    SpecialFunctionName: (node) => ({ kind: 'name', name: nameOf(node), ...span(node) }),
    AtLiteral: (node) => ({ kind: 'at', text: unescaped(slice(node).replace(/^@\s*"|"$/g, '')), ...span(node) }),
    DateTimeLiteral: (node) => (node.getChild('AtLiteral') ? read(node.getChild('AtLiteral')!) : readCall(node)),
    FunctionInvocation: (node) => readCall(node),
    ParenthesizedExpression: (node) => operands(node)[0] ?? missing(node),
    PathExpression(node) {
      const [of = missing(node)] = operands(node);
      const last = node.getChild('PathName');
      const nameSpan = last ? span(last) : { from: node.to, to: node.to };
      return { kind: 'path', of, name: last ? nameOf(last) : '', nameSpan, ...span(node) };
    },
    FilterExpression(node) {
      const [of = missing(node), by = missing(node)] = operands(node);
      return { kind: 'filter', of, by, ...span(node) };
    },
    ArithmeticExpression(node) {
      const op = opOf(node, 'ArithOp');
      const [left = missing(node), right] = operands(node);
      if (node.firstChild?.name === 'ArithOp') {
        if (op === '+') problems.push({ ...span(node.firstChild), code: 'feel.unexpected', data: { found: op } });
        return { kind: 'negate', value: left, ...span(node) };
      }
      notATest(node);
      return {
        kind: 'arithmetic',
        op: (op === '^' ? '**' : op) as ArithmeticOp,
        left,
        right: right ?? missing(node),
        ...span(node),
      };
    },
    Comparison(node) {
      const [value = missing(node), second = missing(node), third = missing(node)] = operands(node);
      if (node.getChild('between')) return { kind: 'between', value, low: second, high: third, ...span(node) };
      if (node.getChild('in')) return { kind: 'in', value, tests: readTests(node), ...span(node) };
      notATest(node);
      return { kind: 'compare', op: opOf(node, 'CompareOp') as CompareOp, left: value, right: second, ...span(node) };
    },
    Conjunction: (node) => readLogic(node, 'and'),
    Disjunction: (node) => readLogic(node, 'or'),
    SimplePositiveUnaryTest(node) {
      const interval = node.getChild('Interval');
      if (interval) return readInterval(interval);
      const [value = missing(node)] = operands(node);
      return { kind: 'test', op: opOf(node, 'CompareOp') as CompareOp, value, ...span(node) };
    },
    Interval: (node) => readInterval(node),
    PositiveUnaryTest: (node) => operands(node)[0] ?? missing(node),
    IfExpression(node) {
      const [condition = missing(node), then = missing(node), otherwise = missing(node)] = operands(node);
      return { kind: 'if', condition, then, otherwise, ...span(node) };
    },
    ForExpression(node) {
      return {
        kind: 'for',
        iterators: readIterators(node),
        body: operands(node).at(-1) ?? missing(node),
        ...span(node),
      };
    },
    QuantifiedExpression(node) {
      const every = node.firstChild?.name === 'every';
      return {
        kind: 'quantified',
        every,
        iterators: readIterators(node),
        body: operands(node).at(-1) ?? missing(node),
        ...span(node),
      };
    },
    InstanceOfExpression(node) {
      const [value = missing(node)] = operands(node);
      const type = node.getChild('Type');
      const typeText = type ? slice(type) : '';
      const known = type && readType(typeText, types);
      if (type && !known) problems.push({ ...span(type), code: 'feel.unknown_type', data: { type: typeText } });
      return { kind: 'instance', value, type: known ?? { kind: 'any' }, typeText, ...span(node) };
    },
    List: (node) => ({ kind: 'list', items: operands(node), ...span(node) }),
    Context(node) {
      const entries = node.getChildren('ContextEntry').map((entry): Entry => {
        const key = entry.getChild('Key')?.firstChild;
        const [value = missing(entry)] = operands(entry);
        const name = !key ? '' : key.name === 'StringLiteral' ? unescaped(slice(key).slice(1, -1)) : nameOf(key);
        return { key: name, span: span(key ?? entry), value };
      });
      return { kind: 'context', entries, ...span(node) };
    },
    FunctionDefinition(node) {
      const params = (node.getChild('FormalParameters')?.getChildren('FormalParameter') ?? []).map(
        (param): Parameter => {
          const name = param.getChild('ParameterName');
          const type = param.getChild('Type');
          const known = type && readType(slice(type), types);
          return { name: name ? nameOf(name) : '', span: span(name ?? param), ...(known && { type: known }) };
        },
      );
      const body = node.getChild('FunctionBody');
      return {
        kind: 'function',
        params,
        body: (body && operands(body)[0]) ?? missing(node),
        external: node.getChild('external') !== null,
        ...span(node),
      };
    },
  };

  function readCall(node: SyntaxNode): Node {
    const named = node.getChild('NamedParameters');
    const positional = node.getChild('PositionalParameters');
    const callee = node.firstChild ? read(node.firstChild) : missing(node);
    const args: Argument[] = named
      ? named.getChildren('NamedParameter').map((param) => {
          const name = param.getChild('ParameterName');
          const value = operands(param)[0] ?? missing(param);
          return name ? { name: nameOf(name), value } : { value };
        })
      : positional
        ? operands(positional).map((value) => ({ value }))
        : [];
    return { kind: 'call', callee, args, named: named !== null, ...span(node) };
  }

  function readLogic(node: SyntaxNode, kind: 'and' | 'or'): Node {
    const [left = missing(node), right = missing(node)] = operands(node);
    notATest(node);
    return { kind, left, right, ...span(node) };
  }

  function readTests(node: SyntaxNode): Node[] {
    const tests = node.getChild('PositiveUnaryTests') ?? node;
    return tests.getChildren('PositiveUnaryTest').map(read);
  }

  function readInterval(node: SyntaxNode): Node {
    const [low = missing(node), high = missing(node)] = operands(node);
    return {
      kind: 'range',
      low,
      high,
      lowIn: text[node.from] === '[',
      highIn: text[node.to - 1] === ']',
      ...span(node),
    };
  }

  function readIterators(node: SyntaxNode): Iterator[] {
    return (node.getChild('InExpressions')?.getChildren('InExpression') ?? []).map((item) => {
      const name = item.getChild('Name');
      const range = item.getChild('IterationContext');
      const [over = missing(item), upTo] = range ? operands(range) : [];
      return { name: name ? nameOf(name) : '', span: span(name ?? item), over, ...(upTo && { upTo }) };
    });
  }

  /** The grammar takes `a == b` for a comparison with the test `= b`. */
  function notATest(node: SyntaxNode): void {
    for (const child of node.getChildren('SimplePositiveUnaryTest')) {
      const op = child.getChild('CompareOp');
      if (!op) continue;
      const doubled = text[op.from - 1] === '=' && slice(op) === '=';
      problems.push({
        ...span(op),
        code: doubled ? 'feel.double_equals' : 'feel.unexpected',
        data: { found: slice(op) },
      });
    }
  }

  if (top.name === 'UnaryTests') {
    const list = top.getChild('PositiveUnaryTests');
    return {
      kind: 'tests',
      tests: list ? list.getChildren('PositiveUnaryTest').map(read) : [],
      not: top.getChild('not') !== null,
      ...span(top),
    };
  }
  return operands(top)[0] ?? missing(top);
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', "'": "'", '\\': '\\' };

const unescaped = (raw: string): string =>
  raw.includes('\\')
    ? raw.replace(
        /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{6})|([nrt"'\\]))/g,
        (all, four?: string, six?: string, sign?: string) => {
          if (sign !== undefined) return escapes[sign]!;
          const point = parseInt(four ?? six!, 16);
          return point <= 0x10ffff ? String.fromCodePoint(point) : all;
        },
      )
    : raw;
