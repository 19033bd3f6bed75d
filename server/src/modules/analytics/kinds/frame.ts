import { isFrameAddress } from '@formwork/contract/analytics/definition.ts';
import type { DefinitionProblem } from '@formwork/contract/definitions/kind.ts';

/** What stands in a frame is a page by https. */
export function frameProblems({ id, address }: { id: string; address: string }, list: string): DefinitionProblem[] {
  return isFrameAddress(address)
    ? []
    : [{ code: 'analytics.frame.address_wrong', level: 'error', at: [list, `#${id}`] }];
}
