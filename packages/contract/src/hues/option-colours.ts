import type { Text } from '../text.ts';
import { hueNames, type HueName } from './hues.ts';

/** What an option keeps; `default` is grey under the name it had first. */
export const optionColours = [
  'default',
  'blue',
  'cyan',
  'green',
  'lime',
  'gold',
  'orange',
  'red',
  'magenta',
  'purple',
  'amber',
  'teal',
  'sky',
  'indigo',
  'pink',
  'brown',
] as const;
export type OptionColour = (typeof optionColours)[number];

interface Colourable {
  label: Text;
  color?: OptionColour | undefined;
}

/** New options get these in turn; grey is chosen or meant, never given. */
export const coloursInTurn: readonly OptionColour[] = hueNames.filter((name) => name !== 'grey');

/** From the most urgent to what is well, for options that are degrees. */
export const colourScale: readonly OptionColour[] = ['red', 'orange', 'gold', 'green'];

/** More options than these mean nothing by their colour: they are grey unless somebody chose. */
const mostColoured = 30;

export function hueOfColour(colour: OptionColour): HueName {
  return colour === 'default' ? 'grey' : colour;
}

/** What options are drawn in: an own colour, else the one a word is known by, else the next free one in turn. */
export function coloursOf(options: readonly Colourable[]): OptionColour[] {
  if (options.length > mostColoured) return options.map(({ color }) => color ?? 'default');
  const meant = options.map(({ color, label }) => color ?? meaningOf(label));
  const free = coloursInTurn.filter((colour) => !meant.includes(colour));
  const inTurn = free.length > 0 ? free : coloursInTurn;
  let next = 0;
  return meant.map((colour) => colour ?? inTurn[next++ % inTurn.length]!);
}

/** What a new option with this label gets beside those that are there: by its meaning, else one that no other has. */
export function colourForNew(label: Text, options: readonly Colourable[]): OptionColour {
  if (options.length >= mostColoured) return 'default';
  const taken = coloursOf(options);
  const free = coloursInTurn.find((colour) => !taken.includes(colour));
  return meaningOf(label) ?? free ?? coloursInTurn[options.length % coloursInTurn.length]!;
}

/** The same options, each keeping the colour it is drawn in. */
export function coloured<O extends Colourable>(options: readonly O[]): (O & { color: OptionColour })[] {
  const colours = coloursOf(options);
  return options.map((option, at) => ({ ...option, color: colours[at]! }));
}

/** The scale stretched over as many options as there are, first to last. */
export function scaleColours(count: number): OptionColour[] {
  const steps = colourScale.length - 1;
  return Array.from(
    { length: count },
    (_, at) => colourScale[count < 2 ? steps : Math.round((at / (count - 1)) * steps)]!,
  );
}

/** How many of the options are words of a state or a degree: a field of those says where something stands. */
export function meaningful(options: readonly Colourable[]): number {
  return options.filter(({ label }) => meaningOf(label) !== undefined).length;
}

/** Words of states and degrees that people see in the same colour everywhere; whole words, since "not passed" is no "passed". */
const meanings: readonly (readonly [OptionColour, RegExp])[] = [
  [
    'default',
    /^(已?取消|已?作废|已?关闭|已?停用|无|草稿|待\S{1,3}|未开始|cancell?ed|void|closed|disabled|draft|none|new|to.?do|not started)$/i,
  ],
  [
    'green',
    /^(已?完成|已?完工|已?通过|已?解决|正常|合格|成功|在用|启用|良好|done|completed?|finished|approved|resolved|ok|passed|normal|in use|active|enabled)$/i,
  ],
  [
    'red',
    /^(立即|紧急|特急|加急|故障|报警|告警|不合格|不通过|失败|已?驳回|已?拒绝|严重|危险|at once|urgent|failed|rejected|critical|fault|alarm|danger)$/i,
  ],
  [
    'orange',
    /^(当天|今天|高|重要|警告|等备件|等待中?|暂停|已?挂起|超期|逾期|today|high|waiting|warning|on hold|overdue)$/i,
  ],
  ['blue', /^(处理中|进行中|维修中|运行中?|审批中|生产中|中|running|in progress|medium|open)$/i],
];

function meaningOf({ zh, en }: Text): OptionColour | undefined {
  return meanings.find(([, words]) => words.test(zh.trim()) || (en !== undefined && words.test(en.trim())))?.[0];
}
