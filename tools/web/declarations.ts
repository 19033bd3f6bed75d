/** A node of a parsed file. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

export interface Declaration {
  name: string;
  /** Names that it needs. */
  asks: string[];
}

export interface Imported {
  source: string;
  name: string;
}

type Without = (node: Node) => readonly Node[];

/** What a statement declares for the whole file, with what that needs; `without` leaves out parts of nodes. */
export function declarationsOf(statement: Node, without?: Without): Declaration[] {
  const declared = (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement) as Node | null;
  if (declared?.type === 'FunctionDeclaration' || declared?.type === 'ClassDeclaration')
    return [{ name: (declared.id as { name: string }).name, asks: namesIn(declared, without) }];
  if (declared?.type !== 'VariableDeclaration') return [];
  return (declared.declarations as Node[]).flatMap((each) =>
    namesIn(each.id).map((name) => ({ name, asks: namesIn(each, without) })),
  );
}

/** Imported values by the name they have here; types are nobody's import. */
export function importsOf(statement: Node): Map<string, Imported> {
  if (statement.type !== 'ImportDeclaration' || statement.importKind === 'type') return new Map();
  const source = (statement.source as { value: string }).value;
  return new Map(
    (statement.specifiers as Node[])
      .filter(({ importKind }) => importKind !== 'type')
      .map((each) => [
        (each.local as { name: string }).name,
        { source, name: (each.imported as { name?: string } | undefined)?.name ?? 'default' },
      ]),
  );
}

/** All names below a node, whatever they stand for: rather one too many. Types name nothing that is there when it runs. */
export function namesIn(node: unknown, without: Without = () => []): string[] {
  if (Array.isArray(node)) return node.flatMap((each) => namesIn(each, without));
  if (typeof node !== 'object' || node === null) return [];
  const own = node as Node;
  if (own.type === 'Identifier') return [own.name as string];
  // an expression with a type beside it is still one
  if (own.type?.startsWith('TS') && !('expression' in own)) return [];
  const left = new Set(without(own));
  return Object.entries(own).flatMap(([part, value]) => {
    if (part === 'typeAnnotation' || part === 'typeArguments' || part === 'typeParameters' || part === 'returnType')
      return [];
    return namesIn(strip(value, left), without);
  });
}

function strip(value: unknown, left: ReadonlySet<Node>): unknown {
  if (left.size === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => strip(each, left));
  const node = value as Node;
  return node.type === 'ObjectExpression'
    ? { ...node, properties: (node.properties as Node[]).filter((each) => !left.has(each)) }
    : value;
}
