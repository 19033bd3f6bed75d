import { z } from 'zod';
import { endpoint, shortId } from '../endpoint.ts';
import type { RecordMention } from '../messages/api.ts';

/** What people are told of: something new to do, sent back to them, urged, copied to them, a process of theirs at its end, or stopped before it, work of the system that failed in one they watch over, and what is said about one that concerns them. */
export const pushKinds = [
  'todo',
  'returned',
  'urged',
  'copied',
  'finished',
  'stopped',
  'failed',
  'mentioned',
  'commented',
] as const;
export type PushKind = (typeof pushKinds)[number];

/** `live`: a notice in the pages they have open. */
export const pushWays = ['live', 'mail', 'sms'] as const;
export type PushWay = (typeof pushWays)[number];

/** Short messages are for what waits for an answer; the rest would only cost. */
const smsKinds: ReadonlySet<PushKind> = new Set(['todo', 'returned', 'urged']);
export function hasWay(kind: PushKind, way: PushWay): boolean {
  return way !== 'sms' || smsKinds.has(kind);
}

export const digestTurns = ['daily', 'weekly'] as const;

const Way = z.enum(pushWays);
export const PushScope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('app'), id: shortId }),
  z.object({ kind: z.literal('form'), id: shortId }),
]);
export type PushScope = z.infer<typeof PushScope>;

export const PushRule = z.object({
  scope: PushScope,
  ways: z.record(z.enum(pushKinds), z.array(Way).max(pushWays.length)),
});
export type PushRule = z.infer<typeof PushRule>;

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

export const mostPushRules = 100;
export const PushSettings = z.object({
  /** The first is for everything; of the others the closest holds: a form's, its application's. */
  rules: z
    .array(PushRule)
    .min(1)
    .max(mostPushRules)
    .refine(
      (rules) =>
        rules[0]?.scope.kind === 'all' && new Set(rules.map(({ scope }) => scopeKey(scope))).size === rules.length,
    ),
  /** Nothing is told between these hours of the enterprise's clock. */
  quiet: z.object({ from: Clock, until: Clock }).nullable(),
  /** A mail with what one has not read: every day, or on Mondays, at this time. */
  digest: z
    .object({ every: z.enum(digestTurns), at: Clock })
    .nullable()
    .optional(),
});
export type PushSettings = z.infer<typeof PushSettings>;

export function scopeKey(scope: PushScope): string {
  return scope.kind === 'all' ? 'all' : `${scope.kind} ${scope.id}`;
}

/** What holds for somebody who has settled nothing. */
export const usualPush: PushSettings = {
  rules: [
    {
      scope: { kind: 'all' },
      ways: {
        todo: ['live'],
        returned: ['live'],
        urged: ['live'],
        copied: ['live'],
        finished: ['live'],
        stopped: ['live'],
        failed: ['live'],
        mentioned: ['live'],
        commented: ['live'],
      },
    },
  ],
  quiet: null,
};

/** How somebody wants to be told of something in a form. */
export function waysOf(
  { rules }: PushSettings,
  kind: PushKind,
  { appId, formId }: { appId: string; formId: string },
): readonly PushWay[] {
  const wanted = [`form ${formId}`, `app ${appId}`, 'all'];
  const rule = wanted
    .map((key) => rules.find(({ scope }) => scopeKey(scope) === key))
    .find((found) => found !== undefined);
  return (rule?.ways[kind] ?? []).filter((way) => hasWay(kind, way));
}

/** `clock` is HH:mm; hours may reach over midnight. */
export function isQuiet({ quiet }: PushSettings, clock: string): boolean {
  if (!quiet) return false;
  const { from, until } = quiet;
  return from <= until ? clock >= from && clock < until : clock >= from || clock < until;
}

/** Whether somebody is told of anything in a way. */
export function wantsWay({ rules, digest }: PushSettings, way: PushWay): boolean {
  return (
    (way === 'mail' && digest !== null && digest !== undefined) ||
    rules.some(({ ways }) => pushKinds.some((kind) => hasWay(kind, way) && ways[kind].includes(way)))
  );
}

/** The socket message of a notice. */
export type PushMessage = RecordMention & {
  type: 'workflow.push';
  kind: PushKind;
  /** Whose agent one is in it. */ onBehalfOf?: { id: string; name: string };
};

const permission = 'workflow.push.own.edit';
/** Whether mails would arrive: the installation sends none, the person has bound no mailbox, or the service cannot be reached for the moment. */
const MailState = z.enum(['ready', 'down', 'not_sent', 'no_mailbox']);
export type MailState = z.infer<typeof MailState>;
/** The same of short messages. */
const SmsState = z.enum(['ready', 'down', 'not_sent', 'no_phone']);
export type SmsState = z.infer<typeof SmsState>;
const response = z.object({ settings: PushSettings, mail: MailState, sms: SmsState });

export const pushApi = {
  get: endpoint({
    method: 'GET',
    path: '/workflow/push',
    permission,
    summary: 'Of what in processes one is told, and how.',
    response,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/workflow/push',
    permission,
    summary: 'Settle of what in processes one is told, and how.',
    body: PushSettings,
    response,
  }),
};

/** The socket message after quiet hours. */
export type CaughtUpMessage = { type: 'workflow.caught_up'; count: number };
