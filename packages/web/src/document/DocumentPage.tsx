import type { DefinitionDraft } from '@formwork/contract/definitions/api.ts';
import { renamedBy, type DefinitionProblem, type DocumentKind } from '@formwork/contract/definitions/kind.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { DesignerProblem } from '@formwork/ui/designer/designer.tsx';
import { useKeys } from '@formwork/ui/designer/use-keys.ts';
import { SkeletonPage } from '@formwork/ui/feedback/state.tsx';
import { useConfirmLeave } from '@formwork/ui/feedback/use-confirm-leave.ts';
import { useState, type ReactNode } from 'react';
import { useDefinition, useDocument, type OpenDocument } from '../definitions/use-document.ts';
import { Unread } from '../http/Unread.tsx';
import { useLocale, useT } from '../i18n/i18n.ts';
import { usePageTitle } from '../router/page-context.ts';
import { ConflictNotices } from './ConflictNotices.tsx';
import { ownName, type PlaceName } from './differences.ts';
import './document.css';
import { DocumentBar } from './DocumentBar.tsx';
import { useProblems } from './use-problems.ts';

/** What the content of an editor is given: a `Canvas` or a `Designer` takes bar, problems and history as they are. */
export interface DocumentParts<Body> {
  document: OpenDocument<Body>;
  bar: ReactNode;
  problems: readonly PlacedProblem[];
  history: Pick<OpenDocument<Body>, 'undo' | 'redo' | 'canUndo' | 'canRedo'>;
  readOnly: boolean;
}

export interface PlacedProblem extends DesignerProblem {
  at: readonly string[];
  /** The innermost element on the way there: a canvas marks it. */
  node?: string | undefined;
}

export interface DocumentPageProps<Body> {
  kind: DocumentKind<Body>;
  id: string;
  /** Where its list is. */
  back: string;
  /** How a place of the body is called; the title or name an element bears unless given. */
  nameOf?: PlaceName;
  /** Found by the page itself while it is edited; those of the server come beside them. */
  ownProblems?: (body: Body) => readonly DefinitionProblem[];
  /** Buttons between undo and release, such as a try of what is drawn. */
  actions?: (document: OpenDocument<Body>) => ReactNode;
  /** Where a release is shown as it is drawn. */
  releaseHref?: (number: number) => string;
  /** What is said where there is no such definition, or none for them. */
  refused?: string;
  children: (parts: DocumentParts<Body>) => ReactNode;
}

/**
 * The editor of a definition, around whatever draws it: saved as it is changed, together with others, undone step by step, with
 * its problems, release, earlier releases and uses.
 */
export function DocumentPage<Body>({ kind, id, refused, ...rest }: DocumentPageProps<Body>) {
  const first = useDefinition(kind.kind, id);
  if (!first.data) return <Unread of={[first]} refused={refused} skeleton={<SkeletonPage />} />;
  return <Editor key={id} kind={kind} first={first.data} {...rest} />;
}

const noOwn = () => [];

function Editor<Body>({
  kind,
  first,
  back,
  nameOf,
  ownProblems = noOwn,
  actions,
  releaseHref,
  children,
}: Omit<DocumentPageProps<Body>, 'id' | 'refused'> & { first: DefinitionDraft }) {
  const t = useT();
  const locale = useLocale();
  const document = useDocument(kind, first);
  const { definition, body, saving, undo, redo, canUndo, canRedo } = document;
  const [opened] = useState(body);
  const name = textIn(renamedBy(kind, definition.name, opened, body), locale);
  const placeName = nameOf ?? ownName(locale);
  const found = useProblems(kind.kind, definition.id, document.version);
  const problems = [...ownProblems(body), ...(found ?? [])].map((problem, at): PlacedProblem => {
    const node = problem.at.findLast((step) => step.startsWith('#'))?.slice(1);
    return {
      id: `${at} ${problem.code}`,
      level: problem.level,
      message: t(problem.code, problem.data),
      where: placeName(body, problem.at.slice(0, problem.at.findLastIndex((step) => step.startsWith('#')) + 1)),
      at: problem.at,
      node,
    };
  });
  usePageTitle(name);
  useConfirmLeave(saving !== 'saved', t('document.leave_hint'));
  useKeys({ 'mod+z': undo, 'mod+shift+z': redo, 'mod+y': redo, 'mod+s': () => void document.flush() });
  const bar = (
    <DocumentBar
      document={document}
      back={back}
      name={name}
      problems={problems}
      placeName={placeName}
      actions={actions?.(document)}
      releaseHref={releaseHref}
    />
  );
  return (
    <div className="document-editor">
      <ConflictNotices document={document} placeName={placeName} />
      {children({ document, bar, problems, history: { undo, redo, canUndo, canRedo }, readOnly: document.readOnly })}
    </div>
  );
}
