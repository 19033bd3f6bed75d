import type { ChartSettings } from '@formwork/contract/analytics/chart.ts';
import type { backdropFits, borderLooks } from '@formwork/contract/analytics/screen.ts';
import type { HueName } from '@formwork/contract/hues/hues.ts';
import type { ChartResult } from '@formwork/chart/result.ts';

/** Of a table that goes on over several sheets: the rows of one of them. */
export interface RowsOfSheet {
  from: number;
  to: number;
  last: boolean;
}

/** One thing of a picture, at its place in dots. */
export interface PicturePart {
  x: number;
  y: number;
  w: number;
  h: number;
  title: string;
  content:
    /** `bare`: without a frame of its own. */
    | { is: 'chart'; settings: ChartSettings; result: ChartResult; bare?: boolean; rows?: RowsOfSheet }
    /** What is said in its place: why there is no chart, or a text of the author. */
    | {
        is: 'words';
        text: string;
        look?: 'title' | 'text' | 'note';
        size?: number;
        align?: 'start' | 'center' | 'end';
        hue?: HueName;
      }
    /** The first figure of a chart as digits of a screen, or its groups as their ranking. */
    | { is: 'digits'; settings: ChartSettings; result: ChartResult; size: number; hue?: HueName }
    | { is: 'ranking'; settings: ChartSettings; result: ChartResult; rows: number; hue?: HueName }
    | { is: 'border'; look: (typeof borderLooks)[number]; hue?: HueName }
    | { is: 'image'; src: string; fit?: (typeof backdropFits)[number] }
    /** Two colours running into each other, as CSS has it: 0 upwards, 90 to the right. */
    | { is: 'gradient'; from: string; to: string; angle: number }
    /** A page of another place: what it shows is asked by browsers alone, a picture has where it is. */
    | { is: 'frame'; address: string };
}

/** Pages one below the other; a PNG shows all of them, a PDF begins each on a sheet of its own. */
export interface Picture {
  title: string;
  /** Below the title: when it was made, what narrows it. */
  note: string;
  dark: boolean;
  locale: 'zh-CN' | 'en';
  width: number;
  /** Dots of the picture to a dot of the page, where it is not as many as there is room for. */
  scale?: number;
  /** A table goes on over further sheets of a PDF, where it is all there is. */
  grows?: boolean;
  pages: { title: string; parts: PicturePart[] }[];
}

export const pictureKinds = ['png', 'pdf', 'svg'] as const;
export type PictureKind = (typeof pictureKinds)[number];

/** What the drawing process is asked, and what it answers. */
export interface PictureWork {
  number: number;
  kind: PictureKind;
  picture: Picture;
}
export interface PictureAnswer {
  number: number;
  bytes?: Uint8Array;
  error?: string;
}
