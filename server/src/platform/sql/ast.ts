/** The tree that the parser of PostgreSQL answers: every node is an object with one key, its kind. */
export type Tree = Record<string, unknown>;

export function kindOf(node: unknown): [string, Tree] {
  const [[kind, body] = ['', {}]] = Object.entries((node ?? {}) as Record<string, Tree>);
  return [kind, body];
}

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export function stringOf(node: unknown): string {
  const [kind, body] = kindOf(node);
  return kind === 'String' ? String(body.sval ?? '') : '';
}

export const stringsOf = (value: unknown): string[] => listOf(value).map(stringOf);

export function aliasOf(body: Tree): { name: string | undefined; columns: string[] } {
  const alias = body.alias as Tree | undefined;
  return { name: alias?.aliasname as string | undefined, columns: stringsOf(alias?.colnames) };
}
