import type { Assign, When } from '@formwork/contract/rules/rule.ts';

/** Branches that set the same fields, as a table. What a column cannot hold stands in the last one, `and`, as it is. */
export interface BranchTable {
  readonly id: string;
  readonly note?: string | undefined;
  readonly emptyIsNo?: boolean | undefined;
  /** What is compared, in the order of the parts of every condition. */
  readonly columns: readonly string[];
  readonly outputs: readonly (readonly string[])[];
  readonly rows: readonly BranchRow[];
  readonly otherwise?: BranchRow['outputs'] | undefined;
}

export interface BranchRow {
  /** `> 5`, `= "A"`, or nothing, for every column. */
  readonly cells: readonly string[];
  readonly and: string;
  readonly outputs: readonly { readonly id: string; readonly value: string; readonly note?: string | undefined }[];
}

/** Null where the branches do anything else. */
export function branchTable(when: When): BranchTable | null {
  const bodies = [...when.branches.map(({ body }) => body), ...(when.otherwise ? [when.otherwise] : [])];
  const [first] = bodies;
  if (!first || first.length === 0 || !bodies.every((body) => body.every(isSet))) return null;
  const outputs = (first as Assign[]).map(({ target }) => target);
  const same = bodies.every(
    (body) => JSON.stringify((body as Assign[]).map(({ target }) => target)) === JSON.stringify(outputs),
  );
  if (!same) return null;
  const parts = when.branches.map(({ condition }) => compared(condition));
  const columns = [...new Set(parts.flatMap((found) => found?.map(({ name }) => name) ?? []))];
  const outputsOf = (body: readonly Assign[]) =>
    body.map(({ id, value, note }) => ({ id, value, ...(note !== undefined && { note }) }));
  return {
    id: when.id,
    ...(when.note !== undefined && { note: when.note }),
    ...(when.emptyIsNo && { emptyIsNo: true }),
    columns,
    outputs,
    rows: when.branches.map(({ condition, body }, i) => {
      const cells = columns.map((name) => parts[i]?.find((part) => part.name === name)?.cell ?? '');
      const held = joined(columns, cells) === condition && condition !== '';
      return {
        cells: held ? cells : columns.map(() => ''),
        and: held ? '' : condition,
        outputs: outputsOf(body as Assign[]),
      };
    }),
    ...(when.otherwise && { otherwise: outputsOf(when.otherwise as Assign[]) }),
  };
}

const isSet = (statement: { kind: string }): boolean => statement.kind === 'set';

/** The branches that a table says. */
export function branchesOf(table: BranchTable): When {
  const body = (outputs: BranchRow['outputs']): Assign[] =>
    outputs.map(({ id, value, note }, i) => ({
      id,
      ...(note !== undefined && { note }),
      kind: 'set',
      target: [...(table.outputs[i] ?? [])],
      value,
    }));
  return {
    id: table.id,
    ...(table.note !== undefined && { note: table.note }),
    kind: 'when',
    branches: table.rows.map(({ cells, and, outputs }) => ({
      condition: [joined(table.columns, cells), and].filter((text) => text !== '').join(' and '),
      body: body(outputs),
    })),
    ...(table.otherwise && { otherwise: body(table.otherwise) }),
    ...(table.emptyIsNo && { emptyIsNo: true }),
  };
}

const joined = (columns: readonly string[], cells: readonly string[]): string =>
  columns.flatMap((name, i) => (cells[i] ? [`${name} ${cells[i]}`] : [])).join(' and ');

const part =
  /^([\p{L}_][\p{L}\p{N}_.]*) ((?:<=|>=|!=|<|>|=) (?:-?\d+(?:\.\d+)?|"[^"\\]*"|true|false)|in [[(][^\])"]*[\])])$/u;

/** The parts of a condition, each a comparison with a literal; null for any other. */
function compared(condition: string): { name: string; cell: string }[] | null {
  const found = condition.split(' and ').map((text) => part.exec(text));
  return found.includes(null) ? null : found.map((match) => ({ name: match![1]!, cell: match![2]! }));
}
