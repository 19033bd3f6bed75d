import { z } from 'zod';
import { endpoint, nothing, uuid } from '../endpoint.ts';
import { Receiver } from '../records/share.ts';
import { nameText } from '../text.ts';

const read = 'analytics.chart.read';

export const subscribedKinds = ['chart', 'dashboard', 'screen'] as const;
export const toldWays = ['message', 'mail'] as const;
export type ToldWay = (typeof toldWays)[number];

const Ways = z.array(z.enum(toldWays)).min(1).max(2);
/** Whoever belongs to them at the moment it is told. */
const Receivers = z.array(Receiver).min(1).max(100);
const NamedReceivers = z.array(Receiver.extend({ name: nameText() }));

/** The schedule kind of its times; its id is the subscription's. */
export const subscriptionSchedule = 'analytics_subscription';

/** Of a message's target: the run that sent it, by which its picture is found. */
export const sentRun = 'sent';

/** Of those who are to have mails, how many no mail reaches. */
const mailless = z.int();

export const AnalyticsSubscription = z.object({ id: uuid, receivers: NamedReceivers, ways: Ways, mailless });
export type AnalyticsSubscription = z.infer<typeof AnalyticsSubscription>;

const AlertRule = z.object({
  figure: z.string().min(1).max(80),
  side: z.enum(['above', 'below']),
  raiseAt: z.number(),
  /** It is over behind this one only; on the other side of the bound it would never be. */
  clearAt: z.number(),
  /** Seconds it has to last, beyond the bound and behind it. */
  hold: z.int().min(0).max(86_400),
  receivers: Receivers,
  ways: Ways,
});

export const AnalyticsAlert = AlertRule.omit({ receivers: true }).extend({
  id: uuid,
  receivers: NamedReceivers,
  enabled: z.boolean(),
  mailless,
  /** Why it cannot be judged, in words. */
  problem: z.string().nullable(),
  judgedAt: z.iso.datetime().nullable(),
  raised: z.array(z.object({ label: z.string(), since: z.iso.datetime(), value: z.number().nullable() })),
});
export type AnalyticsAlert = z.infer<typeof AnalyticsAlert>;

const ofThing = z.object({ analysisKind: z.enum(subscribedKinds), analysisId: uuid });

export const toldApi = {
  subscriptions: endpoint({
    method: 'GET',
    path: '/analytics/subscriptions/:analysisKind/:analysisId',
    permission: read,
    summary: 'Own subscriptions of a chart or dashboard.',
    params: ofThing,
    response: z.array(AnalyticsSubscription),
  }),
  subscribe: endpoint({
    method: 'POST',
    path: '/analytics/subscriptions/:analysisKind/:analysisId',
    permission: read,
    summary: 'Has a chart or dashboard sent to people by the clock; to others only by who may change it.',
    params: ofThing,
    body: z.object({ receivers: Receivers, ways: Ways }),
    response: AnalyticsSubscription,
  }),
  unsubscribe: endpoint({
    method: 'DELETE',
    path: '/analytics/subscriptions/:subscriptionId',
    permission: read,
    summary: 'Ends an own subscription.',
    params: z.object({ subscriptionId: uuid }),
    response: nothing,
  }),
  send: endpoint({
    method: 'POST',
    path: '/analytics/subscriptions/:subscriptionId/sendings',
    permission: read,
    summary: 'Sends an own subscription now.',
    params: z.object({ subscriptionId: uuid }),
    response: z.object({ run: uuid }),
  }),
  picture: endpoint({
    method: 'GET',
    path: '/analytics/sendings/:runId/picture',
    permission: read,
    summary: 'The picture that the caller was sent, as long as they may see what it is of.',
    params: z.object({ runId: uuid }),
    response: z.unknown(),
    transfer: 'stream',
  }),
  alerts: endpoint({
    method: 'GET',
    path: '/analytics/charts/:chartId/alerts',
    permission: read,
    summary: 'Own alerts on figures of a chart, and what is raised.',
    params: z.object({ chartId: uuid }),
    response: z.array(AnalyticsAlert),
  }),
  addAlert: endpoint({
    method: 'POST',
    path: '/analytics/charts/:chartId/alerts',
    permission: read,
    summary: 'Tells people when a figure of a chart goes beyond a bound; others only by who may change the chart.',
    params: z.object({ chartId: uuid }),
    body: AlertRule,
    response: AnalyticsAlert,
  }),
  switchAlert: endpoint({
    method: 'PUT',
    path: '/analytics/alerts/:alertId/enabled',
    permission: read,
    summary: 'Switches an own alert on or off.',
    params: z.object({ alertId: uuid }),
    body: z.object({ enabled: z.boolean() }),
    response: nothing,
  }),
  removeAlert: endpoint({
    method: 'DELETE',
    path: '/analytics/alerts/:alertId',
    permission: read,
    summary: 'Removes an own alert.',
    params: z.object({ alertId: uuid }),
    response: nothing,
  }),
};
