import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { PresenceMessage, talkApi } from '@formwork/contract/records/talk.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { TopicGuard } from '../../../platform/http/sockets.ts';
import { canSeeRecord, visibleRow } from './get.ts';
import { planOf } from '../plan/plan.ts';

export function recordTopic(formId: string, recordId: string): string {
  return `record:${formId}/${recordId}`;
}

/** Tells those who have the record open too. Nothing is kept: pages say it again, and forget whom they hear of no more. */
export async function sayPresent(
  ctx: Ctx,
  { params: { formId, recordId }, body: { page, editing, hello, gone } }: InputOf<typeof talkApi.present>,
): Promise<null> {
  await visibleRow(ctx, await planOf(ctx, formId), recordId);
  const message: PresenceMessage = {
    type: gone ? 'record.absent' : 'record.present',
    page,
    person: { id: ctx.user.id, name: ctx.user.name },
    editing,
    hello,
  };
  ctx.platform.realtime.publish(ctx.spaceId, { to: { topic: recordTopic(formId, recordId) }, message: { ...message } });
  return null;
}

/** Whoever sees the record may hear who else does, and of comments on it. */
export const mayWatchRecord: TopicGuard = async (ctx, id) => {
  const [formId = '', recordId = ''] = id.split('/');
  return /^[0-9a-f-]{36}$/.test(recordId) && canSeeRecord(ctx, formId, recordId);
};
