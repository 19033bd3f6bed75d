import type { MessageKindSpec } from './kind.ts';

export const gatewayMessages = {
  /** To administrators: somebody asks for a subscription. */
  gatewayRequested: { of: 'platform', roles: ['admin'] },
  /** To whoever asked, and whose application it is: what became of the subscription. */
  gatewayApproved: { of: 'platform' },
  gatewayRefused: { of: 'platform' },
  gatewaySuspended: { of: 'platform' },
  gatewayEnded: { of: 'platform' },
  /** To whose applications have a subscription: the API goes, or is gone. */
  gatewayDeprecated: { of: 'platform' },
  gatewayRetired: { of: 'platform' },
  /** To administrators: an alert of the gateway is raised, and over. */
  gatewayErrors: { of: 'platform', roles: ['admin'] },
  gatewaySlow: { of: 'platform', roles: ['admin'] },
  gatewayQuota: { of: 'platform', roles: ['admin'] },
  gatewayUpstream: { of: 'platform', roles: ['admin'] },
  gatewayOver: { of: 'platform', roles: ['admin'] },
} as const satisfies Record<string, MessageKindSpec>;
