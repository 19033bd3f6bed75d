import type { ChartSettings } from '@formwork/contract/analytics/chart.ts';
import type { Drills } from '@formwork/contract/analytics/api.ts';
import { fittingSize, titleSpacing } from '@formwork/chart/fitting-size.ts';
import { leftUntil } from '@formwork/chart/left-until.ts';
import { usesOf } from '@formwork/contract/analytics/definition.ts';
import { chartsOfElement, type Screen, type ScreenElement } from '@formwork/contract/analytics/screen.ts';
import { textIn, type Text } from '@formwork/contract/text.ts';
import type { Ctx } from '../../../platform/context.ts';
import { releasedScreen } from '../charts.ts';
import type { Pick as Chosen } from '../question.ts';
import { chartAnswers, type PanelAnswer } from './parts-of.ts';
import type { Picture, PicturePart } from './picture.ts';
import { chartTexts } from './texts.ts';

type Answer = Omit<PanelAnswer, 'panel'>;

/** A screen with the answers of all its charts, by the element or slide that shows them. */
export interface ScreenShown {
  name: string;
  screen: Screen;
  answers: ReadonlyMap<string, Answer>;
}

/** What one person sees of it. Whether they may see the screen was asked before. */
export async function screenShown(
  ctx: Ctx,
  screenId: string,
  picks: readonly Chosen[],
  drills: Drills = {},
): Promise<ScreenShown> {
  const { name, body } = await releasedScreen(ctx, screenId);
  const asked = body.elements
    .filter(({ hidden }) => !hidden)
    .flatMap(chartsOfElement)
    .flatMap(({ id, chart }) => (chart === null ? [] : [{ id, chart }]));
  const answers = await chartAnswers(ctx, asked, picks, drills);
  return {
    name: textIn(name, ctx.locale),
    screen: body,
    answers: new Map(asked.map(({ id }, at) => [id, answers[at]!])),
  };
}

/** The stage as it stands still: of films their poster, of carousels the first slide, of clocks the time of the picture. */
export function screenPicture({ name, screen, answers }: ScreenShown, note: string, locale: Ctx['locale']): Picture {
  const words = (text: Text | undefined): string => textIn(text, locale);
  const now = Date.now();
  const left = (until: string): string =>
    chartTexts(locale)('charts.element.countdown_left', leftUntil(until, Math.floor(now / 1000)));
  const parts = screen.elements.flatMap((element) =>
    element.hidden ? [] : (partOf(element, answers, { words, note, left }) ?? []),
  );
  const stage = { x: 0, y: 0, w: screen.width, h: screen.height };
  return {
    title: name,
    note,
    dark: screen.ground !== 'paper',
    locale,
    width: screen.width,
    pages: [{ title: '', parts: [{ ...stage, title: '', content: groundOf(screen) }, ...parts] }],
  };
}

function groundOf({ backdrop }: Screen): PicturePart['content'] {
  if (backdrop?.is === 'picture') return { is: 'image', src: backdrop.src, fit: backdrop.fit };
  return backdrop ?? { is: 'words', text: '' };
}

interface Said {
  words(text: Text | undefined): string;
  note: string;
  /** What is left until a moment. */
  left(until: string): string;
}

function partOf(
  element: ScreenElement,
  answers: ScreenShown['answers'],
  { words, note, left }: Said,
): PicturePart | undefined {
  const { x, y, w, h } = element;
  const part = (content: PicturePart['content'], title = ''): PicturePart => ({ x, y, w, h, title, content });
  const hue = 'hue' in element && element.hue !== undefined ? { hue: element.hue } : {};
  const said = (text: string, size: number, align: 'start' | 'center' | 'end' = 'center') =>
    part({ is: 'words', text, size, align, ...hue });
  switch (element.is) {
    case 'title':
      return said(words(element.text), fittingSize(words(element.text), element, titleSpacing));
    case 'text':
      return said(words(element.text), element.size, element.align ?? 'start');
    case 'marquee':
      return said(words(element.text), element.size, 'start');
    case 'clock':
      return said(note, fittingSize(note, element));
    case 'countdown':
      return element.until === null ? undefined : said(left(element.until), fittingSize(left(element.until), element));
    case 'border':
      return part({ is: 'border', look: element.look, ...hue }, words(element.title));
    case 'picture':
      return element.src === null ? undefined : part({ is: 'image', src: element.src });
    case 'video':
      return element.poster === undefined ? undefined : part({ is: 'image', src: element.poster });
    case 'frame':
      return part({ is: 'frame', address: element.address });
    case 'carousel': {
      const [first] = element.slides;
      if (first?.is === 'picture') return part({ is: 'image', src: first.src });
      return first && charted(part, answers.get(first.id), asChart);
    }
    case 'chart':
      return charted(part, answers.get(element.id), asChart, element.title === true);
    case 'digits':
      return charted(part, answers.get(element.id), (shown) => ({
        is: 'digits',
        size: element.size,
        ...hue,
        ...shown,
      }));
    case 'rolling':
      return charted(part, answers.get(element.id), ({ settings, result }) =>
        asChart({ settings: asTable(settings), result }),
      );
    case 'ranking':
      return charted(part, answers.get(element.id), (shown) => ({
        is: 'ranking',
        rows: element.rows,
        ...hue,
        ...shown,
      }));
    // what is chosen with is nothing where all stands still
    default:
      return undefined;
  }
}

function charted(
  part: (content: PicturePart['content'], title?: string) => PicturePart,
  answer: Answer | undefined,
  contentOf: (shown: Charted) => PicturePart['content'],
  titled = false,
): PicturePart | undefined {
  if (!answer) return undefined;
  const { shown, title, problem } = answer;
  if (!shown) return part({ is: 'words', text: problem });
  const { definition, result } = shown;
  return part(contentOf({ settings: definition.settings, result }), titled ? title : '');
}

type Charted = Pick<Extract<PicturePart['content'], { is: 'chart' }>, 'settings' | 'result'>;
const asChart = (shown: Charted): PicturePart['content'] => ({ is: 'chart', ...shown, bare: true });
const asTable = (settings: ChartSettings): ChartSettings => ({
  ...settings,
  kind: 'table',
  slots: { row: usesOf(settings) },
});
