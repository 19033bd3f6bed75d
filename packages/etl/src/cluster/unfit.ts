/** Why a node is left to the embedded engine; the page of a run has words for each. */
export type UnfitReason = 'keys' | 'types' | 'figure' | 'scale';

export class Unfit extends Error {
  readonly reason: UnfitReason;
  constructor(reason: UnfitReason) {
    super(reason);
    this.reason = reason;
  }
}
