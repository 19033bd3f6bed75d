import type { FlowParameter } from '@formwork/contract/etl/flow.ts';
import { compile, type Compiled, type Refused } from '@formwork/feel/compile.ts';
import { boolean, date, number, string, type FeelType } from '@formwork/feel/types.ts';

const types: Record<FlowParameter['type'], FeelType> = { text: string, number, date };

/** What a decision may read: the parameters by their names, the day, and what ran just before it. */
export const decisionTypes = (
  parameters: readonly Pick<FlowParameter, 'name' | 'type'>[],
): Record<string, FeelType> => ({
  ...Object.fromEntries(parameters.map(({ name, type }) => [name, types[type]])),
  day: date,
  read: number,
  written: number,
  rejected: number,
  failed: boolean,
});

export function compileDecision(
  expression: string,
  parameters: readonly Pick<FlowParameter, 'name' | 'type'>[],
): Compiled | Refused {
  return compile(expression, { types: decisionTypes(parameters) });
}
