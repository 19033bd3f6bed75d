import type { Each, Rule, Statement, When } from '@formwork/contract/rules/rule.ts';

/**
 * A rule as a graph: one chain from the start, and one for every branch and loop, which begins at a way out of its statement. Every node
 * has one way in, so whatever is drawn can be read back as statements.
 */
export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

export type Shallow = Exclude<Statement, When | Each> | ShallowWhen | Omit<Each, 'body'>;
interface ShallowWhen extends Omit<When, 'branches' | 'otherwise'> {
  readonly branches: readonly { readonly condition: string }[];
  readonly otherwise: boolean;
}

export interface GraphNode {
  readonly statement: Shallow;
  readonly place?: { readonly x: number; readonly y: number; readonly fold?: boolean | undefined };
}

export interface GraphEdge {
  /** Null at the start of the rule. */
  readonly from: string | null;
  readonly to: string;
  /** Number of the branch that begins here; without it the edge leads to the next statement. */
  readonly branch?: number;
}

export function toGraph({ body, layout }: Pick<Rule, 'body' | 'layout'>): Graph {
  const nodes: GraphNode[] = [];
  const edges: GraphEdge[] = [];
  const chain = (statements: readonly Statement[], from: string | null, branch?: number): void => {
    let before = from;
    let way = branch;
    for (const statement of statements) {
      const place = layout[statement.id];
      nodes.push({ statement: shallow(statement), ...(place && { place }) });
      edges.push({ from: before, to: statement.id, ...(way !== undefined && { branch: way }) });
      if (statement.kind === 'each') chain(statement.body, statement.id, 0);
      if (statement.kind === 'when') {
        for (const [i, one] of statement.branches.entries()) chain(one.body, statement.id, i);
        chain(statement.otherwise ?? [], statement.id, statement.branches.length);
      }
      [before, way] = [statement.id, undefined];
    }
  };
  chain(body, null);
  return { nodes, edges };
}

function shallow(statement: Statement): Shallow {
  if (statement.kind === 'each') {
    const { body: _, ...own } = statement;
    return own;
  }
  if (statement.kind !== 'when') return statement;
  const branches = statement.branches.map(({ condition }) => ({ condition }));
  return { ...statement, branches, otherwise: statement.otherwise !== undefined };
}

/** Reads the statements back; what no edge leads to is left out. */
export function fromGraph({ nodes, edges }: Graph): Pick<Rule, 'body' | 'layout'> {
  const byId = new Map(nodes.map((node) => [node.statement.id, node]));
  const ways = new Map(edges.map(({ from, to, branch }) => [wayKey(from, branch), to]));
  const layout: Rule['layout'] = {};
  const chain = (from: string | null, branch?: number): Statement[] => {
    const found: Statement[] = [];
    for (let id = ways.get(wayKey(from, branch)); id !== undefined; id = ways.get(wayKey(id))) {
      const node = byId.get(id);
      if (!node) break;
      if (node.place) layout[id] = { ...node.place };
      found.push(whole(node.statement, chain));
    }
    return found;
  };
  return { body: chain(null), layout };
}

const wayKey = (from: string | null, branch?: number): string => JSON.stringify([from, branch]);

function whole(statement: Shallow, chain: (from: string, branch: number) => Statement[]): Statement {
  if (statement.kind === 'each') return { ...statement, body: chain(statement.id, 0) };
  if (statement.kind !== 'when') return statement;
  const { branches, otherwise, ...own } = statement;
  return {
    ...own,
    branches: branches.map(({ condition }, i) => ({ condition, body: chain(statement.id, i) })),
    ...(otherwise && { otherwise: chain(statement.id, branches.length) }),
  };
}

/** Why an edge may not be drawn: what it leads to has a way in already, or leads back to where it begins. */
export function refusesEdge({ edges }: Graph, { from, to, branch }: GraphEdge): 'taken' | 'circle' | 'occupied' | null {
  if (edges.some((edge) => edge.to === to)) return 'taken';
  if (edges.some((edge) => edge.from === from && edge.branch === branch)) return 'occupied';
  for (let at = from; at !== null; at = edges.find((edge) => edge.to === at)?.from ?? null)
    if (at === to) return 'circle';
  return null;
}
