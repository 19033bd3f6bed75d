import type { ToldWay } from '@formwork/contract/analytics/told-api.ts';
import type { Locale } from '@formwork/contract/identity/api.ts';
import type { MessageKind } from '@formwork/contract/messages/kinds.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn, type Text } from '@formwork/contract/text.ts';
import { inControl } from '../../platform/db/db.ts';
import { errorText } from '../../platform/error-texts.ts';
import { sendMail } from '../../platform/outbox/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import { mailboxesOf } from '../identity/public.ts';
import { leaveMessages } from '../messages/public.ts';
import { mannersOf } from '../records/public.ts';

interface Word {
  kind: Extract<MessageKind, `etl${string}`>;
  /** What it tells of: however often that comes, nobody is told twice. */
  once: string;
  people: readonly string[];
  ways: readonly ToldWay[];
  /** In both languages where it is a name that has both. */
  title: string | Text;
  /** Of mails, where a title alone says too little. */
  day?: string | undefined;
  error?: { code: string; data?: Record<string, unknown> | undefined } | undefined;
  target: { page: 'etlFlowJobs' | 'etlTaskJobs'; run: string };
  thing?: string;
}

/** Tells people of a run by the ways that were chosen, each in their language. */
export async function tellOfRun(platform: Platform, spaceId: string, word: Word): Promise<void> {
  const { kind, once, people, ways, title, target, thing } = word;
  if (ways.includes('message'))
    await leaveMessages(platform, spaceId, {
      source: once,
      people: people.map((person) => ({ person, kind, title })),
      target: { page: target.page, query: { run: target.run } },
      ...(thing !== undefined && { thing }),
      by: null,
    });
  if (ways.includes('mail')) await mailOfRun(platform, spaceId, word);
}

async function mailOfRun(platform: Platform, spaceId: string, word: Word): Promise<void> {
  const boxes = await mailboxesOf(platform, [...new Set(word.people)]);
  const manners = await mannersOf(platform, spaceId, [...boxes.keys()]);
  const { page, run } = word.target;
  const { publicUrl } = platform.config;
  const link = publicUrl ? `${publicUrl}/space-${spaceId}${pathTo(page, {}, { run })}` : '';
  for (const [person, to] of boxes) {
    const { locale } = manners(person);
    const name = typeof word.title === 'string' ? word.title : textIn(word.title, locale);
    const say = texts[locale];
    const heading = say[word.kind];
    const lines = [
      heading === '' ? name : `${heading}: ${name}`,
      word.day && `${say.day}: ${word.day}`,
      word.error && errorText(locale, word.error.code, word.error.data),
      link,
    ];
    await inControl(platform.control, spaceId, (tx) =>
      sendMail(
        { platform, spaceId, tx, requestId: '', ip: '' },
        { to, subject: lines[0]!.slice(0, 200), text: lines.filter(Boolean).join('\n\n') },
        `${word.once} ${person}`,
      ),
    );
  }
}

const texts: Record<Locale, Record<Word['kind'] | 'day', string>> = {
  'zh-CN': {
    etlFailed: '数据任务失败',
    etlHeld: '数据任务等待数据约定',
    etlWarned: '数据任务所读数据的约定未被遵守',
    etlMessage: '',
    day: '业务日期',
  },
  en: {
    etlFailed: 'A data task failed',
    etlHeld: 'A data task waits for a contract',
    etlWarned: 'A data task read what breaks its contract',
    etlMessage: '',
    day: 'Day',
  },
};
