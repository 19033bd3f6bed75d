import { definitionsApi, type Definition } from '@formwork/contract/definitions/api.ts';
import { Suspense, useState, type ReactNode } from 'react';
import { FormDialog } from '../form/FormDialog.tsx';
import { SelectInput } from '../form/inputs/SelectInput.tsx';
import { TagsInput } from '../form/inputs/TagsInput.tsx';
import { TextInput } from '../form/inputs/TextInput.tsx';
import { useSave, type FormCommand } from '../form/use-save.ts';
import { useT } from '../i18n/i18n.ts';
import { namedBody, NamedResource, type NameValues } from './name-rules.ts';
import { resourceReadings, type Resource } from './resource.ts';
import { folderPaths, useFolders } from './use-folders.ts';

interface DialogProps {
  of: Resource;
  onClose: () => void;
}

/** A new definition in the folder one stands in; `onMade` goes to it. */
export function NewDialog({
  of,
  folder,
  onClose,
  onMade,
}: DialogProps & { folder: string | null; onMade: (made: Definition) => void }) {
  const t = useT();
  const [draft, setDraft] = useState<unknown>();
  const { Begin } = of;
  const create = useSave(definitionsApi.create, {
    refresh: resourceReadings,
    params: { kind: of.kind },
    onDone: onMade,
  });
  return (
    <NameForm
      of={of}
      title={t(of.add)}
      okText={t('resources.create')}
      initial={{ zh: '', en: '', tags: [], folder }}
      command={
        draft === undefined ? create : { ...create, run: (body: NamedResource) => create.run({ ...body, draft }) }
      }
      onClose={onClose}
    >
      {Begin && (
        // whoever chooses by a click has not left the name for good, and is not told that it is missing
        <div data-beside-fields onMouseDown={(event) => event.preventDefault()}>
          <Suspense fallback={null}>
            <Begin onDraft={setDraft} />
          </Suspense>
        </div>
      )}
    </NameForm>
  );
}

/** Name, tags and folder of one that is there. */
export function PlaceDialog({ of, definition, onClose }: DialogProps & { definition: Definition }) {
  const t = useT();
  const place = useSave(definitionsApi.place, {
    refresh: resourceReadings,
    params: { kind: of.kind, id: definition.id },
    onDone: onClose,
    onPrepared: onClose,
  });
  const before = definition.folder;
  const command: FormCommand<NamedResource> = {
    ...place,
    // the folder is named where it is another one: that is a question of rights
    run: ({ folder, ...body }) => place.run({ ...body, ...(folder !== before && { folder }) }),
  };
  return (
    <NameForm
      of={of}
      title={t('resources.place')}
      initial={{
        zh: definition.name.zh,
        en: definition.name.en ?? '',
        tags: definition.tags,
        folder: definition.folder,
      }}
      command={command}
      onClose={onClose}
    />
  );
}

export function CopyDialog({
  of,
  definition,
  onClose,
  onMade,
}: DialogProps & { definition: Definition; onMade: (made: Definition) => void }) {
  const t = useT();
  const copy = useSave(definitionsApi.copy, {
    refresh: resourceReadings,
    params: { kind: of.kind, id: definition.id },
    onDone: onMade,
  });
  const { zh, en } = definition.name;
  return (
    <NameForm
      of={of}
      title={t('resources.copy')}
      okText={t('resources.copy')}
      withoutTags
      initial={{
        zh: t('resources.copy_of', { name: zh }),
        en: en === undefined ? '' : t('resources.copy_of', { name: en }),
        tags: [],
        folder: definition.folder,
      }}
      command={{ ...copy, run: ({ name, folder }: NamedResource) => copy.run({ name, folder }) }}
      onClose={onClose}
    />
  );
}

function NameForm({
  of,
  title,
  okText,
  withoutTags = false,
  initial,
  command,
  children,
  onClose,
}: DialogProps & {
  children?: ReactNode;
  title: string;
  okText?: string;
  withoutTags?: boolean;
  initial: NameValues;
  command: FormCommand<NamedResource>;
}) {
  const t = useT();
  const { folders } = useFolders(of.area);
  return (
    <FormDialog
      title={title}
      {...(okText !== undefined && { okText })}
      rules={NamedResource}
      initial={initial}
      toBody={namedBody}
      command={command}
      onClose={onClose}
    >
      <TextInput name="zh" path="name" label={t('resources.name')} wrong={t('resources.name_needed')} autoFocus />
      <TextInput name="en" path="name.en" label={t('resources.name_en')} />
      <SelectInput
        name="folder"
        label={t('resources.folder')}
        placeholder={t('resources.no_folder')}
        allowClear
        options={folderPaths(folders)}
      />
      {!withoutTags && <TagsInput name="tags" label={t('resources.tags')} />}
      {children}
    </FormDialog>
  );
}
