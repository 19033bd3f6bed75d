import { PlusOutlined } from '@ant-design/icons';
import { basedataApi } from '@formwork/contract/basedata/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { DictionaryDialog } from './DictionaryDialog.tsx';
import { DictionaryItems } from './DictionaryItems.tsx';
import { SideList } from './SideList.tsx';

/** The dictionaries at the side, the entries of one beside them. */
export function Dictionaries() {
  const t = useT();
  const locale = useLocale();
  const [asked, choose] = useQueryText('dictionary');
  const [creating, setCreating] = useState(false);
  const dictionaries = useQuery(q(basedataApi.listDictionaries));
  if (dictionaries.isPending) return <SkeletonRows />;
  if (dictionaries.isError)
    return (
      <ErrorState
        hint={errorText(dictionaries.error, t)}
        requestId={isApiError(dictionaries.error) ? dictionaries.error.requestId : undefined}
        onRetry={() => void dictionaries.refetch()}
      />
    );
  const chosen = dictionaries.data.find(({ code }) => code === asked) ?? dictionaries.data[0];
  const create = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setCreating(true)}>
      {t('basedata.dictionary.create')}
    </Button>
  );
  const dialog = creating && <DictionaryDialog onClose={() => setCreating(false)} onCreated={choose} />;
  if (!chosen)
    return (
      <>
        <EmptyState title={t('basedata.dictionary.none')} hint={t('basedata.dictionary.none_hint')} action={create} />
        {dialog}
      </>
    );
  return (
    <>
      <SideList
        label={t('basedata.tab.dictionaries')}
        chosen={chosen.code}
        onChoose={choose}
        items={dictionaries.data.map(({ code, title, disabled, items }) => ({
          id: code,
          title: textIn(title, locale),
          note: String(items),
          off: disabled,
        }))}
        action={
          <Button
            icon={<PlusOutlined />}
            aria-label={t('basedata.dictionary.create')}
            title={t('basedata.dictionary.create')}
            onClick={() => setCreating(true)}
          />
        }
      >
        <DictionaryItems key={chosen.id} dictionary={chosen} />
      </SideList>
      {dialog}
    </>
  );
}
