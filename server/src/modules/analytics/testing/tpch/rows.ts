import { drawSigns, Stream } from './random.ts';
import type { TextPool } from './text-pool.ts';
import {
  colours,
  containers,
  instructions,
  modes,
  nations,
  partTypes,
  priorities,
  regions,
  returned,
  segments,
} from './words.ts';

/** Values of a row in the order of the table's columns. */
export type Row = (string | number)[];

/** How many of each there are at a scale: one is about a gigabyte. */
export function countsAt(scale: number): { suppliers: number; parts: number; customers: number; orders: number } {
  // below one the generator knows thousandths
  const times = (base: number) =>
    scale < 1 ? Math.trunc((Math.trunc(scale * 1000 + 1e-9) * base) / 1000) : scale * base;
  return { suppliers: times(10_000), parts: times(200_000), customers: times(150_000), orders: times(1_500_000) };
}

type Counts = ReturnType<typeof countsAt>;

export function* regionRows(texts: TextPool): Generator<Row> {
  const comment = new Stream(1_500_869_201, 2);
  for (const [key, name] of regions.entries()) yield [key, name, texts.draw(comment, 28, 115)];
}

export function* nationRows(texts: TextPool): Generator<Row> {
  const comment = new Stream(606_179_079, 2);
  for (const [key, [name, region]] of nations.entries()) yield [key, name, region, texts.draw(comment, 28, 115)];
}

export function* supplierRows({ suppliers }: Counts, texts: TextPool): Generator<Row> {
  const streams = {
    address: new Stream(706_178_559, 9),
    nation: new Stream(110_356_601),
    phone: new Stream(884_434_366, 3),
    balance: new Stream(962_338_209),
    comment: new Stream(1_341_315_363, 2),
    gap: new Stream(263_032_577),
    kind: new Stream(753_643_799),
    judged: new Stream(202_794_285),
    place: new Stream(715_851_524),
  };
  for (let key = 1; key <= suppliers; key += 1) {
    const address = drawSigns(streams.address, 10, 40);
    const nation = streams.nation.draw(0, nations.length - 1);
    const phone = phoneOf(nation, streams.phone);
    const balance = streams.balance.draw(-99_999, 999_999);
    const comment = judgedComment(texts.draw(streams.comment, 25, 100), streams);
    yield [key, numbered('Supplier', key), address, nation, phone, money(balance), comment];
    endRow(streams);
  }
}

/** In ten thousand suppliers five have complaints and five are recommended; how far apart the words stand is drawn. */
function judgedComment(text: string, streams: Record<'judged' | 'kind' | 'gap' | 'place', Stream>): string {
  const [first, length] = ['Customer ', 'Customer Complaints'.length];
  const judged = streams.judged.draw(1, 10_000) <= 10;
  const second = streams.kind.draw(0, 100) < 50 ? 'Complaints' : 'Recommends';
  const gap = streams.gap.draw(0, text.length - length);
  const at = streams.place.draw(0, text.length - length - gap);
  if (!judged) return text;
  const end = at + first.length + gap;
  return text.slice(0, at) + first + text.slice(at + first.length, end) + second + text.slice(end + second.length);
}

export function* customerRows({ customers }: Counts, texts: TextPool): Generator<Row> {
  const streams = {
    address: new Stream(881_155_353, 9),
    nation: new Stream(1_489_529_863),
    phone: new Stream(1_521_138_112, 3),
    balance: new Stream(298_370_230),
    segment: new Stream(1_140_279_430),
    comment: new Stream(1_335_826_707, 2),
  };
  for (let key = 1; key <= customers; key += 1) {
    const address = drawSigns(streams.address, 10, 40);
    const nation = streams.nation.draw(0, nations.length - 1);
    const phone = phoneOf(nation, streams.phone);
    const balance = money(streams.balance.draw(-99_999, 999_999));
    const segment = segments.draw(streams.segment);
    yield [
      key,
      numbered('Customer', key),
      address,
      nation,
      phone,
      balance,
      segment,
      texts.draw(streams.comment, 29, 116),
    ];
    endRow(streams);
  }
}

export function* partRows({ parts }: Counts, texts: TextPool): Generator<Row> {
  const streams = {
    name: new Stream(709_314_158, colours.length),
    maker: new Stream(1),
    brand: new Stream(46_831_694),
    type: new Stream(1_841_581_359),
    size: new Stream(1_193_163_244),
    container: new Stream(727_633_698),
    comment: new Stream(804_159_733, 2),
  };
  for (let key = 1; key <= parts; key += 1) {
    const maker = streams.maker.draw(1, 5);
    yield [
      key,
      partName(streams.name),
      `Manufacturer#${maker}`,
      `Brand#${maker}${streams.brand.draw(1, 5)}`,
      partTypes.draw(streams.type),
      streams.size.draw(1, 50),
      containers.draw(streams.container),
      money(priceOf(key)),
      texts.draw(streams.comment, 5, 22),
    ];
    endRow(streams);
  }
}

/** The first five colours of all, shuffled. */
function partName(stream: Stream): string {
  const names = [...colours];
  for (let at = 0; at < 5; at += 1) {
    const other = stream.draw(at, names.length - 1);
    [names[at], names[other]] = [names[other]!, names[at]!];
  }
  return names.slice(0, 5).join(' ');
}

export function* partSupplierRows({ parts, suppliers }: Counts, texts: TextPool): Generator<Row> {
  const streams = {
    quantity: new Stream(1_671_059_989, 4),
    cost: new Stream(1_051_288_424, 4),
    comment: new Stream(1_961_692_154, 8),
  };
  for (let part = 1; part <= parts; part += 1)
    for (let nth = 0; nth < 4; nth += 1)
      yield [
        part,
        supplierOf(part, nth, suppliers),
        streams.quantity.draw(1, 9_999),
        money(streams.cost.draw(100, 100_000)),
        texts.draw(streams.comment, 49, 198),
      ];
}

/** An order with its lines. */
export function* orderRows(counts: Counts, texts: TextPool, scale: number): Generator<{ order: Row; lines: Row[] }> {
  const streams = {
    customer: new Stream(851_767_375),
    day: new Stream(1_066_728_069),
    priority: new Stream(591_449_447),
    clerk: new Stream(1_171_034_773),
    comment: new Stream(276_090_261, 2),
    lines: new Stream(1_434_868_289),
  };
  const lineOf = lineMaker(counts, texts);
  for (let nth = 1; nth <= counts.orders; nth += 1) {
    // of 32 numbers eight are in use
    const key = Math.floor(nth / 8) * 32 + (nth % 8);
    const customer = customerOf(streams.customer, counts.customers);
    const day = streams.day.draw(0, lastOrderDay);
    const priority = priorities.draw(streams.priority);
    const clerk = numbered('Clerk', streams.clerk.draw(1, 1_000 * Math.max(1, scale)));
    const comment = texts.draw(streams.comment, 19, 78);
    const made = Array.from({ length: streams.lines.draw(1, 7) }, (_, at) => lineOf(key, at + 1, day));
    lineOf.endRow();
    const shipped = made.filter((one) => one.shipped).length;
    const status = shipped === made.length ? 'F' : shipped > 0 ? 'P' : 'O';
    const total = made.reduce((sum, one) => sum + one.total, 0);
    yield {
      order: [key, customer, status, money(total), dayText(day), priority, clerk, 0, comment],
      lines: made.map(({ row }) => row),
    };
    endRow(streams);
  }
}

/** A third of the customers never order. */
function customerOf(stream: Stream, customers: number): number {
  let key = stream.draw(1, customers);
  for (let by = 1; key % 3 === 0; by = -by) key = Math.min(key + by, customers);
  return key;
}

function lineMaker({ parts, suppliers }: Counts, texts: TextPool) {
  const line = (start: number, draws = 1) => new Stream(start, 7 * draws);
  const streams = {
    quantity: line(209_208_115),
    discount: line(554_590_007),
    tax: line(721_958_466),
    instruction: line(1_371_272_478),
    mode: line(675_466_456),
    comment: line(1_095_462_486, 2),
    part: line(1_808_217_256),
    supplier: line(2_095_021_727),
    shipped: line(1_769_349_045),
    committed: line(904_914_315),
    received: line(373_135_028),
    returned: line(717_419_739),
  };
  const make = (order: number, number: number, day: number): { row: Row; shipped: boolean; total: number } => {
    const quantity = streams.quantity.draw(1, 50);
    const discount = streams.discount.draw(0, 10);
    const tax = streams.tax.draw(0, 8);
    const instruction = instructions.draw(streams.instruction);
    const mode = modes.draw(streams.mode);
    const comment = texts.draw(streams.comment, 10, 43);
    const part = streams.part.draw(1, parts);
    const supplier = supplierOf(part, streams.supplier.draw(0, 3), suppliers);
    const price = priceOf(part) * quantity;
    const ship = day + streams.shipped.draw(1, 121);
    const commit = day + streams.committed.draw(30, 90);
    const receipt = ship + streams.received.draw(1, 30);
    const flag = receipt <= today ? returned.draw(streams.returned) : 'N';
    const dates = [ship, commit, receipt].map(dayText);
    const shipped = ship <= today;
    return {
      row: [
        order,
        part,
        supplier,
        number,
        quantity,
        money(price),
        money(discount),
        money(tax),
        flag,
        shipped ? 'F' : 'O',
        ...dates,
        instruction,
        mode,
        comment,
      ],
      shipped,
      total: Math.trunc((Math.trunc((price * (100 - discount)) / 100) * (100 + tax)) / 100),
    };
  };
  return Object.assign(make, { endRow: () => endRow(streams) });
}

/** Which of the four suppliers of a part it is. */
function supplierOf(part: number, nth: number, suppliers: number): number {
  return ((part + nth * (Math.trunc(suppliers / 4) + Math.trunc((part - 1) / suppliers))) % suppliers) + 1;
}

/** In cents. */
function priceOf(part: number): number {
  return 90_000 + (Math.trunc(part / 10) % 20_001) + (part % 1_000) * 100;
}

function phoneOf(nation: number, stream: Stream): string {
  return `${10 + nation}-${stream.draw(100, 999)}-${stream.draw(100, 999)}-${stream.draw(1_000, 9_999)}`;
}

function numbered(what: string, key: number): string {
  return `${what}#${String(key).padStart(9, '0')}`;
}

function money(cents: number): string {
  return (cents / 100).toFixed(2);
}

// days from the first of 1992 on; lines of the last order are received before 1998 ends
const lastOrderDay = 2_557 - 121 - 30 - 1;
const days = Array.from({ length: 2_557 }, (_, at) => new Date(Date.UTC(1992, 0, 1 + at)).toISOString().slice(0, 10));
const dayText = (day: number): string => days[day]!;
/** The day on which the database is written. */
const today = days.indexOf('1995-06-17');

function endRow(streams: Readonly<Record<string, Stream>>): void {
  for (const stream of Object.values(streams)) stream.endRow();
}
