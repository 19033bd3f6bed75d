import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { usualPush, type MailState, type pushApi } from '@formwork/contract/workflow/push.ts';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db.ts';
import { record } from '../../platform/events.ts';
import { mailboxesOf } from '../identity/public.ts';

type Answer = Promise<ResponseOf<typeof pushApi.get>>;

export async function getPush(ctx: Ctx): Answer {
  const row = await inControl(ctx.platform.control, ctx.spaceId, (tx) => tx.selectFrom('workflow.push').select('settings').where('account_id', '=', ctx.user.id).executeTakeFirst());
  return { settings: row?.settings ?? usualPush, mail: await mailState(ctx) };
}

export async function savePush(ctx: Ctx, { body }: InputOf<typeof pushApi.save>): Answer {
  await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const written = { settings: JSON.stringify(body), locale: ctx.locale };
    await tx.insertInto('workflow.push').values({ space_id: ctx.spaceId, account_id: ctx.user.id, ...written }).onConflict((on) => on.columns(['space_id', 'account_id']).doUpdateSet(written)).execute();
    await record({ ...ctx, tx }, 'workflow.push.changed', { id: ctx.user.id });
  });
  return { settings: body, mail: await mailState(ctx) };
}

async function mailState({ platform, user }: Ctx): Promise<MailState> {
  if (!platform.mail.configured && !platform.config.development) return 'not_sent';
  return (await mailboxesOf(platform, [user.id])).size > 0 ? 'ready' : 'no_mailbox';
}
