import { aliasOf, kindOf, listOf, stringOf, stringsOf, type Tree } from './ast.ts';
import {
  addTo,
  allOf,
  allOfQuery,
  CannotRead,
  joinFlow,
  joinRows,
  noFlow,
  type Flow,
  type FlowColumn,
  type QueryFlow,
  type Sources,
  type SqlTable,
} from './flows.ts';
import { columnsOfFunction, withoutValue } from './functions.ts';
import { baseColumn, emptyScope, findColumn, joinScopes, namesIn, starOf, type Relation, type Scope } from './scope.ts';

/** A table with its columns, or undefined where nobody knows it. */
export type Catalog = (table: SqlTable) => { table: SqlTable; columns: readonly string[] } | undefined;

/** Walks a tree of PostgreSQL's parser and tells which columns of tables each column of the answer hangs on, and how. */
export class Resolver {
  readonly tables = new Map<string, SqlTable>();
  readonly #catalog: Catalog;

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  query(node: unknown, outer: Scope | undefined, known: ReadonlyMap<string, QueryFlow> = new Map()): QueryFlow {
    const [kind, body] = kindOf(node);
    if (kind !== 'SelectStmt') throw new CannotRead('writes');
    return this.select(body, outer, known);
  }

  select(body: Tree, outer: Scope | undefined, known: ReadonlyMap<string, QueryFlow>): QueryFlow {
    const ctes = body.withClause ? this.#with(body.withClause as Tree, outer, known) : known;
    if (body.op && body.op !== 'SETOP_NONE') return this.#setOperation(body, outer, ctes);
    if (body.valuesLists) return this.#values(body, outer, ctes);
    return this.#plain(body, outer, ctes);
  }

  /** Of UPDATE, DELETE and the like: what the tables there are called, and what a condition on them hangs on. */
  scopeOf(from: unknown[], outer: Scope | undefined, ctes: ReadonlyMap<string, QueryFlow>): Scope {
    let scope = emptyScope(outer, ctes);
    for (const item of from) scope = joinScopes(scope, this.#from(item, scope), [], 'left');
    return scope;
  }

  #with(clause: Tree, outer: Scope | undefined, known: ReadonlyMap<string, QueryFlow>): Map<string, QueryFlow> {
    const ctes = new Map(known);
    for (const item of listOf(clause.ctes)) {
      const [, cte] = kindOf(item);
      const name = String(cte.ctename);
      const names = stringsOf(cte.aliascolnames);
      const [kind, inner] = kindOf(cte.ctequery);
      if (kind !== 'SelectStmt') throw new CannotRead('writes');
      const recursive = clause.recursive === true && inner.op === 'SETOP_UNION';
      ctes.set(
        name,
        recursive ? this.#recursive(name, names, inner, outer, ctes) : renamed(this.select(inner, outer, ctes), names),
      );
    }
    return ctes;
  }

  /** The first branch binds, the second repeats until nothing is added. */
  #recursive(
    name: string,
    names: string[],
    body: Tree,
    outer: Scope | undefined,
    known: ReadonlyMap<string, QueryFlow>,
  ): QueryFlow {
    const ctes = body.withClause ? this.#with(body.withClause as Tree, outer, known) : known;
    const bound = renamed(this.select(body.larg as Tree, outer, ctes), names);
    for (let before = -1; ;) {
      const next = this.select(body.rarg as Tree, outer, new Map([...ctes, [name, bound]]));
      for (const [at, column] of bound.columns.entries()) if (next.columns[at]) joinFlow(column, next.columns[at]);
      joinRows(bound.rows, next.rows);
      const size = sizeOf(bound);
      if (size === before) return bound;
      before = size;
    }
  }

  #setOperation(body: Tree, outer: Scope | undefined, ctes: ReadonlyMap<string, QueryFlow>): QueryFlow {
    const left = this.select(body.larg as Tree, outer, ctes);
    const right = this.select(body.rarg as Tree, outer, ctes);
    if (left.columns.length !== right.columns.length) throw new CannotRead('columns');
    const rows = new Map(left.rows);
    const columns = left.columns.map((column): FlowColumn => ({
      ...column,
      value: new Set(column.value),
      own: new Map(column.own),
    }));
    if (body.op === 'SETOP_EXCEPT') addTo(rows, 'filter', allOfQuery(right));
    else {
      joinRows(rows, right.rows);
      for (const [at, column] of columns.entries()) joinFlow(column, right.columns[at]!);
    }
    const scope: Scope = { ...emptyScope(outer, ctes), relations: [{ alias: '', open: undefined, columns }] };
    this.#ordered(body, scope, columns, rows);
    return { columns, rows };
  }

  #values(body: Tree, outer: Scope | undefined, ctes: ReadonlyMap<string, QueryFlow>): QueryFlow {
    const scope = emptyScope(outer, ctes);
    const columns: FlowColumn[] = [];
    for (const row of listOf(body.valuesLists))
      for (const [at, value] of listOf(kindOf(row)[1].items).entries()) {
        const column = (columns[at] ??= { name: `column${at + 1}`, ...noFlow() });
        joinFlow(column, this.expression(value, scope));
      }
    return { columns, rows: new Map() };
  }

  #plain(body: Tree, outer: Scope | undefined, ctes: ReadonlyMap<string, QueryFlow>): QueryFlow {
    const from = this.scopeOf(listOf(body.fromClause), outer, ctes);
    const windows = new Map(listOf(body.windowClause).map((one) => [String(kindOf(one)[1].name), kindOf(one)[1]]));
    const scope: Scope = { ...from, windows };
    const rows = new Map(scope.rows);
    if (body.whereClause) addTo(rows, 'filter', allOf(this.expression(body.whereClause, scope)));
    if (body.havingClause) addTo(rows, 'filter', allOf(this.expression(body.havingClause, scope)));
    const columns = listOf(body.targetList).flatMap((target) => this.#target(kindOf(target)[1], scope));
    for (const item of listOf(body.groupClause))
      for (const one of leavesOf(item)) addTo(rows, 'group', allOf(this.#inputFirst(one, scope, columns)));
    // of a plain DISTINCT the list holds one empty entry
    for (const item of listOf(body.distinctClause))
      if (kindOf(item)[0] !== '') addTo(rows, 'group', allOf(this.#outputFirst(item, scope, columns)));
    this.#ordered(body, scope, columns, rows);
    return { columns, rows };
  }

  #ordered(body: Tree, scope: Scope, columns: readonly FlowColumn[], rows: QueryFlow['rows']): void {
    for (const item of listOf(body.sortClause))
      addTo(rows, 'sort', allOf(this.#outputFirst(kindOf(item)[1].node, scope, columns)));
    for (const limit of [body.limitCount, body.limitOffset])
      if (limit) addTo(rows, 'filter', allOf(this.expression(limit, scope)));
  }

  #target(target: Tree, scope: Scope): FlowColumn[] {
    const [kind, body] = kindOf(target.val);
    if (kind === 'ColumnRef') {
      const fields = listOf(body.fields);
      if (kindOf(fields.at(-1))[0] === 'A_Star')
        return starOf(scope, fields.length > 1 ? stringOf(fields.at(-2)) : undefined);
    }
    return [{ ...this.expression(target.val, scope), name: String(target.name ?? nameOf(target.val)) }];
  }

  /** GROUP BY: a place, a column of FROM, then a column of the answer. */
  #inputFirst(node: unknown, scope: Scope, columns: readonly FlowColumn[]): Flow {
    const place = placeOf(node, columns);
    if (place) return place;
    const name = plainName(node);
    if (name === undefined) return this.expression(node, scope);
    try {
      return this.expression(node, scope);
    } catch (error) {
      const named = columns.find((column) => column.name === name);
      if (named && error instanceof CannotRead && error.message === 'column') return named;
      throw error;
    }
  }

  /** ORDER BY and DISTINCT ON: a place, a column of the answer, then one of FROM. */
  #outputFirst(node: unknown, scope: Scope, columns: readonly FlowColumn[]): Flow {
    const place = placeOf(node, columns);
    if (place) return place;
    const name = plainName(node);
    return columns.find((column) => column.name === name) ?? this.expression(node, scope);
  }

  #from(item: unknown, left: Scope): Scope {
    const [kind, body] = kindOf(item);
    switch (kind) {
      case 'RangeVar':
        return this.#table(body, left);
      case 'RangeSubselect': {
        const inner = this.query(body.subquery, body.lateral === true ? left : left.outer, left.ctes);
        return this.#derived(inner, body, left);
      }
      case 'RangeFunction':
        return this.#function(body, left);
      case 'JoinExpr':
        return this.#join(body, left);
      case 'RangeTableSample':
        return this.#from(body.relation, left);
      default:
        throw new CannotRead('function');
    }
  }

  #table(body: Tree, { ctes, outer }: Scope): Scope {
    const { name: alias = String(body.relname), columns: names } = aliasOf(body);
    const cte = body.schemaname === undefined ? ctes.get(String(body.relname)) : undefined;
    if (cte)
      return this.#relation({ alias, open: undefined, columns: renamed(cte, names).columns }, cte.rows, outer, ctes);
    const asked = { schema: String(body.schemaname ?? ''), name: String(body.relname) };
    const found = this.#catalog(asked);
    const table = found?.table ?? asked;
    this.tables.set(`${table.schema}.${table.name}`, table);
    if (!found && names.length > 0) throw new CannotRead('star');
    const columns = (found?.columns ?? []).map((name, at): FlowColumn => ({
      ...baseColumn(table, name),
      name: names[at] ?? name,
    }));
    return this.#relation({ alias, open: found ? undefined : table, columns }, new Map(), outer, ctes);
  }

  #derived(inner: QueryFlow, body: Tree, { outer, ctes }: Scope): Scope {
    const { name = '', columns } = aliasOf(body);
    return this.#relation(
      { alias: name, open: undefined, columns: renamed(inner, columns).columns },
      inner.rows,
      outer,
      ctes,
    );
  }

  #relation(relation: Relation, rows: QueryFlow['rows'], outer: Scope | undefined, ctes: Scope['ctes']): Scope {
    return { ...emptyScope(outer, ctes), relations: [relation], rows: new Map(rows) };
  }

  /** The arguments are its values, and decide how many rows there are. */
  #function(body: Tree, left: Scope): Scope {
    const { name: alias, columns: names } = aliasOf(body);
    const rows: QueryFlow['rows'] = new Map();
    const columns: FlowColumn[] = [];
    const functions = listOf(body.functions);
    for (const entry of functions) {
      const [call, definitions] = listOf(kindOf(entry)[1].items);
      const [kind, inner] = kindOf(call);
      const flow = this.expression(call, left);
      addTo(rows, 'join', allOf(flow));
      const name = kind === 'FuncCall' ? (stringsOf(inner.funcname).at(-1) ?? '') : '';
      const defined = [...listOf(kindOf(definitions)[1].items), ...listOf(body.coldeflist)].map((one) =>
        String(kindOf(one)[1].colname),
      );
      const args = listOf(inner.args);
      // several lists side by side are a column each
      const known =
        name === 'unnest' && args.length > 1
          ? args.map((_, at) => (at === 0 ? 'unnest' : `unnest_${at}`))
          : defined.length > 0
            ? defined
            : columnsOfFunction(name, functions.length === 1 ? alias : undefined);
      if (!known) throw new CannotRead('function');
      for (const [at, column] of known.entries()) {
        const value = name === 'unnest' && args.length > 1 ? this.expression(args[at], left) : flow;
        columns.push({ ...copyOf(value), name: column });
      }
    }
    if (body.ordinality === true) columns.push({ ...noFlow(), name: 'ordinality' });
    const named = columns.map((column, at) => ({ ...column, name: names[at] ?? column.name }));
    return this.#relation(
      { alias: alias ?? named[0]?.name ?? '', open: undefined, columns: named },
      rows,
      left.outer,
      left.ctes,
    );
  }

  #join(body: Tree, before: Scope): Scope {
    const left = this.#from(body.larg, before);
    // what is lateral sees what stands to its left, in this join and before it
    const right = this.#from(body.rarg, joinScopes(before, left, [], 'left'));
    const names =
      body.isNatural === true
        ? namesIn(left).filter((name) => namesIn(right).includes(name))
        : stringsOf(body.usingClause);
    const side = body.jointype === 'JOIN_RIGHT' ? 'right' : body.jointype === 'JOIN_FULL' ? 'both' : 'left';
    const joined = joinScopes(left, right, names, side);
    const rows = new Map(joined.rows);
    if (body.quals) {
      // conditions see what is outside, not what stands before the join
      const scope: Scope = { ...joined, outer: before.outer };
      addTo(rows, 'join', allOf(this.expression(body.quals, scope)));
    }
    const { name } = aliasOf(body);
    if (name === undefined) return { ...joined, rows };
    return this.#relation(
      { alias: name, open: undefined, columns: starOf(joined, undefined) },
      rows,
      before.outer,
      before.ctes,
    );
  }

  expression(node: unknown, scope: Scope): Flow {
    const [kind, body] = kindOf(node);
    switch (kind) {
      case 'ColumnRef':
        return this.#column(body, scope);
      case 'CaseExpr':
        return this.#case(body, scope);
      case 'SubLink':
        return this.#subquery(body, scope);
      case 'FuncCall':
        return this.#call(body, scope);
      case 'GroupingFunc':
      case 'A_Const':
      case 'ParamRef':
      case 'SQLValueFunction':
        return noFlow();
      case 'SetToDefault':
        return noFlow();
      default:
        return this.#children(body, scope);
    }
  }

  #children(body: unknown, scope: Scope): Flow {
    const flow = noFlow();
    const values = Array.isArray(body) ? body : Object.values((body ?? {}) as Tree);
    for (const value of values) {
      if (typeof value !== 'object' || value === null) continue;
      if (Array.isArray(value)) joinFlow(flow, this.#children(value, scope));
      else if (isNode(value as Tree)) joinFlow(flow, this.expression(value, scope));
      else joinFlow(flow, this.#children(value, scope));
    }
    return flow;
  }

  #column({ fields }: Tree, scope: Scope): Flow {
    const parts = listOf(fields);
    if (kindOf(parts.at(-1))[0] === 'A_Star') {
      const flow = noFlow();
      for (const column of starOf(scope, parts.length > 1 ? stringOf(parts.at(-2)) : undefined)) joinFlow(flow, column);
      return flow;
    }
    const names = parts.map(stringOf);
    if (names.length > 3) throw new CannotRead('column');
    return copyOf(findColumn(scope, names.at(-1)!, names.at(-2), names.at(-3)));
  }

  /** Results are the value, what chooses between them is its condition. */
  #case({ arg, args, defresult }: Tree, scope: Scope): Flow {
    const flow = noFlow();
    if (arg) addTo(flow.own, 'condition', allOf(this.expression(arg, scope)));
    for (const item of listOf(args)) {
      const [, when] = kindOf(item);
      addTo(flow.own, 'condition', allOf(this.expression(when.expr, scope)));
      joinFlow(flow, this.expression(when.result, scope));
    }
    if (defresult) joinFlow(flow, this.expression(defresult, scope));
    return flow;
  }

  #subquery({ subLinkType, testexpr, subselect }: Tree, scope: Scope): Flow {
    const inner = this.query(subselect, scope, scope.ctes);
    const flow = testexpr ? this.expression(testexpr, scope) : noFlow();
    if (subLinkType === 'EXISTS_SUBLINK')
      addTo(flow.own, 'condition', inner.rows.size === 0 ? [] : [...inner.rows.values()].flatMap((one) => [...one]));
    else {
      for (const column of inner.columns) joinFlow(flow, column);
      joinRows(flow.own, inner.rows);
    }
    return flow;
  }

  #call(body: Tree, scope: Scope): Flow {
    const flow = noFlow();
    const name = stringsOf(body.funcname).at(-1) ?? '';
    const within = body.agg_within_group === true;
    const args = this.#children(listOf(body.args), scope);
    if (!withoutValue.has(name)) joinFlow(flow, args);
    else addTo(flow.own, 'condition', allOf(args));
    for (const item of listOf(body.agg_order)) {
      const sorted = this.expression(kindOf(item)[1].node, scope);
      if (within) joinFlow(flow, sorted);
      else addTo(flow.own, 'sort', allOf(sorted));
    }
    if (body.agg_filter) addTo(flow.own, 'condition', allOf(this.expression(body.agg_filter, scope)));
    if (body.over) for (const source of this.#window(body.over as Tree, scope)) addTo(flow.own, 'window', [source]);
    return flow;
  }

  #window(over: Tree, scope: Scope): Sources {
    const found: Sources = new Set();
    const named = scope.windows.get(String(over.refname ?? over.name ?? '')) as Tree | undefined;
    if (named && named !== over) for (const source of this.#window(named, scope)) found.add(source);
    for (const item of listOf(over.partitionClause))
      for (const source of allOf(this.expression(item, scope))) found.add(source);
    for (const item of listOf(over.orderClause))
      for (const source of allOf(this.expression(kindOf(item)[1].node, scope))) found.add(source);
    return found;
  }
}

/** With the names that an alias gives its first columns. */
function renamed({ columns, rows }: QueryFlow, names: readonly string[]): QueryFlow {
  return {
    columns: columns.map((column, at) => ({ ...copyOf(column), name: names[at] ?? column.name })),
    rows: new Map([...rows].map(([how, of]) => [how, new Set(of)])),
  };
}

function copyOf<F extends Flow>(flow: F): F {
  return { ...flow, value: new Set(flow.value), own: new Map([...flow.own].map(([how, of]) => [how, new Set(of)])) };
}

function sizeOf({ columns, rows }: QueryFlow): number {
  const sized = (of: Iterable<Sources>): number => [...of].reduce((sum, one) => sum + one.size, 0);
  return sized(rows.values()) + columns.reduce((sum, { value, own }) => sum + value.size + sized(own.values()), 0);
}

const isNode = (value: Tree): boolean => {
  const keys = Object.keys(value);
  return keys.length === 1 && /^[A-Z]/.test(keys[0]!);
};

/** GROUPING SETS, ROLLUP and CUBE hold others; so does a row of them. */
function leavesOf(item: unknown): unknown[] {
  const [kind, body] = kindOf(item);
  if (kind === 'GroupingSet') return listOf(body.content).flatMap(leavesOf);
  if (kind === 'RowExpr') return listOf(body.args).flatMap(leavesOf);
  if (kind === 'List') return listOf(body.items).flatMap(leavesOf);
  return [item];
}

function placeOf(node: unknown, columns: readonly FlowColumn[]): FlowColumn | undefined {
  const [kind, body] = kindOf(node);
  const number = kind === 'A_Const' ? (body.ival as Tree | undefined)?.ival : undefined;
  return typeof number === 'number' ? columns[number - 1] : undefined;
}

function plainName(node: unknown): string | undefined {
  const [kind, body] = kindOf(node);
  const fields = listOf(body.fields);
  return kind === 'ColumnRef' && fields.length === 1 ? stringOf(fields[0]) : undefined;
}

/** What PostgreSQL calls a column that nobody named. */
function nameOf(node: unknown): string {
  const [kind, body] = kindOf(node);
  switch (kind) {
    case 'ColumnRef':
      return stringOf(listOf(body.fields).at(-1));
    case 'FuncCall':
      return stringsOf(body.funcname).at(-1) ?? '?column?';
    case 'TypeCast': {
      const inner = nameOf(body.arg);
      return inner === '?column?' ? (stringsOf((body.typeName as Tree | undefined)?.names).at(-1) ?? inner) : inner;
    }
    case 'CaseExpr':
      return body.defresult && nameOf(body.defresult) !== '?column?' ? nameOf(body.defresult) : 'case';
    case 'CoalesceExpr':
      return 'coalesce';
    case 'MinMaxExpr':
      return body.op === 'IS_LEAST' ? 'least' : 'greatest';
    case 'A_Indirection': {
      const last = stringOf(listOf(body.indirection).at(-1));
      return last === '' ? nameOf(body.arg) : last;
    }
    case 'CollateClause':
      return nameOf(body.arg);
    case 'A_ArrayExpr':
      return 'array';
    case 'RowExpr':
      return 'row';
    case 'SubLink': {
      if (body.subLinkType === 'EXISTS_SUBLINK') return 'exists';
      const [, select] = kindOf(body.subselect);
      const [, first] = kindOf(listOf(select.targetList)[0]);
      return body.subLinkType === 'EXPR_SUBLINK' ? String(first.name ?? nameOf(first.val)) : '?column?';
    }
    default:
      return '?column?';
  }
}
