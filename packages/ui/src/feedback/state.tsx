import { Button } from 'antd';
import type { ReactNode } from 'react';
import './state.css';
import { useUiText } from '../format/texts.ts';

/** What stands where content would be. Each says why nothing is here and what to do next. */

export interface StateProps {
  title?: ReactNode;
  hint?: ReactNode;
  action?: ReactNode;
  /** One line without a picture, for panels and drawers. */
  small?: boolean;
  /** It stands in the place of a page, and names it. */
  page?: boolean;
}

export function EmptyState({ title, hint, action, small }: StateProps) {
  const text = useUiText();
  return (
    <State picture={sheetPicture} title={title ?? text('ui.state.empty')} hint={hint} actions={action} small={small} />
  );
}

/** `requestId` lets people report the case; it is the only technical thing shown. */
export function ErrorState({
  title,
  hint,
  action,
  small,
  page,
  onRetry,
  requestId,
}: StateProps & { onRetry?: (() => void) | undefined; requestId?: string | undefined }) {
  const text = useUiText();
  return (
    <State
      role="alert"
      picture={brokenPicture}
      title={title ?? text('ui.state.error')}
      hint={hint ?? text('ui.state.error_hint')}
      detail={requestId && text('ui.state.request', { id: requestId })}
      actions={
        <>
          {onRetry && <Button onClick={onRetry}>{text('ui.action.retry')}</Button>}
          {action}
        </>
      }
      small={small}
      page={page}
    />
  );
}

export function NoPermission({ title, hint, action, small, page }: StateProps) {
  const text = useUiText();
  return (
    <State
      picture={lockPicture}
      title={title ?? text('ui.state.forbidden')}
      hint={hint ?? text('ui.state.forbidden_hint')}
      actions={action}
      small={small}
      page={page}
    />
  );
}

export function Offline({ title, hint, onRetry, small }: StateProps & { onRetry?: (() => void) | undefined }) {
  const text = useUiText();
  return (
    <State
      role="status"
      picture={cablePicture}
      title={title ?? text('ui.state.offline')}
      hint={hint ?? text('ui.state.offline_hint')}
      actions={onRetry && <Button onClick={onRetry}>{text('ui.action.retry')}</Button>}
      small={small}
    />
  );
}

interface FullState {
  picture: ReactNode;
  title: ReactNode;
  hint?: ReactNode;
  detail?: ReactNode;
  actions?: ReactNode;
  small?: boolean | undefined;
  page?: boolean | undefined;
  role?: 'alert' | 'status';
}

function State({ picture, title, hint, detail, actions, small, page, role }: FullState) {
  const Title = page ? 'h1' : 'h2';
  return (
    <section className="fw-state" data-small={small || undefined} role={role}>
      <svg
        className="fw-state-picture"
        viewBox="0 0 96 72"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
      >
        {picture}
      </svg>
      <Title>{title}</Title>
      {hint && <p>{hint}</p>}
      {detail && <p className="fw-state-detail">{detail}</p>}
      {actions && <div className="fw-state-actions">{actions}</div>}
    </section>
  );
}

/** Rows of the height of what comes, so that nothing jumps. */
export function SkeletonRows({
  rows = 8,
  columns = 5,
  height = 36,
}: {
  rows?: number;
  columns?: number;
  height?: number;
}) {
  return (
    <Loading>
      {Array.from({ length: rows }, (_row, row) => (
        <div key={row} className="fw-bone-row" style={{ height }}>
          {Array.from({ length: columns }, (_cell, column) => (
            <span key={column} className="fw-bone" style={{ opacity: 1 - row / (rows * 1.4) }} />
          ))}
        </div>
      ))}
    </Loading>
  );
}

export function SkeletonForm({ fields = 8 }: { fields?: number }) {
  return (
    <Loading>
      <div className="fw-bone-form">
        {Array.from({ length: fields }, (_, field) => (
          <div key={field}>
            <span className="fw-bone label" />
            <span className="fw-bone input" />
          </div>
        ))}
      </div>
    </Loading>
  );
}

export function SkeletonPage() {
  return (
    <div className="fw-bone-page">
      <span className="fw-bone title" />
      <SkeletonRows />
    </div>
  );
}

function Loading({ children }: { children: ReactNode }) {
  const text = useUiText();
  return (
    <div role="status" aria-busy aria-label={text('ui.state.loading')}>
      {children}
    </div>
  );
}

const sheetPicture = (
  <>
    <rect className="soft" x="30" y="10" width="44" height="54" rx="4" />
    <path d="M24 6h32l14 14v40a4 4 0 0 1-4 4H24a4 4 0 0 1-4-4V10a4 4 0 0 1 4-4Z" />
    <path d="M56 6v14h14" />
    <path className="accent" d="M30 30h18M30 39h28M30 48h12" />
  </>
);
const brokenPicture = (
  <>
    <rect className="soft" x="26" y="14" width="50" height="46" rx="4" />
    <path d="M44 12H22a4 4 0 0 0-4 4v40a4 4 0 0 0 4 4h20M52 60h22a4 4 0 0 0 4-4V16a4 4 0 0 0-4-4H56" />
    <path className="accent" d="m52 6-8 16 10 10-8 14 4 8-4 12" />
  </>
);
const lockPicture = (
  <>
    <rect className="soft" x="30" y="34" width="44" height="32" rx="4" />
    <rect x="24" y="30" width="48" height="34" rx="4" />
    <path d="M34 30v-8a14 14 0 0 1 28 0v8" />
    <path className="accent" d="M48 44v8" />
    <circle className="accent" cx="48" cy="42" r="3" />
  </>
);
const cablePicture = (
  <>
    <path d="M6 36h22M68 36h22" />
    <rect className="soft" x="26" y="24" width="18" height="24" rx="4" />
    <path d="M28 26h10v20H28zM58 26h10v20H58z" />
    <path className="accent" d="M38 31h6M38 41h6M49 24l-2-6M54 22l2-5M49 48l-2 6M54 50l2 5" />
  </>
);
