import { shortNumber } from './look/numbers.ts';
import { labelOf, numberAt, type Bound, type Scene } from './scene.ts';

const mostSaid = 5;

/** The largest figures with their names, for a screen reader: "Sales: Line A 12.3K, Line B 8.1K". */
export function labelsSentence(scene: Scene): string {
  const bounds = Object.values(scene.slots).flat();
  const name = bounds.find(({ column }) => column.kind !== 'number');
  const measures = bounds.filter(({ column }) => column.kind === 'number');
  return measures
    .slice(0, 3)
    .map((measure) => `${measure.title}: ${largest(scene, name, measure).join(', ')}`)
    .join('; ');
}

function largest(scene: Scene, name: Bound | undefined, measure: Bound): string[] {
  const { skin, result } = scene;
  const figures = result.rows.flatMap((row) => {
    const value = numberAt(scene, row, measure);
    return value === null ? [] : [{ row, value }];
  });
  return figures
    .toSorted((a, b) => b.value - a.value)
    .slice(0, mostSaid)
    .map(({ row, value }) => {
      const cell = name === undefined ? undefined : row[name.at];
      const label = name ? labelOf(cell === null || cell === undefined ? null : String(cell), name, skin) : '';
      return `${label} ${shortNumber(value, skin.locale, measure.column.format)}`.trim();
    });
}
