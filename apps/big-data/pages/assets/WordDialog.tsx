import { assetsApi } from '@formwork/contract/assets/api.ts';
import { WordInput, type Word } from '@formwork/contract/assets/asset.ts';
import { textIn, TypedTitle } from '@formwork/contract/text.ts';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { LongTextInput } from '@formwork/web/form/inputs/LongTextInput.tsx';
import { PeopleInput } from '@formwork/web/form/inputs/PickInput.tsx';
import { TagsInput } from '@formwork/web/form/inputs/TagsInput.tsx';
import { TextInput } from '@formwork/web/form/inputs/TextInput.tsx';
import { useSave } from '@formwork/web/form/use-save.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';

interface Entry {
  zh: string;
  en: string;
  also: string[];
  about: string;
  owner: string[];
}

const rules = WordInput.extend({ name: TypedTitle });

/** A domain, or a term with whatever else it is called. */
export function WordDialog({
  kind,
  word,
  onClose,
}: {
  kind: Word['kind'];
  word: Word | undefined;
  onClose: () => void;
}) {
  const t = useT();
  const locale = useLocale();
  const options = { refresh: [assetsApi.words], onDone: onClose };
  const create = useSave(assetsApi.createWord, options);
  const update = useSave(assetsApi.updateWord, { ...options, params: { wordId: word?.id ?? '' } });
  return (
    <FormDialog<Entry, WordInput>
      title={word ? textIn(word.name, locale) : t(`assets.word.add_${kind}`)}
      rules={rules}
      initial={{
        zh: word?.name.zh ?? '',
        en: word?.name.en ?? '',
        also: word?.also ?? [],
        about: word?.about ?? '',
        owner: word?.owner ? [word.owner] : [],
      }}
      toBody={({ zh, en, owner: [owner = null], ...entry }) => ({
        ...entry,
        kind,
        name: { zh: zh.trim(), ...(en.trim() !== '' && { en: en.trim() }) },
        owner,
      })}
      command={word ? update : create}
      onClose={onClose}
    >
      <TextInput name="zh" path="name.zh" label={t('assets.category.name')} autoFocus />
      <TextInput name="en" path="name.en" label={t('assets.category.name_en')} />
      <TagsInput name="also" label={t('assets.word.also')} wide />
      <LongTextInput name="about" label={t('assets.about')} rows={2} wide />
      <PeopleInput name="owner" label={t('assets.owner')} wide />
    </FormDialog>
  );
}
