import { assetsApi } from '@formwork/contract/assets/api.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { PersonPicker } from '@formwork/web/pickers/PersonPicker.tsx';
import { useQuery } from '@tanstack/react-query';
import { Modal, Select } from 'antd';
import { useState } from 'react';
import { pathOf } from './category-tree.ts';
import { Labelled } from './Labelled.tsx';
import { WordChoice } from './WordChoice.tsx';

/** The same owner, domain, category or tags for many; what is left blank stays as it is. */
export function BulkDialog({ ids, onClose }: { ids: number[]; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const categories = useQuery(q(assetsApi.categories)).data ?? [];
  const [owner, setOwner] = useState<string[]>([]);
  const [domain, setDomain] = useState<string | null>(null);
  const [category, setCategory] = useState<string>();
  const [addTags, setAddTags] = useState<string[]>([]);
  const [removeTags, setRemoveTags] = useState<string[]>([]);
  const bulk = useCommand(assetsApi.bulk, {
    refresh: [assetsApi.list, assetsApi.facets, assetsApi.overview],
    onDone: onClose,
  });
  const tags = (label: string, value: string[], set: (next: string[]) => void) => (
    <Labelled label={label}>
      <Select mode="tags" aria-label={label} open={false} suffixIcon={null} value={value} onChange={set} />
    </Labelled>
  );
  return (
    <Modal
      open
      title={t('assets.bulk_title', { count: ids.length })}
      okText={t('assets.save')}
      confirmLoading={bulk.pending}
      onCancel={onClose}
      onOk={() =>
        void bulk.run({
          body: {
            ids,
            ...(owner[0] !== undefined && { owner: owner[0] }),
            ...(domain !== null && { domain }),
            ...(category !== undefined && { category }),
            ...(addTags.length > 0 && { addTags }),
            ...(removeTags.length > 0 && { removeTags }),
          },
        })
      }
    >
      <div className="asset-stack">
        <p className="asset-note">{t('assets.bulk_hint')}</p>
        <Labelled label={t('assets.owner')}>
          <PersonPicker aria-label={t('assets.owner')} value={owner} onChange={setOwner} />
        </Labelled>
        <Labelled label={t('assets.domain')}>
          <WordChoice kind="domain" label={t('assets.domain')} value={domain} onChange={setDomain} />
        </Labelled>
        <Labelled label={t('assets.category')}>
          <Select
            allowClear
            aria-label={t('assets.category')}
            showSearch={{ optionFilterProp: 'label' }}
            value={category}
            onChange={(next: string | undefined) => setCategory(next)}
            options={categories.map(({ id }) => ({ value: id, label: pathOf(categories, id, locale) }))}
          />
        </Labelled>
        {tags(t('assets.add_tags'), addTags, setAddTags)}
        {tags(t('assets.remove_tags'), removeTags, setRemoveTags)}
      </div>
    </Modal>
  );
}
