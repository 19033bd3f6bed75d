import { assetsApi } from '@formwork/contract/assets/api.ts';
import { BulkChange } from '@formwork/contract/assets/asset.ts';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { PeopleInput } from '@formwork/web/form/inputs/PickInput.tsx';
import { SelectInput } from '@formwork/web/form/inputs/SelectInput.tsx';
import { TagsInput } from '@formwork/web/form/inputs/TagsInput.tsx';
import { useSave, type BodyOf } from '@formwork/web/form/use-save.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { pathOf } from './category-tree.ts';
import { WordInputRow } from './WordChoice.tsx';

interface Entry {
  owner: string[];
  domain: string | null;
  category: string | null;
  addTags: string[];
  removeTags: string[];
}

const nothing: Entry = { owner: [], domain: null, category: null, addTags: [], removeTags: [] };

/** The same owner, domain, category or tags for many; what is left blank stays as it is. */
export function BulkDialog({ ids, onClose }: { ids: number[]; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const categories = useQuery(q(assetsApi.categories)).data ?? [];
  const tags = useQuery(q(assetsApi.facets, { query: {} })).data?.tag ?? [];
  const bulk = useSave(assetsApi.bulk, {
    refresh: [assetsApi.list, assetsApi.facets, assetsApi.overview],
    onDone: onClose,
  });
  const offered = tags.map(({ value }) => value);
  return (
    <FormDialog<Entry, BodyOf<typeof assetsApi.bulk>>
      title={t('assets.bulk_title', { count: ids.length })}
      rules={BulkChange}
      initial={nothing}
      toBody={({ owner: [owner], domain, category, addTags, removeTags }) => ({
        ids,
        ...(owner !== undefined && { owner }),
        ...(domain !== null && { domain }),
        ...(category !== null && { category }),
        ...(addTags.length > 0 && { addTags }),
        ...(removeTags.length > 0 && { removeTags }),
      })}
      command={bulk}
      onClose={onClose}
    >
      <p className="asset-note" data-wide>
        {t('assets.bulk_hint')}
      </p>
      <PeopleInput name="owner" label={t('assets.owner')} />
      <WordInputRow name="domain" kind="domain" label={t('assets.domain')} />
      <SelectInput
        name="category"
        label={t('assets.category')}
        allowClear
        options={categories.map(({ id }) => ({ value: id, label: pathOf(categories, id, locale) }))}
        wide
      />
      <TagsInput name="addTags" label={t('assets.add_tags')} offered={offered} wide />
      <TagsInput name="removeTags" label={t('assets.remove_tags')} offered={offered} wide />
    </FormDialog>
  );
}
