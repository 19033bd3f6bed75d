import { Text } from '@formwork/contract/text.ts';
import { z } from 'zod';
import { action, idOf } from '../../platform/actions.ts';
import { inControl } from '../../platform/db/db.ts';
import { sendMail, sendSms } from '../../platform/outbox/outbox.ts';
import { leaveMessages } from './leave.ts';

const actsAs = ['person', 'author', 'system'] as const;
const done = z.object({ told: z.int() });

export const messageActions = {
  'messages.leave': action({
    title: { zh: '发送站内消息', en: 'Leave a message' },
    input: z.object({
      people: z.array(z.uuid()).min(1).max(500),
      title: z.string().min(1).max(200),
      record: z.object({ appId: z.string(), formId: z.string(), formTitle: Text, recordId: z.uuid() }),
    }),
    output: done,
    effect: 'space',
    actsAs,
    async run({ platform, spaceId, user }, { people, title, record }, key) {
      const told = await leaveMessages(platform, spaceId, {
        source: idOf(key),
        people: people.map((person) => ({ person, kind: 'notified', title })),
        record,
        by: user.system ? null : user.id,
      });
      return { told: told.length };
    },
  }),
  'messages.mail': action({
    title: { zh: '发送邮件', en: 'Send a mail' },
    input: z.object({ to: z.email(), subject: z.string().min(1).max(200), text: z.string().max(20_000) }),
    output: done,
    effect: 'outside',
    actsAs,
    async run(ctx, mail, key) {
      await inControl(ctx.platform.control, ctx.spaceId, (tx) => sendMail({ ...ctx, tx }, mail, key));
      return { told: 1 };
    },
  }),
  'messages.sms': action({
    title: { zh: '发送短信', en: 'Send a short message' },
    input: z.object({ phone: z.string().min(5).max(20), text: z.string().min(1).max(500) }),
    output: done,
    effect: 'outside',
    actsAs,
    async run(ctx, sms, key) {
      await inControl(ctx.platform.control, ctx.spaceId, (tx) => sendSms({ ...ctx, tx }, sms, key));
      return { told: 1 };
    },
  }),
};
