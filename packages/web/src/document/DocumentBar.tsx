import { ArrowLeftOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { People } from '@formwork/ui/format/avatar.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { MenuButton, type MenuEntry } from '@formwork/ui/frame/menu.tsx';
import { Button } from 'antd';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { DocumentSaving } from '../definitions/document-session.ts';
import type { OpenDocument } from '../definitions/use-document.ts';
import { useT } from '../i18n/i18n.ts';
import { may } from '../resources/resource.ts';
import { DefinitionState } from '../resources/resource-columns.tsx';
import { UsesDialog } from '../resources/Uses.tsx';
import type { PlaceName } from './differences.ts';
import type { PlacedProblem } from './DocumentPage.tsx';

const ReleaseDialog = lazy(() => import('./ReleaseDialog.tsx').then((module) => ({ default: module.ReleaseDialog })));
const ReleasesDrawer = lazy(() =>
  import('./ReleasesDrawer.tsx').then((module) => ({ default: module.ReleasesDrawer })),
);
const DefinitionAccessDialog = lazy(() =>
  import('../resources/AccessDialog.tsx').then((module) => ({ default: module.DefinitionAccessDialog })),
);

interface DocumentBarProps<Body> {
  document: OpenDocument<Body>;
  back: string;
  name: string;
  problems: readonly PlacedProblem[];
  placeName: PlaceName;
  actions: ReactNode;
  releaseHref: ((number: number) => string) | undefined;
}

/** What stands above every editor: name and state, whether all is saved, who else is here, undo, releases. */
export function DocumentBar<Body>({
  document,
  back,
  name,
  problems,
  placeName,
  actions,
  releaseHref,
}: DocumentBarProps<Body>) {
  const t = useT();
  const [open, setOpen] = useState<'release' | 'releases' | 'uses' | 'rights'>();
  const { definition, here, saving, readOnly } = document;
  const close = () => setOpen(undefined);
  const people = [...new Map(here.map(({ person }) => [person.id, person])).values()];
  const isChanged = definition.state !== 'released';
  const menu: MenuEntry[] = [
    { id: 'releases', title: t('document.releases'), onSelect: () => setOpen('releases') },
    { id: 'uses', title: t('resources.uses'), onSelect: () => setOpen('uses') },
    ...(may(definition, 'own')
      ? [{ id: 'rights', title: t('resources.rights'), onSelect: () => setOpen('rights') }]
      : []),
  ];
  return (
    <>
      <Link className="fw-icon-button" href={back} aria-label={t('ui.action.back')} title={t('ui.action.back')}>
        <ArrowLeftOutlined />
      </Link>
      <h1 className="document-name">{name}</h1>
      <DefinitionState of={definition} />
      <span className="document-saving" role="status" data-saving={saving}>
        {readOnly ? t('document.read_only') : t(savingTexts[saving])}
      </span>
      <span className="document-space" />
      {people.length > 0 && (
        <span className="document-people" aria-label={t('document.here')}>
          <People people={people} />
        </span>
      )}
      {!readOnly && (
        <>
          <BarButton label={t('ui.canvas.undo')} disabled={!document.canUndo} onClick={document.undo}>
            <UndoOutlined />
          </BarButton>
          <BarButton label={t('ui.canvas.redo')} disabled={!document.canRedo} onClick={document.redo}>
            <RedoOutlined />
          </BarButton>
        </>
      )}
      {actions}
      <MenuButton label={t('ui.action.more')} items={menu} align="end" />
      {may(definition, 'own') && (
        <Button type="primary" disabled={!isChanged} onClick={() => setOpen('release')}>
          {t('document.release')}
        </Button>
      )}
      <Suspense fallback={null}>
        {open === 'release' && (
          <ReleaseDialog document={document} problems={problems} placeName={placeName} onClose={close} />
        )}
        {open === 'releases' && (
          <ReleasesDrawer document={document} placeName={placeName} hrefOf={releaseHref} onClose={close} />
        )}
        {open === 'rights' && <DefinitionAccessDialog definition={definition} onClose={close} />}
      </Suspense>
      {open === 'uses' && <UsesDialog definition={definition} onClose={close} />}
    </>
  );
}

const savingTexts = {
  saved: 'document.saved',
  saving: 'document.saving',
  waiting: 'document.waiting',
  stopped: 'document.stopped',
} as const satisfies Record<DocumentSaving, string>;

function BarButton({
  label,
  disabled,
  onClick,
  children,
}: {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className="fw-icon-button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
