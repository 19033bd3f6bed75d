import type { Locale } from '@formwork/contract/identity/api.ts';
import type { PushKind } from '@formwork/contract/workflow/push.ts';

interface PushTexts extends Record<PushKind, string> {
  onBehalfOf: (kind: string, name: string) => string;
  byDeputy: (deputy: string, name: string) => string;
  body: (kind: string, what: string, by: string | null, link: string) => string;
  sms: (kind: string, what: string, by: string | null) => string;
  digest: Record<'daily' | 'weekly' | 'quiet', string>;
  /** What came of all, and below it the lines of the first. */
  summary: (count: number, lines: string[], link: string) => string;
  summarySms: (count: number) => string;
}

/** The words of mails and short messages, which no page shows. */
export const pushTexts: Record<Locale, PushTexts> = {
  'zh-CN': {
    todo: '新待办',
    returned: '退回给您',
    urged: '催办',
    copied: '抄送给您',
    finished: '您发起的流程已结束',
    stopped: '流程已中断或作废',
    failed: '流程自动步骤失败',
    mentioned: '评论中提到您',
    commented: '新评论',
    onBehalfOf: (kind, name) => `代${name} · ${kind}`,
    byDeputy: (deputy, name) => `${deputy}，代${name}`,
    body: (kind, what, by, link) =>
      `${kind}：${what}${by === null ? '' : `\n操作人：${by}`}${link === '' ? '\n请登录后在工作台查看。' : `\n${link}`}\n\n可在“个人中心 - 待办推送订阅”中调整此类邮件。`,
    sms: (kind, what, by) => `${kind}：${what}${by === null ? '' : `（${by}）`}，请登录后在工作台办理。`,
    digest: { daily: '每日摘要', weekly: '每周摘要', quiet: '免打扰期间的消息' },
    summary: (count, lines, link) =>
      `您有 ${count} 条未读消息：\n\n${lines.join('\n')}${count > lines.length ? `\n……另有 ${count - lines.length} 条` : ''}${link === '' ? '\n\n请登录后在消息中心查看。' : `\n\n${link}`}\n\n可在“个人中心 - 待办推送订阅”中调整此类邮件。`,
    summarySms: (count) => `免打扰期间有 ${count} 条新消息，请登录后查看。`,
  },
  en: {
    todo: 'New to-do',
    returned: 'Returned to you',
    urged: 'Urged',
    copied: 'Copied to you',
    finished: 'Your process has finished',
    stopped: 'Process interrupted or ended as invalid',
    failed: 'A step of the system failed',
    mentioned: 'You were mentioned in a comment',
    commented: 'New comment',
    onBehalfOf: (kind, name) => `For ${name}: ${kind}`,
    byDeputy: (deputy, name) => `${deputy} on behalf of ${name}`,
    body: (kind, what, by, link) =>
      `${kind}: ${what}${by === null ? '' : `\nBy: ${by}`}${link === '' ? '\nSign in and find it at your workbench.' : `\n${link}`}\n\nChange these mails under Personal centre, Pushed to-dos.`,
    sms: (kind, what, by) => `${kind}: ${what}${by === null ? '' : ` (${by})`}. Sign in to handle it.`,
    digest: { daily: 'Daily digest', weekly: 'Weekly digest', quiet: 'While you were not to be disturbed' },
    summary: (count, lines, link) =>
      `You have ${count} unread messages:\n\n${lines.join('\n')}${count > lines.length ? `\n... and ${count - lines.length} more` : ''}${link === '' ? '\n\nSign in and find them in the message centre.' : `\n\n${link}`}\n\nChange these mails under Personal centre, Pushed to-dos.`,
    summarySms: (count) => `${count} new messages came while you were not to be disturbed. Sign in to see them.`,
  },
};
