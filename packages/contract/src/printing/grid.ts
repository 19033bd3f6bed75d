/** Fields of a grid row by row: what has no room beside the one before begins a row, and `rest` columns stay empty behind it. */
export function gridRows<Item extends { span: number }>(
  items: readonly Item[],
  columns: number,
): { items: Item[]; rest: number }[] {
  const rows: { items: Item[]; rest: number }[] = [];
  for (const item of items) {
    const row = rows.at(-1);
    if (row && row.rest >= item.span) {
      row.items.push(item);
      row.rest -= item.span;
    } else rows.push({ items: [item], rest: columns - item.span });
  }
  return rows;
}
