import { CheckCircleOutlined, LoadingOutlined } from '@ant-design/icons';
import { isOver, type RunView } from '@formwork/contract/runs/run.ts';
import { PopupButton } from '@formwork/ui/feedback/popup.tsx';
import { useT } from '../i18n/i18n.ts';
import { JobLine } from './JobLine.tsx';
import './jobs.css';

/** How the person's jobs go on, and what is to be fetched of them. */
export function JobsButton({ jobs, onClear }: { jobs: readonly RunView[]; onClear: () => void }) {
  const t = useT();
  const running = jobs.filter(({ state }) => !isOver(state));
  return (
    <PopupButton
      className="fw-bar-button"
      align="end"
      label={running.length > 0 ? t('jobs.bar.running', { count: running.length }) : t('jobs.bar.over')}
      content={(close) => (
        <div className="fw-jobs">
          {jobs.map(({ id }) => (
            <JobLine key={id} jobId={id} />
          ))}
          {running.length === 0 && (
            <button
              type="button"
              className="fw-jobs-clear"
              onClick={() => {
                onClear();
                close();
              }}
            >
              {t('jobs.bar.clear')}
            </button>
          )}
        </div>
      )}
    >
      {running.length > 0 ? <LoadingOutlined /> : <CheckCircleOutlined />}
    </PopupButton>
  );
}
