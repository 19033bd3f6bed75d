import type { Iterator, Node, NodeOf, Span } from './ast.ts';
import { checkCall, type ResolvedCall } from './check-call.ts';
import { nameProblem } from './check-names.ts';
import { checkTable } from './table/check-table.ts';
import { arithmeticType, comparable } from './operator-types.ts';
import type { Problem, ProblemCode, ProblemData } from './problems.ts';
import { newSlots, resolve, rootType, TESTED, type Binding, type InputSlot, type Scope } from './scope.ts';
import { parseTemporal } from './temporal.ts';
import {
  any,
  boolean,
  contextOf,
  type ContextType,
  either,
  eitherOf,
  type FeelType,
  fieldKey,
  functionOf,
  listOf,
  nothing,
  number,
  propertiesOf,
  rangeOf,
  string,
  typeName,
} from './types.ts';
import { kindOf } from './values.ts';

/** What is known of a text without running it. */
export interface Checked {
  readonly type: FeelType;
  readonly problems: readonly Placed[];
  readonly typeOf: ReadonlyMap<Node, FeelType>;
  /** Names, and the steps of paths that reach a field of a known type. */
  readonly bindings: ReadonlyMap<Node, Binding | FieldBinding>;
  readonly calls: ReadonlyMap<Node, ResolvedCall>;
  /** Slots of local variables, by the part of the node that declares them. */
  readonly declared: ReadonlyMap<object, number>;
  readonly inputs: readonly InputSlot[];
  readonly slots: number;
}

interface Placed extends Problem {
  readonly place?: string;
}

export interface FieldBinding {
  readonly from: 'field';
  readonly owner: ContextType;
  readonly key: string;
}

/** Passed to the parts of the checker that live in files of their own. */
export interface Checker {
  infer(node: Node, scope: Scope | null, expected?: FeelType): FeelType;
  report(at: Span, code: ProblemCode, data?: ProblemData): void;
  /** A slot for a local variable. */
  declare(owner: object): number;
  readonly bindings: Map<Node, Binding | FieldBinding>;
  readonly calls: Map<Node, ResolvedCall>;
  readonly find: (name: string, scope: Scope | null) => Binding | null;
  readonly root: ContextType;
}

/** Where a tree is put together from several texts, `places` names the text that begins with a node. */
export function check(
  ast: Node,
  types: Readonly<Record<string, FeelType>>,
  places?: ReadonlyMap<Node, string>,
): Checked {
  const { checker, done } = startCheck(types, places);
  return done(checker.infer(ast, null));
}

/** A check in pieces: `done` is told the type of the whole. */
export function startCheck(
  types: Readonly<Record<string, FeelType>>,
  places?: ReadonlyMap<Node, string>,
): { readonly checker: Checker; done(type: FeelType): Checked } {
  const problems: Placed[] = [];
  let place: string | undefined;
  const typeOf = new Map<Node, FeelType>();
  const bindings: Checker['bindings'] = new Map();
  const calls: Checker['calls'] = new Map();
  const declared = new Map<object, number>();
  const slots = newSlots();
  const root = rootType(types);

  const find = (name: string, scope: Scope | null) => resolve(name, scope, root);
  const report: Checker['report'] = ({ from, to }, code, data) =>
    void problems.push({ from, to, code, ...(data && { data }), ...(place !== undefined && { place }) });
  const declare = (owner: object): number => {
    const slot = slots.take();
    declared.set(owner, slot);
    return slot;
  };
  const bind = (node: Node, binding: Binding): void => {
    bindings.set(node, binding);
    slots.use(binding);
  };
  const checker: Checker = { infer, report, declare, bindings, calls, find, root };

  function infer(node: Node, scope: Scope | null, expected?: FeelType): FeelType {
    const around = place;
    place = places?.get(node) ?? place;
    const type = inferNode(node, scope, expected);
    place = around;
    typeOf.set(node, type);
    return type;
  }

  function inferNode(node: Node, scope: Scope | null, expected?: FeelType): FeelType {
    switch (node.kind) {
      case 'number':
        return number;
      case 'string':
        return string;
      case 'boolean':
        return boolean;
      case 'null':
        return nothing;
      case 'missing':
        return any;
      case 'at':
        return inferAt(node);
      case 'name':
      case 'input':
        return inferName(node, scope);
      case 'path':
        return inferPath(node, scope);
      case 'call':
        return checkCall(checker, node, scope);
      case 'filter':
        return inferFilter(node, scope);
      case 'negate':
        return inferNegate(node, scope);
      case 'arithmetic':
        return inferArithmetic(node, scope);
      case 'compare':
        return inferCompare(node, scope);
      case 'and':
      case 'or':
        return inferLogic(node, scope);
      case 'between':
        return inferBetween(node, scope);
      case 'in':
        return inferIn(node, scope);
      case 'test':
        return rangeOf(infer(node.value, scope));
      case 'tests':
        return inferTests(node, scope);
      case 'range':
        return inferRange(node, scope);
      case 'if':
        return inferIf(node, scope);
      case 'for':
        return inferFor(node, scope);
      case 'quantified':
        return inferQuantified(node, scope);
      case 'list':
        return listOf(eitherOf(node.items.map((item) => infer(item, scope))));
      case 'context':
        return inferContext(node, scope);
      case 'function':
        return inferFunction(node, scope, expected);
      case 'instance':
        infer(node.value, scope);
        return boolean;
      case 'typed':
        infer(node.value, scope, node.type);
        return node.type;
      case 'table':
        return checkTable(checker, node, scope);
    }
  }

  function inferAt(node: NodeOf<'at'>): FeelType {
    const value = parseTemporal(node.text);
    if (value) return { kind: kindOf(value) } as FeelType;
    report(node, 'feel.unreadable', { text: node.text, type: 'date' });
    return any;
  }

  function inferName(node: NodeOf<'name' | 'input'>, scope: Scope | null): FeelType {
    const name = node.kind === 'name' ? node.name : TESTED;
    const binding = find(name, scope);
    if (!binding) {
      const { code, data } = nameProblem(name, scope, root, find);
      report(node, code, data);
      return any;
    }
    bind(node, binding);
    return binding.type;
  }

  function inferPath(node: NodeOf<'path'>, scope: Scope | null): FeelType {
    const of = infer(node.of, scope);
    return node.name === '' ? any : step(of, node);
  }

  function step(of: FeelType, node: NodeOf<'path'>): FeelType {
    if (of.kind === 'any' || of.kind === 'null') return of;
    if (of.kind === 'list') return listOf(step(of.item, node));
    if (of.kind === 'context') {
      const key = fieldKey(of, node.name);
      if (key !== undefined) {
        bindings.set(node, { from: 'field', owner: of, key });
        return of.fields[key]!;
      }
      if (of.open) return any;
    }
    const property = propertiesOf[of.kind]?.[node.name];
    // both ends of a range are of its kind
    if (property) return of.kind === 'range' && property.kind === 'any' ? of.of : property;
    report(node.nameSpan, 'feel.unknown_field', { name: node.name });
    return any;
  }

  function inferFilter(node: NodeOf<'filter'>, scope: Scope | null): FeelType {
    const of = infer(node.of, scope);
    const item = of.kind === 'list' ? of.item : of;
    const slot = declare(node);
    const by = infer(node.by, {
      outer: scope,
      names: new Map([['item', { slot, type: item }]]),
      item: { slot, type: item },
    });
    if (by.kind === 'number') return item;
    if (by.kind !== 'boolean' && by.kind !== 'any' && by.kind !== 'null')
      report(node.by, 'feel.wrong_filter', { type: typeName(by) });
    return by.kind === 'boolean' ? listOf(item) : any;
  }

  function inferNegate(node: NodeOf<'negate'>, scope: Scope | null): FeelType {
    const type = infer(node.value, scope);
    if (['number', 'daysDuration', 'monthsDuration', 'any', 'null'].includes(type.kind)) return type;
    report(node, 'feel.wrong_operand', { op: '-', type: typeName(type) });
    return any;
  }

  function inferArithmetic(node: NodeOf<'arithmetic'>, scope: Scope | null): FeelType {
    const left = infer(node.left, scope);
    const right = infer(node.right, scope);
    const type = arithmeticType(node.op, left, right);
    if (type) return type;
    report(node, 'feel.wrong_operands', { op: node.op, left: typeName(left), right: typeName(right) });
    return any;
  }

  function inferCompare(node: NodeOf<'compare'>, scope: Scope | null): FeelType {
    const left = infer(node.left, scope);
    const right = infer(node.right, scope);
    mustCompare(node, node.op, left, right);
    return boolean;
  }

  function mustCompare(at: Span, op: string, left: FeelType, right: FeelType): void {
    if (!comparable(left, right, op !== '=' && op !== '!='))
      report(at, 'feel.wrong_operands', { op, left: typeName(left), right: typeName(right) });
  }

  function inferLogic(node: NodeOf<'and' | 'or'>, scope: Scope | null): FeelType {
    for (const side of [node.left, node.right]) mustBeBoolean(side, infer(side, scope));
    return boolean;
  }

  function mustBeBoolean(at: Span, type: FeelType): void {
    if (type.kind !== 'boolean' && type.kind !== 'any' && type.kind !== 'null')
      report(at, 'feel.not_a_condition', { type: typeName(type) });
  }

  function inferBetween(node: NodeOf<'between'>, scope: Scope | null): FeelType {
    const value = infer(node.value, scope);
    for (const end of [node.low, node.high]) mustCompare(end, 'between', value, infer(end, scope));
    return boolean;
  }

  function inferIn(node: NodeOf<'in'>, scope: Scope | null): FeelType {
    const type = infer(node.value, scope);
    const inner: Scope = { outer: scope, names: new Map([[TESTED, { slot: declare(node), type }]]) };
    for (const test of node.tests) inferTest(test, type, inner);
    return boolean;
  }

  function inferTests(node: NodeOf<'tests'>, scope: Scope | null): FeelType {
    const tested = find(TESTED, scope);
    if (tested) bind(node, tested);
    for (const test of node.tests) inferTest(test, tested?.type ?? any, scope);
    return boolean;
  }

  function inferTest(test: Node, tested: FeelType, scope: Scope | null): void {
    const type = infer(test, scope);
    const of =
      type.kind === 'range'
        ? type.of
        : type.kind === 'list' && tested.kind !== 'list'
          ? type.item.kind === 'range'
            ? type.item.of
            : type.item
          : type;
    // a test that is a condition of its own decides by itself
    if (type.kind !== 'boolean' && !comparable(tested, of, type.kind === 'range'))
      report(test, 'feel.wrong_operands', { op: 'in', left: typeName(tested), right: typeName(type) });
  }

  function inferRange(node: NodeOf<'range'>, scope: Scope | null): FeelType {
    const low = infer(node.low, scope);
    const high = infer(node.high, scope);
    mustCompare(node, '..', low, high);
    return rangeOf(either(low, high));
  }

  function inferIf(node: NodeOf<'if'>, scope: Scope | null): FeelType {
    mustBeBoolean(node.condition, infer(node.condition, scope));
    return either(infer(node.then, scope), infer(node.otherwise, scope));
  }

  function iterate(iterators: readonly Iterator[], scope: Scope | null): Scope | null {
    let inner = scope;
    for (const iterator of iterators) {
      const over = infer(iterator.over, inner);
      if (iterator.upTo) mustCompare(iterator.span, '..', over, infer(iterator.upTo, inner));
      const type = iterator.upTo ? over : over.kind === 'list' ? over.item : over.kind === 'range' ? over.of : over;
      inner = { outer: inner, names: new Map([[iterator.name, { slot: declare(iterator), type }]]) };
    }
    return inner;
  }

  function inferFor(node: NodeOf<'for'>, scope: Scope | null): FeelType {
    const partial: Scope = { outer: scope, names: new Map([['partial', { slot: declare(node), type: listOf(any) }]]) };
    return listOf(infer(node.body, iterate(node.iterators, partial)));
  }

  function inferQuantified(node: NodeOf<'quantified'>, scope: Scope | null): FeelType {
    const inner = iterate(node.iterators, scope);
    mustBeBoolean(node.body, infer(node.body, inner));
    return boolean;
  }

  function inferContext(node: NodeOf<'context'>, scope: Scope | null): FeelType {
    const fields: Record<string, FeelType> = Object.create(null);
    let inner = scope;
    for (const entry of node.entries) {
      if (entry.key in fields) report(entry.span, 'feel.key_twice', { name: entry.key });
      const type = infer(entry.value, inner);
      fields[entry.key] = type;
      inner = { outer: inner, names: new Map([[entry.key, { slot: declare(entry), type }]]) };
    }
    if (node.result) return infer(node.result, inner);
    return contextOf(fields);
  }

  function inferFunction(node: NodeOf<'function'>, scope: Scope | null, expected?: FeelType): FeelType {
    if (node.external) report(node, 'feel.external_function');
    const given = expected?.kind === 'function' ? expected.params : [];
    const params = node.params.map((param, i) => ({ param, type: param.type ?? given[i] ?? any }));
    const names = new Map(params.map(({ param, type }) => [param.name, { slot: declare(param), type }]));
    const result = infer(node.body, { outer: scope, names });
    return functionOf(
      params.map(({ type }) => type),
      result,
    );
  }

  return {
    checker,
    done: (type) => ({ type, problems, typeOf, bindings, calls, declared, inputs: slots.inputs, slots: slots.size() }),
  };
}
