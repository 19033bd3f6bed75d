import { definitionsApi, type DefinitionFolder } from '@formwork/contract/definitions/api.ts';
import { z } from 'zod';
import { FormDialog } from '../form/FormDialog.tsx';
import { SelectInput } from '../form/inputs/SelectInput.tsx';
import { TextInput } from '../form/inputs/TextInput.tsx';
import { useSave, type FormCommand } from '../form/use-save.ts';
import { useT } from '../i18n/i18n.ts';
import { folderPaths, useFolders } from './use-folders.ts';

const Folder = z.object({ name: z.string().min(1).max(100), parent: z.uuid().nullable() });
type Folder = z.infer<typeof Folder>;

/** A new folder, or name and place of one that is there. */
export function FolderDialog({
  area,
  folder,
  parent = null,
  onClose,
}: {
  area: string;
  folder?: DefinitionFolder;
  parent?: string | null;
  onClose: () => void;
}) {
  const t = useT();
  const { folders } = useFolders(area);
  const told = { refresh: [definitionsApi.folders, definitionsApi.list], onDone: onClose, onPrepared: onClose };
  const create = useSave(definitionsApi.createFolder, { ...told, params: { area } });
  const update = useSave(definitionsApi.updateFolder, { ...told, params: { area, folderId: folder?.id ?? '' } });
  const change: FormCommand<Folder> = {
    ...update,
    run: ({ name, parent: to }) => update.run({ name, ...(to !== folder?.parent && { parent: to }) }),
  };
  return (
    <FormDialog<Folder, Folder>
      title={t(folder ? 'resources.folder_name' : 'resources.folder_new')}
      rules={Folder}
      initial={{ name: folder?.name ?? '', parent: folder ? folder.parent : parent }}
      toBody={({ name, parent: to }) => ({ name: name.trim(), parent: to })}
      command={folder ? change : create}
      onClose={onClose}
    >
      <TextInput name="name" label={t('resources.name')} autoFocus />
      <SelectInput
        name="parent"
        label={t('resources.folder_in')}
        placeholder={t('resources.no_folder')}
        allowClear
        options={folderPaths(folders).filter(({ value }) => value !== folder?.id)}
      />
    </FormDialog>
  );
}
