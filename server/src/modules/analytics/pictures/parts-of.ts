import type { ChartDefinition, Dashboard, DashboardPanel } from '@formwork/contract/analytics/definition.ts';
import { boardColumns } from '@formwork/contract/analytics/definition.ts';
import type { ChartResult, Drills } from '@formwork/contract/analytics/api.ts';
import { textIn, type Text } from '@formwork/contract/text.ts';
import type { Ctx } from '../../../platform/context.ts';
import { errorText } from '../../../platform/error-texts.ts';
import { AppError } from '../../../platform/errors.ts';
import { answered } from '../charts.ts';
import type { Pick as Chosen } from '../question.ts';
import type { Picture, PicturePart } from './picture.ts';

/** The chart of a panel as one person sees it, or why they do not. */
export interface PanelAnswer {
  panel: Extract<DashboardPanel, { is: 'chart' }>;
  title: string;
  /** Undefined: it is refused or broken, and says so in its place. */
  shown: { name: Text; definition: ChartDefinition; result: ChartResult } | undefined;
  problem: string;
}

type Look = Pick<Picture, 'dark' | 'locale'>;
type Shown = Omit<PanelAnswer, 'panel'>;

const atOnce = 4;

/** The answers of all charts of a dashboard: nothing is drawn before each of them is there. */
export async function panelAnswers(
  ctx: Ctx,
  board: Dashboard,
  picks: readonly Chosen[],
  drills: Drills = {},
): Promise<PanelAnswer[]> {
  const panels = board.panels.flatMap((panel) => (panel.is === 'chart' ? [panel] : []));
  const answers = await chartAnswers(ctx, panels, picks, drills);
  return panels.map((panel, at) => ({ panel, ...answers[at]! }));
}

/** Of each place that shows a chart its answer, in their order. */
export async function chartAnswers(
  ctx: Ctx,
  places: readonly { id: string; chart: string; title?: Text | null }[],
  picks: readonly Chosen[],
  drills: Drills,
): Promise<Shown[]> {
  const answers: Shown[] = [];
  const left = places.entries();
  const work = async (): Promise<void> => {
    for (const [at, place] of left) answers[at] = await answerOf(ctx, place, picks, drills[place.id]);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return answers;
}

async function answerOf(
  ctx: Ctx,
  { chart, title }: { chart: string; title?: Text | null },
  picks: readonly Chosen[],
  drill: Drills[string] | undefined,
): Promise<Shown> {
  const own = title ? textIn(title, ctx.locale) : '';
  try {
    const all = [...picks, ...(drill?.picks ?? [])];
    const shown = await answered(ctx, chart, { picks: all, level: drill?.level ?? 0 });
    return { title: atLevel(own || textIn(shown.name, ctx.locale), drill?.path), shown, problem: '' };
  } catch (error) {
    // one that is not theirs, or gone, says so; the others are shown
    if (!(error instanceof AppError)) throw error;
    return { title: own, shown: undefined, problem: errorText(ctx.locale, error.code, error.data) };
  }
}

/** The title with what was gone down into. */
export function atLevel(title: string, path: string | undefined): string {
  return path ? `${title} › ${path}` : title;
}

/** So wide a dashboard is drawn. */
const boardWidth = 1_440;
const rowHeight = 38;
const gap = 8;

/** The pages of a dashboard as they lie on its grid. */
export function boardPages(board: Dashboard, answers: readonly PanelAnswer[], locale: Ctx['locale']): Picture['pages'] {
  const pages = board.pages.length === 0 ? [{ id: undefined, title: undefined }] : board.pages;
  const first = pages[0]!.id;
  const byId = new Map(answers.map((answer) => [answer.panel.id, answer]));
  const column = boardWidth / boardColumns;
  return pages.flatMap(({ id, title }) => {
    const panels = board.panels.filter((panel) => (panel.page ?? first) === id);
    if (panels.length === 0) return [];
    return [
      {
        title: title ? textIn(title, locale) : '',
        parts: panels.map((panel): PicturePart => {
          const { x, y, w, h } = panel.place;
          const box = {
            x: x * column + gap / 2,
            y: y * rowHeight + gap / 2,
            w: w * column - gap,
            h: h * rowHeight - gap,
          };
          if (panel.is === 'text')
            return {
              ...box,
              title: '',
              content: { is: 'words', text: textIn(panel.text, locale), ...(panel.look && { look: panel.look }) },
            };
          if (panel.is === 'picture') return { ...box, title: '', content: { is: 'image', src: panel.src } };
          if (panel.is === 'frame')
            return {
              ...box,
              title: panel.title ? textIn(panel.title, locale) : '',
              content: { is: 'frame', address: panel.address },
            };
          return { ...box, ...partOf(byId.get(panel.id)!) };
        }),
      },
    ];
  });
}

export function boardPicture(name: string, note: string, pages: Picture['pages'], { dark, locale }: Look): Picture {
  return { title: name, note, dark, locale, width: boardWidth, pages };
}

/** One chart on a sheet of its own; a table takes as many as it needs. */
export function chartPicture(answer: Shown, note: string, { dark, locale }: Look): Picture {
  const [width, height] = [960, 540];
  const part = { x: 0, y: 0, w: width, h: height, title: answer.title, content: partOf(answer).content };
  return { title: '', note, dark, locale, width, grows: true, pages: [{ title: '', parts: [part] }] };
}

function partOf({ title, shown, problem }: Shown): { title: string; content: PicturePart['content'] } {
  if (!shown) return { title, content: { is: 'words', text: [title, problem].filter(Boolean).join('\n') } };
  return { title, content: { is: 'chart', settings: shown.definition.settings, result: shown.result } };
}
