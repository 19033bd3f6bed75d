import {
  CopyOutlined,
  DeleteOutlined,
  EditOutlined,
  FormOutlined,
  LinkOutlined,
  PauseCircleOutlined,
  PlayCircleOutlined,
  SafetyOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import { definitionsApi, type Definition } from '@formwork/contract/definitions/api.ts';
import type { MenuAction } from '@formwork/ui/frame/menu.tsx';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useCommand } from '../http/use-command.ts';
import { useT } from '../i18n/i18n.ts';
import { useRouter } from '../router/page-context.ts';
import { CopyDialog, PlaceDialog } from './NameDialog.tsx';
import { may, resourceReadings, type Resource } from './resource.ts';
import { useArchive } from './use-archive.tsx';
import { UsesDialog } from './Uses.tsx';

const DefinitionAccessDialog = lazy(() =>
  import('./AccessDialog.tsx').then((module) => ({ default: module.DefinitionAccessDialog })),
);

type Asked = { what: 'place' | 'copy' | 'rights' | 'uses'; definition: Definition };

/** What one may do with a definition in its list, by the levels one has, and the dialogs for it. */
export function useResourceActions(of: Resource): {
  actionsOf: (definition: Definition) => MenuAction[];
  dialogs: ReactNode;
} {
  const t = useT();
  const router = useRouter();
  const [asked, setAsked] = useState<Asked>();
  const { archive, restore } = useArchive();
  const enable = useCommand(definitionsApi.enable, { refresh: resourceReadings });
  const close = () => setAsked(undefined);
  const asking = (what: Asked['what'], definition: Definition, title: string, icon: ReactNode): MenuAction => ({
    id: what,
    title,
    icon,
    onSelect: () => setAsked({ what, definition }),
  });
  const actionsOf = (definition: Definition): MenuAction[] => {
    const owns = may(definition, 'own');
    if (definition.archivedAt !== null)
      return owns
        ? [
            {
              id: 'restore',
              title: t('resources.restore'),
              icon: <UndoOutlined />,
              onSelect: () => restore(definition),
            },
          ]
        : [];
    return [
      ...(of.viewOf && may(definition, 'edit')
        ? [{ id: 'design', title: t('resources.design'), icon: <FormOutlined />, href: of.hrefOf(definition.id) }]
        : []),
      ...(may(definition, 'edit') ? [asking('place', definition, t('resources.place'), <EditOutlined />)] : []),
      ...(may(definition, 'use') ? [asking('copy', definition, t('resources.copy'), <CopyOutlined />)] : []),
      ...(owns ? [asking('rights', definition, t('resources.rights'), <SafetyOutlined />)] : []),
      asking('uses', definition, t('resources.uses'), <LinkOutlined />),
      ...(owns && definition.released !== null
        ? [
            {
              id: 'enable',
              title: t(definition.enabled ? 'resources.switch_off' : 'resources.switch_on'),
              icon: definition.enabled ? <PauseCircleOutlined /> : <PlayCircleOutlined />,
              onSelect: () =>
                void enable.run({
                  params: { kind: definition.kind, id: definition.id },
                  body: { enabled: !definition.enabled },
                }),
            },
          ]
        : []),
      ...(owns
        ? [
            {
              id: 'archive',
              title: t('resources.archive'),
              icon: <DeleteOutlined />,
              danger: true,
              onSelect: () => archive(definition),
            },
          ]
        : []),
    ];
  };
  const dialogs = asked && (
    <Suspense fallback={null}>
      {asked.what === 'place' && <PlaceDialog of={of} definition={asked.definition} onClose={close} />}
      {asked.what === 'copy' && (
        <CopyDialog
          of={of}
          definition={asked.definition}
          onClose={close}
          onMade={({ id }) => void router.go(of.hrefOf(id))}
        />
      )}
      {asked.what === 'rights' && <DefinitionAccessDialog definition={asked.definition} onClose={close} />}
      {asked.what === 'uses' && <UsesDialog definition={asked.definition} onClose={close} />}
    </Suspense>
  );
  return { actionsOf, dialogs };
}
