import type { SourceField } from '@formwork/contract/analytics/api.ts';
import type { ChartKind, ChartMark, ChartSettings, ChartSlot } from '@formwork/contract/analytics/chart.ts';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import { hueNames, type HueName } from '@formwork/contract/hues/hues.ts';
import type { KindSpec } from './drawn.ts';
import { kinds } from './kinds.ts';
import { readsLook } from './reads.ts';
import { isObject, Reading, type Channel, type Channels, type Json } from './vega-lite-reading.ts';

export type VegaLite =
  | { ok: true; settings: ChartSettings; where: Condition | null }
  | { ok: false; refused: string[] };

export function isVegaLite(spec: unknown): spec is Json {
  return isObject(spec) && ('mark' in spec || Array.isArray(spec.layer) || /vega-lite/.test(String(spec.$schema)));
}

/**
 * A chart that somebody drew in Vega-Lite, of the fields of a form or data set. What it cannot say here is refused by its name: a
 * picture that leaves something out would be another one.
 */
export function fromVegaLite(given: Json, fields: readonly SourceField[]): VegaLite {
  const reading = new Reading(fields);
  const spec = faceted(given);
  for (const part of Object.keys(spec)) if (!known.has(part)) reading.refuse(part);
  const drawn = Array.isArray(spec.layer) ? layersOf(reading, spec, spec.layer) : unitOf(reading, spec);
  const where = reading.conditions(spec.transform);
  if (reading.refused.size > 0 || !drawn) return { ok: false, refused: [...reading.refused] };
  return { ok: true, where, settings: { marks: [], tones: [], notes: [], ...drawn } };
}

/** Small charts said around a picture are the same as those said in it. */
function faceted(spec: Json): Json {
  const { facet, spec: inner, columns: _columns, ...around } = spec;
  if (!isObject(facet) || !isObject(inner)) return spec;
  const channels = 'field' in facet ? { facet } : facet;
  return { ...around, ...inner, encoding: { ...(isObject(inner.encoding) && inner.encoding), ...channels } };
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
  'layer',
  'encoding',
  'transform',
  'config',
  'autosize',
  'background',
  'usermeta',
  'resolve',
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
  'strokeDash',
  'filled',
  'size',
  'line',
  'extent',
]);

type Drawn = Pick<ChartSettings, 'kind' | 'slots' | 'look'> & Partial<Pick<ChartSettings, 'marks'>>;

/** One picture of one mark. */
function unitOf(reading: Reading, spec: Json, shared: Json = {}): Drawn | undefined {
  const mark = markOf(reading, spec);
  if (spec.resolve !== undefined) reading.refuse('resolve');
  const channels = reading.channels({ ...shared, ...(isObject(spec.encoding) && spec.encoding) });
  const whole = kindOf(mark, channels, isObject(spec.mark) ? spec.mark : {});
  if (!whole) {
    reading.refuse(`mark.${mark}`);
    return undefined;
  }
  return inFacets(withScales(withDetail(whole, channels, reading), channels, reading), channels, reading);
}

function markOf(reading: Reading, { mark }: Json): string {
  if (!isObject(mark)) return String(mark);
  for (const part of Object.keys(mark)) if (!markParts.has(part)) reading.refuse(`mark.${part}`);
  return String(mark.type);
}

/** Bars with lines over them have two axes; rules are lines at a figure behind whatever it is. */
function layersOf(reading: Reading, spec: Json, layers: unknown[]): Drawn | undefined {
  const shared = isObject(spec.encoding) ? spec.encoding : {};
  const parts = layers.filter(isObject);
  const isRule = (part: Json) => (isObject(part.mark) ? part.mark.type : part.mark) === 'rule';
  for (const part of parts)
    for (const name of Object.keys(part)) if (!layerParts.has(name)) reading.refuse(`layer.${name}`);
  const { resolve } = spec;
  if (resolve !== undefined && JSON.stringify(resolve) !== JSON.stringify({ scale: { y: 'independent' } }))
    reading.refuse('resolve');
  const pictures = parts.filter((part) => !isRule(part)).map((part) => unitOf(reading, part, shared));
  const drawn = combinedOf(pictures);
  if (!drawn) {
    reading.refuse('layer');
    return undefined;
  }
  const marks = parts.filter(isRule).flatMap((part) => ruleOf(reading, part, drawn, shared) ?? []);
  return marks.length === 0 ? drawn : { ...drawn, marks };
}

const layerParts = new Set(['mark', 'encoding', 'name', 'title', 'description']);

function combinedOf(pictures: readonly (Drawn | undefined)[]): Drawn | undefined {
  const [first, second, third] = pictures;
  if (!first || third || (pictures.length === 2 && !second)) return undefined;
  if (!second) return first;
  const [bars, line] = first.kind === 'bar' ? [first, second] : [second, first];
  const places = [bars, line].map(({ slots }) => `${slots.x?.[0]?.field} ${slots.x?.[0]?.step ?? ''}`);
  const apart = [bars, line].some(({ slots }) => slots.color || slots.facet) || bars.look.flat;
  if (bars.kind !== 'bar' || line.kind !== 'line' || places[0] !== places[1] || apart) return undefined;
  const y2 = (line.slots.y ?? []).map((use) => ({ ...use, id: `${use.id}2` }));
  return { kind: 'combined', look: { ...line.look, ...bars.look }, slots: { x: bars.slots.x!, y: bars.slots.y!, y2 } };
}

/** At a figure, or where single points have their mean: of sums the mean of the records would be another line. */
function ruleOf(reading: Reading, part: Json, { kind, look }: Drawn, shared: Json): ChartMark | undefined {
  markOf(reading, part);
  const along = look.flat ? 'x' : 'y';
  const encoding = isObject(part.encoding) ? part.encoding : {};
  for (const name of Object.keys(encoding)) if (name !== along && !ruleLooks.has(name)) reading.refuse(`rule.${name}`);
  const given = encoding[along];
  const { datum, aggregate } = isObject(given) ? given : {};
  const hue = hueOf(encoding.color) ?? hueOf(part.mark);
  if (typeof datum === 'number') return { is: 'line', at: datum, ...hue };
  const of = isObject(shared[along]) ? shared[along] : undefined;
  const isSame = isObject(given) && (of === undefined || of.field === given.field);
  const stat = stats[String(aggregate)];
  if ((kind === 'scatter' || kind === 'bubble') && stat && isSame) return { is: 'line', at: stat, ...hue };
  reading.refuse(aggregate === undefined ? 'mark.rule' : `rule.${String(aggregate)}`);
  return undefined;
}

/** A colour that is called as one of the house. */
function hueOf(given: unknown): { hue: HueName } | undefined {
  const { color, value = color } = isObject(given) ? given : {};
  const hue = hueNames.find((name) => name === value);
  return hue && { hue };
}

const ruleLooks = new Set(['color', 'size', 'opacity', 'strokeDash', 'strokeWidth', 'tooltip']);
const stats: Partial<Record<string, 'avg' | 'median' | 'min' | 'max'>> = {
  mean: 'avg',
  average: 'avg',
  median: 'median',
  min: 'min',
  max: 'max',
};

/** What only tells marks apart: lines have a colour each then, points their names. */
function withDetail(drawn: Drawn, { detail, order, opacity }: Channels, reading: Reading): Drawn {
  const { kind, slots } = drawn;
  // lines go along x, and so does nothing else
  if (order && !(kind === 'line' && order.use.field === slots.x?.[0]?.field)) reading.refuse('encoding.order');
  if (opacity) reading.refuse('encoding.opacity');
  if (!detail) return drawn;
  const isLine = kind === 'line' || kind === 'area';
  const isPoint = kind === 'scatter' || kind === 'bubble';
  if (detail.isFigure || !(isPoint || (isLine && !slots.color))) {
    reading.refuse('encoding.detail');
    return drawn;
  }
  return { ...drawn, slots: { ...slots, [isPoint ? 'label' : 'color']: [detail.use] } };
}

/** The ends of the axis of figures, and whether it is logarithmic. */
function withScales(drawn: Drawn, { x, y }: Channels, reading: Reading): Drawn {
  const { kind, look } = drawn;
  const isPoint = kind === 'scatter' || kind === 'bubble';
  const [up, across, upName, acrossName] = look.flat ? [x, y, 'x', 'y'] : [y, x, 'y', 'x'];
  if (across?.domain) reading.refuse(`encoding.${acrossName}.scale.domain`);
  if (up?.domain && !readsLook(kind, 'bounds')) reading.refuse(`encoding.${upName}.scale.domain`);
  // points have both axes logarithmic, or none
  if ((across?.log ?? false) !== (isPoint && (up?.log ?? false))) reading.refuse(`encoding.${acrossName}.scale.type`);
  if (up?.log && !readsLook(kind, 'log')) reading.refuse(`encoding.${upName}.scale.type`);
  // axes of points begin where the points do, others at 0
  if (up?.zero === isPoint && up.zero !== undefined && !up.domain) reading.refuse(`encoding.${upName}.scale.zero`);
  return {
    ...drawn,
    look: { ...look, ...(up?.log && { log: true }), ...(up?.domain && { low: up.domain[0], high: up.domain[1] }) },
  };
}

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
function inFacets(drawn: Drawn, { facet, row, column }: Channels, reading: Reading): Drawn {
  const [first, ...more] = (
    [
      ['facet', facet],
      ['row', row],
      ['column', column],
    ] as const
  ).filter(([, channel]) => channel !== undefined);
  if (!first) return drawn;
  const spec: KindSpec = kinds[drawn.kind];
  const [name, channel] = first;
  for (const [other] of more) reading.refuse(`encoding.${other}`);
  if (channel!.isFigure || channel!.bin || !spec.slots.facet) reading.refuse(`encoding.${name}`);
  return { ...drawn, slots: { ...drawn.slots, facet: [channel!.use] } };
}
