import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { usualPush, type MailState, type pushApi, type SmsState } from '@formwork/contract/workflow/push.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { record } from '../../../platform/events/events.ts';
import { isServiceDown } from '../../../platform/outbox/outbox.ts';
import { mailboxesOf, phonesOf } from '../../identity/public.ts';

type Answer = Promise<ResponseOf<typeof pushApi.get>>;

export async function getPush(ctx: Ctx): Answer {
  const row = await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    tx.selectFrom('workflow.push').select('settings').where('account_id', '=', ctx.user.id).executeTakeFirst(),
  );
  return { settings: row?.settings ?? usualPush, ...(await states(ctx)) };
}

export async function savePush(ctx: Ctx, { body }: InputOf<typeof pushApi.save>): Answer {
  await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const written = { settings: JSON.stringify(body), locale: ctx.locale };
    // What lies before is not told afterwards.
    const now = new Date();
    await tx
      .insertInto('workflow.push')
      .values({ space_id: ctx.spaceId, account_id: ctx.user.id, ...written, digested_at: now, caught_up_at: now })
      .onConflict((on) => on.columns(['space_id', 'account_id']).doUpdateSet(written))
      .execute();
    await record({ ...ctx, tx }, 'workflow.push.changed', { id: ctx.user.id });
  });
  return { settings: body, ...(await states(ctx)) };
}

async function states(ctx: Ctx): Promise<{ mail: MailState; sms: SmsState }> {
  return { mail: await mailState(ctx), sms: await smsState(ctx) };
}

async function smsState(ctx: Ctx): Promise<SmsState> {
  const { platform, user } = ctx;
  if (!platform.sms.configured && !platform.config.development) return 'not_sent';
  if ((await phonesOf(platform, [user.id])).size === 0) return 'no_phone';
  return (await isServiceDown(ctx, 'sms')) ? 'down' : 'ready';
}

async function mailState(ctx: Ctx): Promise<MailState> {
  const { platform, user } = ctx;
  if (!platform.mail.configured && !platform.config.development) return 'not_sent';
  if ((await mailboxesOf(platform, [user.id])).size === 0) return 'no_mailbox';
  return (await isServiceDown(ctx, 'mail')) ? 'down' : 'ready';
}
