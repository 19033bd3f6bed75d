import type { Locale } from '@formwork/contract/identity/api.ts';

interface NotifyTexts {
  /** Who did what came about by itself. */
  nobody: string;
  body: (text: string, form: string, link: string) => string;
}

/** The words of mails that no page shows. */
export const notifyTexts: Record<Locale, NotifyTexts> = {
  'zh-CN': {
    nobody: '系统',
    body: (text, form, link) =>
      `${text}\n${link === '' ? '' : `\n${link}\n`}\n此邮件由表单“${form}”的通知设置发出，可在“个人中心 - 消息订阅”中退订。`,
  },
  en: {
    nobody: 'The system',
    body: (text, form, link) =>
      `${text}\n${link === '' ? '' : `\n${link}\n`}\nSent by the notifications of the form “${form}”. You can end this under Personal centre, Subscriptions.`,
  },
};
