import { assetsApi } from '@formwork/contract/assets/api.ts';
import type { Word } from '@formwork/contract/assets/asset.ts';
import { textIn } from '@formwork/contract/text.ts';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Input, Modal, Select } from 'antd';
import { useState } from 'react';

/** Domains, or terms of the glossary with whatever else they are called. */
export function Words({ kind }: { kind: 'domain' | 'term' }) {
  const t = useT();
  const locale = useLocale();
  const { modal } = App.useApp();
  const words = useQuery(q(assetsApi.words, { query: { kind } }));
  const [editing, setEditing] = useState<Word | 'new'>();
  const remove = useCommand(assetsApi.removeWord, { refresh: [assetsApi.words] });
  const add = (
    <Button type="primary" onClick={() => setEditing('new')}>
      {t(`assets.word.add_${kind}`)}
    </Button>
  );
  return (
    <div className="asset-stack">
      {!words.data && <Unread of={[words]} skeleton={<SkeletonRows rows={5} />} />}
      {words.data?.length === 0 && (
        <EmptyState title={t(`assets.word.none_${kind}`)} hint={t(`assets.word.hint_${kind}`)} action={add} />
      )}
      {words.data && words.data.length > 0 && (
        <>
          <div className="asset-line">{add}</div>
          {words.data.map((word) => (
            <div key={word.id} className="asset-line">
              <strong>{textIn(word.name, locale)}</strong>
              <span className="asset-note asset-wide">
                {[word.also.join('、'), word.about].filter(Boolean).join(' · ')}
              </span>
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
                    okButtonProps: { danger: true },
                    onOk: () => remove.run({ params: { wordId: word.id } }),
                  })
                }
              >
                {t('assets.word.remove')}
              </Button>
            </div>
          ))}
        </>
      )}
      {editing && (
        <WordDialog kind={kind} word={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
      )}
    </div>
  );
}

function WordDialog({ kind, word, onClose }: { kind: 'domain' | 'term'; word: Word | undefined; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const [zh, setZh] = useState(word?.name.zh ?? '');
  const [en, setEn] = useState(word?.name.en ?? '');
  const [about, setAbout] = useState(word?.about ?? '');
  const [also, setAlso] = useState(word?.also ?? []);
  const options = { refresh: [assetsApi.words], onDone: onClose };
  const create = useCommand(assetsApi.createWord, options);
  const update = useCommand(assetsApi.updateWord, options);
  const body = {
    kind,
    name: { zh: zh.trim(), ...(en.trim() !== '' && { en: en.trim() }) },
    about,
    also,
    owner: word?.owner ?? null,
  };
  return (
    <Modal
      open
      title={word ? textIn(word.name, locale) : t(`assets.word.add_${kind}`)}
      okText={t('assets.save')}
      okButtonProps={{ disabled: zh.trim() === '' }}
      confirmLoading={create.pending || update.pending}
      onCancel={onClose}
      onOk={() => void (word ? update.run({ params: { wordId: word.id }, body }) : create.run({ body }))}
    >
      <div className="asset-stack">
        <Input
          aria-label={t('assets.category.name')}
          placeholder={t('assets.category.name')}
          maxLength={200}
          value={zh}
          onChange={(event) => setZh(event.target.value)}
        />
        <Input
          aria-label={t('assets.category.name_en')}
          placeholder={t('assets.category.name_en')}
          maxLength={200}
          value={en}
          onChange={(event) => setEn(event.target.value)}
        />
        <Select
          mode="tags"
          open={false}
          suffixIcon={null}
          aria-label={t('assets.word.also')}
          placeholder={t('assets.word.also')}
          value={also}
          onChange={(next: string[]) => setAlso(next)}
        />
        <Input.TextArea
          aria-label={t('assets.about')}
          placeholder={t('assets.about')}
          maxLength={4000}
          value={about}
          onChange={(event) => setAbout(event.target.value)}
        />
      </div>
    </Modal>
  );
}
