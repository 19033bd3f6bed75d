import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { structuralProblems, type Problem } from '@formwork/contract/forms/problems.ts';
import { compileLogic } from '@formwork/contract/records/logic.ts';
import type { ControlTx } from '../../../platform/db/db.ts';
import { compileFeel } from '../feel.ts';
import { linkProblems } from '../link-problems.ts';

/** Everything that is wrong with a definition: its expressions, and what it has to do with other forms. */
export async function definitionProblems(
  tx: ControlTx,
  timeZone: string,
  formId: string,
  definition: FormDefinition,
): Promise<Problem[]> {
  return [
    ...structuralProblems(definition, timeZone),
    ...compileLogic(definition, compileFeel).problems,
    ...(await linkProblems(tx, formId, definition)),
  ];
}
