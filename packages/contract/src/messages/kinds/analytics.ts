import type { MessageKindSpec } from './kind.ts';

export const analyticsMessages = {
  /** A figure went beyond its bound, or came back. */
  analyticsAlert: { of: 'platform' },
  /** A chart, dashboard or screen by the clock. */
  analyticsSubscription: { of: 'platform' },
  /** Somebody mentioned them in a comment on a chart, dashboard or screen. */
  analyticsMentioned: { of: 'platform' },
} as const satisfies Record<string, MessageKindSpec>;
