import { textIn, type Text } from '../text.ts';
import { emptyScreen, type Screen, type ScreenElement } from './screen.ts';

// Whole screens to begin from: words and places. No figures stand in them; each place asks for a chart of one's own.

export const screenTemplateIds = ['production', 'energy', 'equipment', 'quality'] as const;
export type ScreenTemplateId = (typeof screenTemplateIds)[number];

interface Place {
  is: 'chart' | 'ranking' | 'rolling';
  title: Text;
}

interface Template {
  title: Text;
  line: Text;
  ground: Screen['ground'];
  /** Four figures below the title. */
  figures: readonly Text[];
  /** Left, in the middle, right, each from the top; as many as there is room for. */
  left: readonly Place[];
  middle: readonly Place[];
  right: readonly Place[];
}

const text = (zh: string, en: string): Text => ({ zh, en });
const chart = (zh: string, en: string): Place => ({ is: 'chart', title: text(zh, en) });
const ranking = (zh: string, en: string): Place => ({ is: 'ranking', title: text(zh, en) });
const rolling = (zh: string, en: string): Place => ({ is: 'rolling', title: text(zh, en) });

const templates: Record<ScreenTemplateId, Template> = {
  production: {
    title: text('生产总览', 'Production overview'),
    line: text('安全第一，质量为本，按期交付。', 'Safety first, quality always, delivery on time.'),
    ground: 'night',
    figures: [
      text('今日产量', 'Output today'),
      text('计划完成率', 'Plan achieved'),
      text('合格率', 'Good parts'),
      text('在制工单', 'Orders in progress'),
    ],
    left: [chart('各产线产量', 'Output by line'), chart('工单状态', 'Orders by state')],
    middle: [chart('产量走势', 'Output over time'), rolling('最新报工', 'Latest reports')],
    right: [ranking('班组排行', 'Teams by output'), chart('停机原因', 'Reasons for stops')],
  },
  energy: {
    title: text('能源管理', 'Energy'),
    line: text('每一度电都有去处。', 'Every kilowatt-hour accounted for.'),
    ground: 'deep',
    figures: [
      text('今日用电', 'Electricity today'),
      text('今日用水', 'Water today'),
      text('今日用气', 'Gas today'),
      text('单位产值能耗', 'Energy per output'),
    ],
    left: [chart('各区域用电', 'Electricity by area'), chart('能源构成', 'Mix of energy')],
    middle: [chart('用电负荷走势', 'Load over time'), chart('与去年同期相比', 'Against the year before')],
    right: [ranking('用能排行', 'Largest consumers'), rolling('能耗告警', 'Energy alerts')],
  },
  equipment: {
    title: text('设备运行', 'Equipment'),
    line: text('点检到位，隐患早除。', 'Inspect well, mend early.'),
    ground: 'steel',
    figures: [
      text('设备综合效率', 'Overall effectiveness'),
      text('运行台数', 'Running'),
      text('停机台数', 'Stopped'),
      text('待修工单', 'Repairs open'),
    ],
    left: [chart('设备状态分布', 'Machines by state'), chart('故障类型', 'Kinds of faults')],
    middle: [chart('稼动率走势', 'Utilisation over time'), rolling('实时报警', 'Alarms')],
    right: [ranking('停机时长排行', 'Longest stops'), chart('维修及时率', 'Repairs in time')],
  },
  quality: {
    title: text('质量看板', 'Quality'),
    line: text('不接受、不制造、不流出不良。', 'Accept none, make none, pass on none.'),
    ground: 'paper',
    figures: [
      text('一次合格率', 'First-pass yield'),
      text('今日不良数', 'Defects today'),
      text('客户投诉', 'Complaints'),
      text('待整改项', 'Actions open'),
    ],
    left: [chart('不良类型', 'Defects by kind'), chart('各工序不良率', 'Defects by step')],
    middle: [chart('合格率走势', 'Yield over time'), rolling('最新不合格记录', 'Latest nonconformities')],
    right: [ranking('不良产品排行', 'Products with most defects'), chart('来料合格率', 'Incoming goods')],
  },
};

export function titleOfTemplate(id: ScreenTemplateId): Text {
  return templates[id].title;
}

/** The screen of a template; its layers are named in the language of whoever begins it. */
export function screenOfTemplate(id: ScreenTemplateId, locale: string): Screen {
  const { title, line, ground, figures, left, middle, right } = templates[id];
  const made = builder(locale);
  made.add({ is: 'title', x: 460, y: 16, w: 1000, h: 84, size: 46, text: title }, title);
  made.add({ is: 'clock', x: 1440, y: 30, w: 440, h: 56, size: 26, shows: 'both' }, text('时钟', 'Clock'));
  made.add({ is: 'text', x: 40, y: 44, w: 440, h: 40, size: 18, text: line }, text('标语', 'Slogan'));
  for (const [at, figure] of figures.entries()) {
    const x = 40 + at * 464;
    made.add({ is: 'border', x, y: 116, w: 448, h: 144, look: 'line', title: figure }, figure);
    made.add({ is: 'digits', x: x + 12, y: 160, w: 424, h: 88, size: 52, chart: null }, figure);
  }
  made.column(left, { x: 40, w: 464 });
  made.column(middle, { x: 520, w: 880 });
  made.column(right, { x: 1416, w: 464 });
  return { ...emptyScreen(), ground, elements: made.elements };
}

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

function builder(locale: string) {
  const elements: ScreenElement[] = [];
  const add = (element: Without<ScreenElement, 'id' | 'name'>, name: Text) => {
    elements.push({ ...element, id: `e${elements.length + 1}`, name: textIn(name, locale) });
  };
  return {
    elements,
    add,
    /** One below the other, each in a border with its title. */
    column(places: readonly Place[], { x, w }: { x: number; w: number }) {
      const [top, bottom, gap] = [276, 1056, 16];
      const h = (bottom - top - gap * (places.length - 1)) / places.length;
      for (const [at, { is, title }] of places.entries()) {
        const y = top + at * (h + gap);
        add({ is: 'border', x, y, w, h, look: 'corners', title }, title);
        const inside = { x: x + 12, y: y + 44, w: w - 24, h: h - 56, chart: null };
        if (is === 'chart') add({ ...inside, is }, title);
        else if (is === 'ranking') add({ ...inside, is, rows: 8 }, title);
        else add({ ...inside, is, rows: 6, seconds: 3 }, title);
      }
    },
  };
}
