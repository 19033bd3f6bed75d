import type { SourceField } from '@formwork/contract/analytics/api.ts';
import type {
  ChartFunction,
  ChartKind,
  ChartSettings,
  ChartSlot,
  ChartUse,
} from '@formwork/contract/analytics/chart.ts';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import type { DateStep } from '@formwork/contract/views/pivot.ts';
import type { KindSpec } from './drawn.ts';
import { kinds } from './kinds.ts';

export type VegaLite =
  | { ok: true; settings: ChartSettings; where: Condition | null }
  | { ok: false; refused: string[] };

type Json = Record<string, unknown>;

export function isVegaLite(spec: unknown): spec is Json {
  return isObject(spec) && ('mark' in spec || /vega-lite/.test(String(spec.$schema)));
}

/**
 * A chart that somebody drew in Vega-Lite, of the fields of a form or data set. What it cannot say here is refused by its name: a
 * picture that leaves something out would be another one.
 */
export function fromVegaLite(spec: Json, fields: readonly SourceField[]): VegaLite {
  const reading = new Reading(fields);
  for (const part of Object.keys(spec)) if (!known.has(part)) reading.refuse(part);
  const mark = isObject(spec.mark) ? String(spec.mark.type) : String(spec.mark);
  if (isObject(spec.mark))
    for (const part of Object.keys(spec.mark)) if (!markParts.has(part)) reading.refuse(`mark.${part}`);
  const encoding = isObject(spec.encoding) ? spec.encoding : {};
  const channels = Object.fromEntries(
    Object.entries(encoding).flatMap(([name, given]) => {
      if (!channelNames.has(name)) {
        reading.refuse(`encoding.${name}`);
        return [];
      }
      const channel = reading.channel(name, given);
      return channel ? [[name, channel]] : [];
    }),
  ) as Channels;
  const whole = kindOf(mark, channels, isObject(spec.mark) ? spec.mark : {});
  const drawn = whole && inFacets(whole, channels.facet, () => reading.refuse('encoding.facet'));
  if (!drawn) reading.refuse(`mark.${mark}`);
  const where = reading.conditions(spec.transform);
  if (reading.refused.size > 0 || !drawn) return { ok: false, refused: [...reading.refused] };
  return {
    ok: true,
    where,
    settings: {
      marks: [],
      tones: [],
      notes: [],
      ...drawn,
      look: { ...drawn.look, ...(channels.y?.log && { log: true }) },
    },
  };
}

/** Beside what is said of the picture: what it is of comes from here, how large it is from its place. */
const known = new Set([
  '$schema',
  'description',
  'title',
  'name',
  'data',
  'width',
  'height',
  'mark',
  'encoding',
  'transform',
  'config',
  'autosize',
  'background',
  'usermeta',
]);
const markParts = new Set([
  'type',
  'tooltip',
  'point',
  'interpolate',
  'innerRadius',
  'outerRadius',
  'opacity',
  'color',
  'cornerRadius',
  'cornerRadiusEnd',
  'strokeWidth',
  'filled',
  'size',
  'line',
  'extent',
]);
const channelNames = new Set([
  'x',
  'y',
  'color',
  'size',
  'theta',
  'xOffset',
  'yOffset',
  'facet',
  'tooltip',
  'detail',
  'order',
  'opacity',
]);
const fieldParts = new Set([
  'field',
  'type',
  'aggregate',
  'timeUnit',
  'bin',
  'sort',
  'title',
  'stack',
  'axis',
  'scale',
  'legend',
  'format',
]);

const aggregates: Record<string, ChartFunction> = {
  count: 'count',
  valid: 'filled',
  distinct: 'distinct',
  sum: 'sum',
  mean: 'avg',
  average: 'avg',
  median: 'median',
  min: 'min',
  max: 'max',
};
const steps: Record<string, DateStep> = {
  year: 'year',
  yearquarter: 'quarter',
  yearmonth: 'month',
  yearweek: 'week',
  yearmonthdate: 'day',
};

interface Channel {
  use: ChartUse;
  isFigure: boolean;
  isNumber: boolean;
  bin: boolean;
  stack: unknown;
  log: boolean;
}
type Channels = Partial<Record<'x' | 'y' | 'color' | 'size' | 'theta' | 'xOffset' | 'yOffset' | 'facet', Channel>>;

class Reading {
  readonly refused = new Set<string>();
  private readonly byName: ReadonlyMap<string, SourceField>;

  constructor(fields: readonly SourceField[]) {
    this.byName = new Map(
      fields.flatMap((field) =>
        [field.id, field.title.zh, field.title.en].flatMap((name): [string, SourceField][] =>
          name === undefined ? [] : [[name.toLowerCase(), field]],
        ),
      ),
    );
  }

  refuse(what: string): void {
    this.refused.add(what);
  }

  /** What only tells more of what is seen, or how it looks, is left to the house. */
  channel(name: string, given: unknown): Channel | undefined {
    if (name === 'tooltip' || name === 'detail' || name === 'order' || name === 'opacity') return undefined;
    if (!isObject(given)) return undefined;
    if ('value' in given || 'datum' in given) {
      if ('datum' in given) this.refuse(`encoding.${name}.datum`);
      return undefined;
    }
    for (const part of Object.keys(given)) if (!fieldParts.has(part)) this.refuse(`encoding.${name}.${part}`);
    const aggregate = given.aggregate === undefined ? undefined : String(given.aggregate);
    const fn = aggregate === undefined ? undefined : aggregates[aggregate];
    if (aggregate !== undefined && !fn) this.refuse(`aggregate.${aggregate}`);
    const unit = given.timeUnit === undefined ? undefined : String(given.timeUnit);
    const step = unit === undefined ? undefined : steps[unit];
    if (unit !== undefined && !step) this.refuse(`timeUnit.${unit}`);
    const field = fn === 'count' ? undefined : this.field(given.field);
    if (!field && fn !== 'count') return undefined;
    const sort = this.sort(name, given.sort);
    return {
      use: {
        id: name.toLowerCase(),
        field: field?.id ?? '',
        ...(typeof given.title === 'string' && given.title !== '' && { title: { zh: given.title.slice(0, 100) } }),
        ...(fn && { fn }),
        ...(step && { step }),
        ...(sort && { sort }),
      },
      isFigure: fn !== undefined,
      isNumber: field?.measure === true,
      bin: given.bin !== undefined && given.bin !== false,
      stack: given.stack,
      log: isObject(given.scale) && given.scale.type === 'log',
    };
  }

  private field(given: unknown): SourceField | undefined {
    const field = typeof given === 'string' ? this.byName.get(given.toLowerCase()) : undefined;
    if (!field) this.refuse(`field.${typeof given === 'string' ? given : '?'}`);
    return field;
  }

  private sort(name: string, given: unknown): ChartUse['sort'] {
    if (given === undefined || given === null || given === 'ascending') return undefined;
    if (given === 'descending') return { by: 'label', desc: true };
    if (given === 'x' || given === 'y') return { by: 'value' };
    if (given === '-x' || given === '-y') return { by: 'value', desc: true };
    this.refuse(`encoding.${name}.sort`);
    return undefined;
  }

  conditions(given: unknown): Condition | null {
    if (given === undefined) return null;
    const all = (Array.isArray(given) ? given : [given]).flatMap((step): Condition[] => {
      const parts = isObject(step) ? Object.keys(step) : [];
      const filter = isObject(step) ? step.filter : undefined;
      if (parts.length !== 1 || !isObject(filter)) {
        this.refuse(`transform.${parts.find((part) => part !== 'as') ?? '?'}`);
        return [];
      }
      return this.condition(filter);
    });
    return all.length === 0 ? null : all.length === 1 ? all[0]! : { all };
  }

  private condition(filter: Json): Condition[] {
    const one = this.field(filter.field);
    if (!one) return [];
    const operators = { equal: 'eq', lt: 'lt', lte: 'lte', gt: 'gt', gte: 'gte' } as const;
    const [name] = Object.keys(filter).filter((part) => part !== 'field');
    const value = name === undefined ? undefined : filter[name];
    const field = one.id;
    if (name === 'oneOf' && Array.isArray(value)) return [{ field, operator: 'in', value: value.map(String) }];
    if (name === 'range' && Array.isArray(value) && value.length === 2)
      return [{ field, operator: 'between', value: value.map(plain) }];
    const operator = name === undefined ? undefined : operators[name as keyof typeof operators];
    if (operator && (typeof value === 'string' || typeof value === 'number')) return [{ field, operator, value }];
    this.refuse(`filter.${name ?? '?'}`);
    return [];
  }
}

type Drawn = Pick<ChartSettings, 'kind' | 'slots' | 'look'>;

/** Undefined for marks that no kind draws, or without what it is drawn of. */
function kindOf(mark: string, channels: Channels, parts: Json): Drawn | undefined {
  const { x, y, color, size, theta } = channels;
  const drawn = (kind: ChartKind, slots: Partial<Record<ChartSlot, Channel | undefined>>, look = {}): Drawn => ({
    kind,
    look,
    slots: Object.fromEntries(
      Object.entries(slots).flatMap(([slot, channel]) => (channel ? [[slot, [channel.use]]] : [])),
    ),
  });
  const points = mark === 'point' || mark === 'circle' || mark === 'square';
  switch (mark) {
    case 'bar': {
      if (x?.bin && y?.use.fn === 'count') return drawn('histogram', { y: x });
      if (!x || !y) return undefined;
      // bars lie where the figure is across
      const flat = x.isFigure && !y.isFigure;
      const [key, figure] = flat ? [y, x] : [x, y];
      if (!figure.isFigure || key.isFigure || key.bin) return undefined;
      const beside = channels.xOffset ?? channels.yOffset;
      const kind =
        !color || beside || figure.stack === null || figure.stack === false
          ? 'bar'
          : figure.stack === 'normalize'
            ? 'share'
            : 'stacked';
      return drawn(kind, { x: key, y: figure, color: beside ?? color }, flat ? { flat: true } : {});
    }
    case 'line':
    case 'area':
      if (!x || !y?.isFigure || x.isFigure) return undefined;
      return drawn(
        mark,
        { x, y, color },
        {
          ...(parts.interpolate === 'monotone' && { smooth: true }),
          ...(mark === 'area' && color && y.stack !== null && y.stack !== false && { stack: true }),
        },
      );
    case 'rect':
      return x && y && color?.isFigure && !x.isFigure && !y.isFigure
        ? drawn('heat', { x, row: y, y: color })
        : undefined;
    case 'arc':
      return theta?.isFigure && color && !color.isFigure
        ? drawn(Number(parts.innerRadius ?? 0) > 0 ? 'ring' : 'pie', { x: color, y: theta })
        : undefined;
    case 'boxplot':
      return y?.isNumber && !y.isFigure ? drawn('box', { x, y }) : undefined;
    default:
      if (!points || !x?.isNumber || !y?.isNumber || x.isFigure || y.isFigure) return undefined;
      return size ? drawn('bubble', { x, y, size, color }) : drawn('scatter', { x, y, color });
  }
}

/** One small chart a value, where the kind has them. */
function inFacets(drawn: Drawn, facet: Channel | undefined, refuse: () => void): Drawn {
  if (!facet) return drawn;
  const spec: KindSpec = kinds[drawn.kind];
  if (facet.isFigure || facet.bin || !spec.slots.facet) refuse();
  return { ...drawn, slots: { ...drawn.slots, facet: [facet.use] } };
}

function plain(value: unknown): string | number {
  return typeof value === 'number' ? value : String(value);
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
