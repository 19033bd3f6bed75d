import type { Definition } from '@formwork/contract/definitions/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import { useLocale } from '../i18n/i18n.ts';
import type { Columns } from '../list/columns-of.tsx';
import { FavouriteStar } from './FavouriteStar.tsx';

/** The star stands behind the name, which opens the row. */
export function withStars(columns: Columns<Definition>): Columns<Definition> {
  return (t, locale) => {
    const [first, ...rest] = columns(t, locale);
    const star: ListColumn<Definition> = {
      id: 'favourite',
      title: t('resources.favourite'),
      width: 96,
      render: (row) => <RowStar row={row} />,
    };
    return first ? [first, star, ...rest] : [];
  };
}

function RowStar({ row: { kind, id, name, archivedAt } }: { row: Definition }) {
  const locale = useLocale();
  return archivedAt === null ? <FavouriteStar kind={kind} id={id} title={textIn(name, locale)} /> : null;
}
