import { vi } from 'vitest';

/** By the clock that says how long something took nothing takes long any more: what the product does where a machine is slow is not done here. */
export function stillClock(): void {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
}
