import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { takesCommandId, type Endpoint } from '@formwork/contract/endpoint.ts';
import { parseAst, type Plugin } from 'vite';
import { declarationsOf, importsOf, namesIn, type Declaration, type Imported, type Node } from './declarations.ts';

interface File {
  declarations: Map<string, Declaration>;
  /** Names that its loose statements need, which run as soon as anything of it is read. */
  always: string[];
  imports: Map<string, Imported>;
}

/** What of the contract stands on its library of schemas is a file of its own beside the rest, under this ending. */
const schemasMark = '?schemas';

/** The files of the contract as pages use them. */
interface UsedContract {
  /** By file, the names that pages read, or that what they read needs. */
  used: ReadonlyMap<string, ReadonlySet<string>>;
  /** By file, those of its names that cannot be without the library of schemas. */
  schemas: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Leaves out of the contract what no page reads: the schemas of endpoints, and whatever nothing but these asks for. A builder cannot let go of it, since it does not
 * know that making a schema changes nothing else; and as long as the imports stand there, every page begins with all schemas and their library. Schemas
 * that pages do check by stand apart from the names and rules beside them, so that they come with the pages that check.
 */
export function leanContract(root: string): Plugin {
  const folder = path.join(root, 'packages/contract/src');
  let contract: UsedContract = { used: new Map(), schemas: new Map() };
  return {
    name: 'lean-contract',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      contract = usedContract(root, folder);
    },
    load: {
      filter: { id: /\/packages\/contract\/src\/.*\.ts\?schemas$/ },
      handler: (id) => ({ code: readFileSync(id.slice(0, -schemasMark.length), 'utf8'), moduleType: 'ts' }),
    },
    transform: {
      filter: { id: /\.tsx?(\?schemas)?$/ },
      async handler(code, id) {
        if (!id.startsWith(folder))
          return code.includes('@formwork/contract/') ? taken(code, folder, contract) : undefined;
        const file = id.replace(schemasMark, '');
        const calls = code.includes('endpoint(') ? await callsOf(file) : new Map<string, object>();
        return { code: leaned(code, id, contract, calls), map: null, moduleSideEffects: false };
      },
    },
  };
}

/** A page's imports from the contract, each from the part that has the name. Types are nobody's import. */
function taken(code: string, folder: string, { schemas }: UsedContract): { code: string; map: null } {
  const direct = code.replace(contractImport, (whole, list: string, file: string) => {
    const parts = valuesOf(list);
    const heavy = parts.filter((part) => schemas.get(path.join(folder, file))?.has(nameIn(part)));
    const light = parts.filter((part) => !heavy.includes(part));
    const from = `'@formwork/contract/${file}`;
    const lines = [
      ...(light.length > 0 ? [`import { ${light.join(', ')} } from ${from}';`] : []),
      ...(heavy.length > 0 ? [`import { ${heavy.join(', ')} } from ${from}${schemasMark}';`] : []),
    ];
    return lines.join(' ') + '\n'.repeat(whole.split('\n').length - 1);
  });
  return { code: direct, map: null };
}

/** The code of a file, or of its schemas, with what is used of it alone, and with the imports that this needs. Lines stay where they are. */
export function leaned(code: string, id: string, contract: UsedContract, calls: Calls): string {
  const file = id.replace(schemasMark, '');
  const used = contract.used.get(file) ?? new Set<string>();
  const heavy = contract.schemas.get(file) ?? new Set<string>();
  const isHere = (name: string) => used.has(name) && heavy.has(name) === id.endsWith(schemasMark);
  const { body } = parsed(code);
  const rest = body.filter(({ type }) => type !== 'ImportDeclaration');
  const kept = rest.filter((statement) => {
    const names = declarationsOf(statement).map(({ name }) => name);
    if (names.length > 0) return names.some(isHere);
    return namesIn(statement).some((name) => heavy.has(name)) === id.endsWith(schemasMark);
  });
  const asked = new Set(kept.flatMap((each) => namesIn(each, unread)));
  const there = rest
    .filter((statement) => !kept.includes(statement))
    .flatMap((statement) => declarationsOf(statement).map(({ name }) => name))
    .filter((name) => asked.has(name) && used.has(name));
  const edits = body
    .flatMap((statement) => {
      const { start, end, type } = statement;
      if (type === 'ImportDeclaration') return [{ start, end, text: importOf(statement, asked, file, contract) }];
      if (!kept.includes(statement)) return [{ start, end, text: '' }];
      // the other part may need what the file kept to itself
      const opened = type.startsWith('Export') || declarationsOf(statement).length === 0 ? '' : 'export ';
      return [
        { start, end: start, text: opened },
        ...endpointsIn(statement).map((spec) => ({
          start: spec.start,
          end: spec.end,
          text: callOf(spec, code, calls),
        })),
      ];
    })
    .toSorted((a, b) => a.start - b.start);
  let text = there.length === 0 ? '' : `import { ${there.join(', ')} } from './${path.basename(file)}'; `;
  let at = 0;
  for (const { start, end, text: next } of edits) {
    const lines = code.slice(start, end).split('\n').length - next.split('\n').length;
    text += code.slice(at, start) + next + '\n'.repeat(Math.max(0, lines));
    at = end;
  }
  return text + code.slice(at);
}

/** An import with the names that are asked for; nothing where none is. */
function importOf(statement: Node, asked: ReadonlySet<string>, file: string, { schemas }: UsedContract): string {
  const { value } = statement.source as { value: string };
  const heavy = schemas.get(path.join(path.dirname(file), value));
  const parts = [...importsOf(statement)].filter(([name]) => asked.has(name));
  const line = (wanted: typeof parts, from: string) =>
    wanted.length === 0
      ? ''
      : `import { ${wanted.map(([name, { name: there }]) => (name === there ? name : `${there} as ${name}`)).join(', ')} } from '${from}';`;
  return (
    line(
      parts.filter(([, { name }]) => !heavy?.has(name)),
      value,
    ) +
    line(
      parts.filter(([, { name }]) => heavy?.has(name)),
      `${value}${schemasMark}`,
    )
  );
}

/** An endpoint's specification with what a call needs; one whose address is made as it runs stays as it is. */
function callOf(spec: Node, code: string, calls: Calls): string {
  const told = literals(spec);
  if (told === undefined) return code.slice(spec.start, spec.end);
  const call = calls.get(told);
  if (call === undefined) throw new Error(`${told} is in none of the groups of endpoints that its file hands out`);
  return JSON.stringify(call);
}

/** Method and path, where both stand there. */
function literals(spec: Node): string | undefined {
  const [method, address] = ['method', 'path'].map(
    (name) => propertiesOf(spec).find(({ key }) => key?.name === name)?.value?.value,
  );
  return typeof method === 'string' && typeof address === 'string' ? `${method} ${address}` : undefined;
}

type Property = Node & { key?: { name?: string }; value?: { value?: unknown } };

function propertiesOf(spec: Node): Property[] {
  return spec.properties as Property[];
}

/** Parts of endpoints that no page reads: what they name is not asked for. */
function unread(node: Node): Node[] {
  if (!isEndpoint(node)) return [];
  const [spec] = node.arguments as [Node];
  return literals(spec) === undefined ? [] : propertiesOf(spec);
}

function isEndpoint(node: Node): boolean {
  return (
    node.type === 'CallExpression' &&
    (node.callee as { name?: string }).name === 'endpoint' &&
    (node.arguments as Node[])[0]?.type === 'ObjectExpression'
  );
}

function endpointsIn(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(endpointsIn);
  if (typeof node !== 'object' || node === null) return [];
  if (isEndpoint(node as Node)) return [(node as { arguments: Node[] }).arguments[0]!];
  return Object.values(node).flatMap(endpointsIn);
}

function usedContract(root: string, folder: string): UsedContract {
  const files = new Map<string, File>();
  for (const file of globSync('**/*.ts', { cwd: folder }).filter((name) => !name.endsWith('.test.ts')))
    files.set(path.join(folder, file), fileOf(readFileSync(path.join(folder, file), 'utf8')));
  const asks = globSync(
    ['packages/{web,ui,*-ui,process,feel,chart,logic,etl}/src/**/*.{ts,tsx}', 'apps/**/*.{ts,tsx}'],
    { cwd: root },
  )
    .filter((file) => !/\.test\.tsx?$|node_modules/.test(file))
    .flatMap((file) => asksOf(readFileSync(path.join(root, file), 'utf8'), folder));
  return { used: usedNames(files, asks), schemas: schemaNames(files) };
}

interface Ask {
  file: string;
  name: string;
}

function usedNames(files: ReadonlyMap<string, File>, asks: Ask[]): Map<string, Set<string>> {
  const used = new Map<string, Set<string>>();
  const open = [...asks];
  for (let ask = open.pop(); ask; ask = open.pop()) {
    const file = files.get(ask.file);
    const names = used.get(ask.file) ?? new Set();
    if (file === undefined || names.has(ask.name)) continue;
    const needs = [...(names.size === 0 ? file.always : []), ...(file.declarations.get(ask.name)?.asks ?? [])];
    used.set(ask.file, names.add(ask.name));
    for (const name of needs) {
      const from = file.imports.get(name);
      if (from === undefined) open.push({ file: ask.file, name });
      else if (from.source.startsWith('.'))
        open.push({ file: path.join(path.dirname(ask.file), from.source), name: from.name });
    }
  }
  return used;
}

/** The names that need the library of schemas, by whatever way. */
function schemaNames(files: ReadonlyMap<string, File>): Map<string, Set<string>> {
  const heavy = new Map([...files.keys()].map((file) => [file, new Set<string>()]));
  const isHeavy = (at: string, { imports }: File, name: string) => {
    const from = imports.get(name);
    if (from === undefined) return heavy.get(at)!.has(name);
    return from.source === 'zod' || heavy.get(path.join(path.dirname(at), from.source))?.has(from.name) === true;
  };
  for (let grown = true; grown;) {
    grown = false;
    for (const [at, file] of files)
      for (const { name, asks } of file.declarations.values())
        if (!heavy.get(at)!.has(name) && asks.some((ask) => ask !== name && isHeavy(at, file, ask))) {
          heavy.get(at)!.add(name);
          grown = true;
        }
  }
  return heavy;
}

function fileOf(code: string): File {
  const { body } = parsed(code);
  return {
    declarations: new Map(
      body.flatMap((statement) =>
        declarationsOf(statement, unread).map((declaration) => [declaration.name, declaration] as const),
      ),
    ),
    always: body
      .filter((each) => each.type !== 'ImportDeclaration' && declarationsOf(each).length === 0)
      .flatMap((each) => namesIn(each)),
    imports: new Map(body.flatMap((statement) => [...importsOf(statement)])),
  };
}

const contractImport = /import \{([^}]*)\} from '@formwork\/contract\/([^']+)';/g;

/** What a file of a page takes from the contract. */
function asksOf(code: string, folder: string): Ask[] {
  return [...code.matchAll(contractImport)].flatMap(([, list = '', file = '']) =>
    valuesOf(list).map((part) => ({ file: path.join(folder, file), name: nameIn(part) })),
  );
}

function valuesOf(list: string): string[] {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith('type '));
}

function nameIn(part: string): string {
  return part.split(' as ')[0]!;
}

type Calls = ReadonlyMap<string, object>;

/** What a page reads of the endpoints of a file, by method and path: the rest is the server's, which checks by it and writes the reference. */
async function callsOf(file: string): Promise<Calls> {
  const module = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  const endpoints = Object.values(module)
    .filter((value) => typeof value === 'object' && value !== null)
    .flatMap((api) => Object.values(api as Record<string, Endpoint | undefined>))
    .filter((each) => each !== undefined && each !== null && typeof each.method === 'string');
  return new Map(
    endpoints.map((each) => {
      const { method, path: at, agents } = each as Endpoint;
      const body = takesCommandId(each as Endpoint) ? { shape: { commandId: true } } : undefined;
      return [`${method} ${at}`, { method, path: at, agents, body }];
    }),
  );
}

function parsed(code: string): { body: Node[] } {
  return parseAst(code, { lang: 'ts' }) as unknown as { body: Node[] };
}
