import { readingOf } from '@formwork/chart/draw.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { PanelAnswer } from '../pictures/parts-of.ts';
import { drawerOf } from '../pictures/picture-svg.ts';
import { escaped } from '../pictures/svg-text.ts';

const mostRows = 10;

/** The figures of charts in words: for mails that show no pictures, and for those who do not see them. */
export function figuresOf(
  answers: readonly Omit<PanelAnswer, 'panel'>[],
  locale: Ctx['locale'],
): { head: string; first: string; text: string; html: string } {
  const { skin } = drawerOf({ dark: false, locale }, 'sans-serif');
  const blocks = answers.map(({ title, shown, problem }) => {
    if (!shown) return { title, rows: [[problem]], sentence: problem };
    const { table, sentence } = readingOf(shown.result, shown.definition.settings, skin);
    const head = (table.head.at(-1) ?? []).map(({ text }) => text);
    const rows = table.rows.slice(0, mostRows).map(({ heads, cells }) => [...heads, ...cells].map(({ text }) => text));
    const more = table.rows.length > mostRows ? [['…']] : [];
    return { title, rows: [head, ...rows, ...more], sentence };
  });
  return {
    head: escaped(blocks.map(({ title }) => title).join(' · ')),
    first: blocks[0]?.sentence.slice(0, 120) ?? '',
    text: blocks.map(({ title, rows }) => [title, ...rows.map((row) => row.join('\t'))].join('\n')).join('\n\n'),
    html: blocks
      .map(
        ({ title, rows }) =>
          `<h3>${escaped(title)}</h3><table cellpadding="4" style="border-collapse:collapse">${rows
            .map(
              (row) =>
                `<tr>${row.map((cell) => `<td style="border-bottom:1px solid #ddd">${escaped(cell)}</td>`).join('')}</tr>`,
            )
            .join('')}</table>`,
      )
      .join(''),
  };
}
