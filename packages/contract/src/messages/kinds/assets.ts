import type { MessageKindSpec } from './kind.ts';

export const assetMessages = {
  /** To owner, stewards and followers: a quality rule failed. */
  assetIncident: { of: 'platform' },
  /** To followers: columns came, went or changed. */
  assetChanged: { of: 'platform' },
  /** To owner, stewards, followers, whoever relies on it and owners of what reads it. */
  assetContractBroken: { of: 'platform' },
  assetContractKept: { of: 'platform' },
  /** To whoever set where events of runs are sent: they are not taken. */
  assetReceiverFails: { of: 'platform' },
  /** To owner and stewards: rows are there for longer than is meant. */
  assetOverdue: { of: 'platform' },
  /** To whoever asked for access: it was granted or refused, or has ended. */
  assetAccess: { of: 'platform' },
  /** To owner, stewards and followers: somebody said something. */
  assetRemark: { of: 'platform' },
} as const satisfies Record<string, MessageKindSpec>;
