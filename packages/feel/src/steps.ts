/** Work on large tables is cut into steps, so that whoever runs it may let others in between two of them. */
export const RULES_A_STEP = 16;

/** All steps at once. */
export function finished<T>(steps: Iterator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
