import { StarFilled, StarOutlined } from '@ant-design/icons';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { useQuery } from '@tanstack/react-query';
import { q } from '../http/query.ts';
import { useCommand } from '../http/use-command.ts';
import { useT } from '../i18n/i18n.ts';

interface Props {
  kind: string;
  id: string;
  title: string;
  className?: string;
}

/** A star for oneself: what is marked is found by the filter of its list. */
export function FavouriteStar({ kind, id, title, className = 'fw-icon-button' }: Props) {
  const t = useT();
  const own = useQuery(q(definitionsApi.favourites, { params: { kind } }));
  const mark = useCommand(definitionsApi.mark, { refresh: [definitionsApi.favourites, definitionsApi.list] });
  const marked = own.data?.ids.includes(id) ?? false;
  const label = t(marked ? 'shell.launcher.unmark' : 'shell.launcher.mark', { title });
  return (
    <button
      type="button"
      className={className}
      aria-pressed={marked}
      disabled={mark.pending || !own.data}
      aria-label={label}
      title={label}
      onClick={() => void mark.run({ params: { kind, id }, body: { favourite: !marked } })}
    >
      {marked ? <StarFilled /> : <StarOutlined />}
    </button>
  );
}
