import type { MessageKindSpec } from './kind.ts';

export const assetMessages = {
  /** To owner, stewards and followers: a quality rule failed. */
  assetIncident: { of: 'platform' },
  /** To followers: columns came, went or changed. */
  assetChanged: { of: 'platform' },
  /** To owner, stewards, followers, whoever relies on it and owners of what reads it. */
  assetContractBroken: { of: 'platform' },
  assetContractKept: { of: 'platform' },
  /** To owner, stewards and followers: somebody said something. */
  assetRemark: { of: 'platform' },
} as const satisfies Record<string, MessageKindSpec>;
