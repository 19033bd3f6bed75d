import type { Post } from '@formwork/contract/organization/posts.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { SearchInput } from '@formwork/ui/input/search-input.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useState } from 'react';

/** All posts under their grades, the highest first. */
export function PostList({ posts, chosen }: { posts: readonly Post[]; chosen: string | undefined }) {
  const t = useT();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const shown = posts.filter(({ name }) => name.toLowerCase().includes(wanted));
  const grades = [...Map.groupBy(shown, ({ grade }) => grade?.id ?? '').values()];
  return (
    <nav className="post-list" aria-label={t('posts.title')}>
      <SearchInput label={t('posts.search')} value={search} onChange={(event) => setSearch(event.target.value)} />
      {grades.map((group) => (
        <section key={group[0]!.grade?.id ?? ''}>
          <h2>{group[0]!.grade?.name ?? t('posts.no_grade')}</h2>
          {group.map(({ id, name, disabled, holders, partTime }) => (
            <Link
              key={id}
              href={pathTo('postManage', { id })}
              className="post-line"
              aria-current={id === chosen ? 'page' : undefined}
            >
              <span className="post-name" title={name}>
                {name}
              </span>
              {disabled && <StateTag>{t('posts.off')}</StateTag>}
              <span className="post-count">{holders + partTime}</span>
            </Link>
          ))}
        </section>
      ))}
      {shown.length === 0 && posts.length > 0 && <p className="post-quiet">{t('posts.none_found', { search })}</p>}
    </nav>
  );
}
