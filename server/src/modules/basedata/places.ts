import { sql } from 'kysely';
import type { ControlTx } from '../../platform/db/db.ts';

/** A region with the way to it from the top down. */
export interface Place {
  regions: string[];
  names: string[];
  /** Other regions stand below it. */
  open: boolean;
}

interface Row {
  code: string;
  name: string;
  parent_code: string | null;
  open: boolean;
}

const nowhere = { regions: [], names: [] };

/** The regions of these codes; codes that there are not are missing. */
export async function placesOf(tx: ControlTx, codes: readonly string[]): Promise<ReadonlyMap<string, Place>> {
  if (codes.length === 0) return new Map();
  const { rows } = await sql<Row>`
    with recursive above as (
      select code, name, parent_code from basedata.region where code = any(${[...new Set(codes)]}::text[])
      union select region.code, region.name, region.parent_code from basedata.region join above on region.code = above.parent_code
    ) select above.*, exists (select 1 from basedata.region below where below.parent_code = above.code) as open from above`.execute(
    tx,
  );
  const byCode = new Map(rows.map((row) => [row.code, row]));
  return new Map(
    codes.flatMap((code) => {
      const row = byCode.get(code);
      if (!row) return [];
      const way: Row[] = [];
      for (
        let at: Row | undefined = row;
        at && !way.includes(at);
        at = at.parent_code === null ? undefined : byCode.get(at.parent_code)
      )
        way.unshift(at);
      return [
        [code, { regions: way.map((one) => one.code), names: way.map(({ name }) => name), open: row.open }] as const,
      ];
    }),
  );
}

/**
 * Takes the regions off the beginning of addresses, as far down as their names stand there: 广东省深圳市南山区科技园路 1 号. Endings like 省
 * may be missing, and one level may be left out (北京市朝阳区, where 市辖区 lies between).
 */
export async function placesInTexts(
  tx: ControlTx,
  texts: readonly string[],
  depth: number,
): Promise<{ place: Place; rest: string }[]> {
  const top = await childrenOf(tx, [null]);
  const found = texts.map((text) => ({ place: { ...nowhere, open: top.size > 0 } as Place, rest: text.trim() }));
  for (let level = 0; level < depth; level += 1) {
    const going = found.filter(({ place, rest }) => place.open && rest !== '' && place.regions.length === level);
    if (going.length === 0) continue;
    const children =
      level === 0
        ? top
        : await childrenOf(
            tx,
            going.flatMap(({ place }) => place.regions.at(-1) ?? []),
          );
    const missed = going.filter((one) => !stepInto(one, [children.get(one.place.regions.at(-1) ?? null) ?? []]));
    if (level + 1 >= depth) break;
    const between = await childrenOf(
      tx,
      missed.flatMap(({ place }) =>
        (children.get(place.regions.at(-1) ?? null) ?? []).flatMap(({ code, open }) => (open ? code : [])),
      ),
    );
    for (const one of missed) {
      for (const step of children.get(one.place.regions.at(-1) ?? null) ?? []) {
        if (stepInto(one, [[step], between.get(step.code) ?? []])) break;
      }
    }
  }
  return found;
}

/** Steps down where one of the last list is named at the beginning of what is left; those before it are on the way. */
function stepInto(at: { place: Place; rest: string }, lists: readonly (readonly Row[])[]): boolean {
  const rest = at.rest.replace(/^[\s/／,，·>-]+/, '');
  let best: { row: Row; length: number } | undefined;
  for (const row of lists.at(-1) ?? []) {
    const length = rest.startsWith(row.name)
      ? row.name.length
      : rest.startsWith(shortName(row.name))
        ? shortName(row.name).length
        : 0;
    if (length > (best?.length ?? 0)) best = { row, length };
  }
  if (!best) return false;
  const way = [...lists.slice(0, -1).flat(), best.row];
  at.place = {
    regions: [...at.place.regions, ...way.map(({ code }) => code)],
    names: [...at.place.names, ...way.map(({ name }) => name)],
    open: best.row.open,
  };
  at.rest = rest.slice(best.length).replace(/^[\s/／,，·>-]+/, '');
  return true;
}

function shortName(name: string): string {
  const short = name.replace(/(?:特别行政区|自治区|自治州|自治县|地区|省|市|区|县|镇|乡|街道)$/, '');
  return short.length >= 2 ? short : name;
}

async function childrenOf(tx: ControlTx, parents: readonly (string | null)[]): Promise<Map<string | null, Row[]>> {
  if (parents.length === 0) return new Map();
  const below =
    parents[0] === null
      ? sql`region.parent_code is null`
      : sql`region.parent_code = any(${[...new Set(parents)]}::text[])`;
  const { rows } = await sql<Row>`
    select region.code, region.name, region.parent_code, exists (select 1 from basedata.region below where below.parent_code = region.code) as open
    from basedata.region region where ${below} order by region.code`.execute(tx);
  return Map.groupBy(rows, ({ parent_code }) => parent_code);
}
