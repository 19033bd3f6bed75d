import { CheckOutlined } from '@ant-design/icons';
import '../parts.css';

export interface Step {
  id: string;
  title: string;
}

/** Where one is in a short wizard; finished steps can be gone back to. */
export function Steps({
  steps,
  current,
  onStep,
}: {
  steps: readonly Step[];
  current: string;
  onStep?: (id: string) => void;
}) {
  const at = steps.findIndex((step) => step.id === current);
  return (
    <ol className="fw-steps">
      {steps.map((step, place) => {
        const done = place < at;
        const inside = (
          <>
            <span className="fw-step-mark">{done ? <CheckOutlined /> : place + 1}</span>
            <span className="fw-step-title">{step.title}</span>
          </>
        );
        return (
          <li
            key={step.id}
            className="fw-step"
            data-done={done || undefined}
            aria-current={place === at ? 'step' : undefined}
          >
            {done && onStep ? (
              <button type="button" onClick={() => onStep(step.id)}>
                {inside}
              </button>
            ) : (
              inside
            )}
          </li>
        );
      })}
    </ol>
  );
}
