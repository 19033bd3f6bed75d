import { assetsApi } from '@formwork/contract/assets/api.ts';
import type { Word } from '@formwork/contract/assets/asset.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { SearchInput } from '@formwork/ui/input/search-input.tsx';
import { call } from '@formwork/web/http/call.ts';
import { keyOf } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { PersonName } from '@formwork/web/list/PersonName.tsx';
import { App, Button } from 'antd';
import { useDeferredValue, useState } from 'react';
import { Paged } from './Paged.tsx';
import { WordDialog } from './WordDialog.tsx';

/** Domains, or terms of the glossary with whatever else they are called. */
export function Words({ kind }: { kind: 'domain' | 'term' }) {
  const t = useT();
  const locale = useLocale();
  const { modal } = App.useApp();
  const [search, setSearch] = useState('');
  const asked = useDeferredValue(search.trim());
  const [editing, setEditing] = useState<Word | 'new'>();
  const remove = useCommand(assetsApi.removeWord, { refresh: [assetsApi.words] });
  const query = { kind, ...(asked !== '' && { search: asked }) };
  const add = (
    <Button type="primary" onClick={() => setEditing('new')}>
      {t(`assets.word.add_${kind}`)}
    </Button>
  );
  return (
    <div className="asset-stack">
      <div className="asset-line">
        <span className="asset-wide">
          <SearchInput
            label={t(`assets.word.search_${kind}`)}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </span>
        {add}
      </div>
      <Paged
        queryKey={keyOf(assetsApi.words, { query })}
        load={(after) => call(assetsApi.words, { query: { ...query, ...after } })}
        none={
          asked === '' ? (
            <EmptyState title={t(`assets.word.none_${kind}`)} hint={t(`assets.word.hint_${kind}`)} />
          ) : (
            <p className="asset-note">{t('assets.none_found')}</p>
          )
        }
      >
        {(words) =>
          words.map((word) => (
            <div key={word.id} className="asset-line">
              <strong>{textIn(word.name, locale)}</strong>
              <span className="asset-note asset-wide">
                {[word.also.join('、'), word.about].filter(Boolean).join(' · ')}
                {word.owner !== null && (
                  <>
                    {' '}
                    · <PersonName id={word.owner} />
                  </>
                )}
              </span>
              <span className="asset-line">
                <Link
                  href={
                    kind === 'domain'
                      ? pathTo('dataAssets', {}, { domain: word.id })
                      : pathTo('assetPortal', {}, { q: textIn(word.name, locale) })
                  }
                >
                  {t('assets.word.assets')}
                </Link>
                <Button size="small" onClick={() => setEditing(word)}>
                  {t('assets.edit')}
                </Button>
                <Button
                  size="small"
                  type="text"
                  danger
                  onClick={() =>
                    void modal.confirm({
                      title: t('assets.word.remove'),
                      content: t('assets.word.remove_hint'),
                      okText: t('assets.word.remove'),
                      okButtonProps: { danger: true },
                      onOk: () => remove.run({ params: { wordId: word.id } }),
                    })
                  }
                >
                  {t('assets.word.remove')}
                </Button>
              </span>
            </div>
          ))
        }
      </Paged>
      {editing && (
        <WordDialog kind={kind} word={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
      )}
    </div>
  );
}
