import { useNames } from '../pickers/names.ts';

/** The name of somebody by id; names of all rows are asked for together. */
export function PersonName({ id }: { id: string }) {
  const nameOf = useNames('people', [id]);
  return <>{nameOf(id) ?? ''}</>;
}
