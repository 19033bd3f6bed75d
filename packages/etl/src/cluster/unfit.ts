/** Why a node is left to the embedded engine, in words of the dictionary. */
export const unfitReasons = ['keys', 'types', 'figure', 'scale'] as const;
export type UnfitReason = (typeof unfitReasons)[number];

export class Unfit extends Error {
  readonly reason: UnfitReason;
  constructor(reason: UnfitReason) {
    super(reason);
    this.reason = reason;
  }
}
